"""Browsers at the tables of live games, as scripts: they send moves, and keep up with their frames."""

import asyncio
import json
from time import time
from uuid import uuid4

CSRF = "a" * 32


class Place:
    """A browser at a table: its role and what it sends with each request."""

    def __init__(self, code: str, role: str, secret: str = "", seat: int = 0):
        self.code, self.role, self.secret, self.seat = code, role, secret, seat
        self.cookie = f"csrftoken={CSRF}; {'host' if role == 'host' else 'seat'}={secret}"


def places_at(game: str, settings: dict, phones: int) -> list[Place]:
    """The host, the screen and the phones of a new table whose game has begun."""
    from tournament.game_tables import actions
    from tournament.moves.recording import Sent, now, record

    table, secret = actions.open_table(by=None, game=game, settings=settings)
    places = [Place(table.code, "host", secret), Place(table.code, "screen")]
    for number in range(phones):
        seat, own = actions.join(table=table, name=f"Phone {number}")
        places.append(Place(table.code, "seat", own, seat.number))
    if game == "twentyfour":  # somebody who never enters an x, so that the phase goes on
        actions.join(table=table, name="Waits", by_host=True)
    record(table, Sent("begin", "host", None, {}, uuid4().hex, now()))
    return places


class Line:
    """A connection that is kept, as a browser keeps one."""

    def __init__(self, port: int):
        self.port, self.reader, self.writer = port, None, None

    async def ask(self, method: str, path: str, place: Place, body: bytes = b"") -> tuple[int, dict[str, str], bytes]:
        if self.writer is None or self.reader.at_eof():  # the server closes one that is not used
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(request(method, path, place, body))
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (each.partition(":") for each in head[1:])}
        length = int(headers.get("content-length", 0))
        return int(head[0].split()[1]), headers, await self.reader.readexactly(length)


def request(method: str, path: str, place: Place, body: bytes = b"") -> bytes:
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {place.cookie}\r\nX-CSRFToken: {CSRF}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nAccept-Language: en\r\n\r\n"
    )
    return head.encode() + body


class Browser:
    """A page of a table: what it sends, and the frame that its stream has brought last."""

    def __init__(self, port: int, place: Place):
        self.port, self.place = port, place
        self.line, self.digest, self.wrong = Line(port), "", list[int]()
        self.stored = list[str]()  # the keys of moves that were acknowledged, as the record has them
        self.sent, self.changed = list[float](), list[float]()  # when it sent moves, and had new frames

    async def open(self) -> None:
        self._take(await self.made())
        reader, self.stream = await asyncio.open_connection("127.0.0.1", self.port)
        path = f"/play/{self.place.code}/stream?as={self.place.role}&after={self.digest}"
        self.stream.write(request("GET", path, self.place))
        self.listening = asyncio.ensure_future(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        digest = ""
        while line := (await reader.readline()).decode():
            if line.startswith("id: "):
                digest = line[4:].strip()
            elif digest and not line.strip():  # the whole frame is here
                self._take(digest)
                digest = ""

    async def made(self) -> str:
        """The digest of the frame that the server makes when it is asked."""
        path = f"/play/{self.place.code}/frame/?as={self.place.role}"
        status, headers, _html = await self.line.ask("GET", path, self.place)
        if status != 200:
            self.wrong.append(status)
        return headers.get("x-frame", "")

    def _take(self, digest: str) -> None:
        if digest != self.digest:
            self.digest = digest
            self.changed.append(time())

    async def move(self, kind: str, facts: dict) -> float:
        """Seconds until the server has answered."""
        key, role = uuid4().hex, self.place.role
        body = json.dumps({"kind": kind, "facts": facts, "key": key, "as": role}).encode()
        began = time()
        self.sent.append(began)
        status, _headers, _body = await self.line.ask("POST", f"/play/{self.place.code}/moves/", self.place, body)
        if status == 200:
            self.stored.append(f"{'host' if role == 'host' else 'player'}-{self.place.seat}-{key}")
        else:
            self.wrong.append(status)
        return time() - began

    async def close(self) -> None:
        self.listening.cancel()
        self.stream.close()


async def opened(port: int, places: list[Place]) -> list[Browser]:
    browsers = [Browser(port, place) for place in places]
    for browser in browsers:
        await browser.open()
    return browsers
