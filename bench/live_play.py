"""Live tables through the real web server: how soon a move is on the other screens, and fifty tables at once.

First one table with a host, a screen and four phones: the time from sending a move until each of the others has its new
frame. Then fifty tables with five phones each, on one web process: each phone makes a move every five seconds, and
every move changes what all at its table see. Measured are the time until the server has answered and the time until the
other phones of the table have the new frame. For comparison, the same request for a table that does not exist. On
SQLite and PostgreSQL; the load generator runs on the same machine.
"""

import argparse
import asyncio
import bisect
import json
import random
import statistics
import time
from time import perf_counter
from uuid import uuid4

from bench.serving import Served

GAMES, LETTERS = 12, 9
TABLES, PHONES, EVERY = 50, 5, 5.0
ALONE = 0.5  # seconds: of moves that follow each other sooner at a table, one cannot say which changed a frame
CSRF = "a" * 32


def main() -> None:
    from bench.databases import on_each

    on_each("bench.live_play")


def measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from bench import machine
    from tournament.management.commands.run import collect_static

    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20)
    seconds = parser.parse_args().seconds
    call_command("migrate", verbosity=0)
    collect_static()
    print(f"   before: {machine.description()}", flush=True)
    games = [letters_game() for _game in range(GAMES)]
    with Served("counted", workers=1) as site:
        asyncio.run(one_table(site, games))
    tables = [x_game() for _table in range(TABLES)]
    with Served("counted", workers=1) as site:
        asyncio.run(many_tables(site, tables, seconds))
    print(f"   after: {machine.description()}", flush=True)


# the tables


class Place:
    """A browser at a table: its role and what it sends with each request."""

    def __init__(self, code: str, role: str, secret: str = "", seat: int = 0):
        self.code, self.role, self.seat = code, role, seat
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


def letters_game() -> list[Place]:
    return places_at("countdown", {}, 4)


def x_game() -> list[Place]:
    settings = {"game_type": "12", "players": PHONES + 1, "sets": 1, "answer_time": 600}
    return places_at("twentyfour", settings, PHONES)


# browsers


class Line:
    """A connection that is kept, as a browser keeps one."""

    def __init__(self, site: Served):
        self.site, self.reader, self.writer = site, None, None

    async def ask(self, method: str, path: str, place: Place, body: bytes = b"") -> tuple[int, dict[str, str], bytes]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.site.port)
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
    """A page of a table: its stream, and the frames that it fetches when the stream says so."""

    def __init__(self, site: Served, place: Place):
        self.site, self.place = site, place
        self.moves, self.frames = Line(site), Line(site)
        self.shown: asyncio.Event = asyncio.Event()
        self.wrong, self.known = list[int](), ""
        self.sent, self.changed = list[float](), list[float]()  # when it sent moves, and had new frames

    async def open(self) -> None:
        await self.fetch()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.site.port)
        path = f"/play/{self.place.code}/stream?as={self.place.role}&after={self.known}"
        writer.write(request("GET", path, self.place))
        self.stream = writer
        self.listening = asyncio.ensure_future(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            if line.startswith(b"data:") and line[5:].strip().decode() != self.known:
                await self.fetch(line[5:].strip().decode())

    async def fetch(self, wanted: str = "") -> None:
        path = f"/play/{self.place.code}/frame/?as={self.place.role}&want={wanted}"
        status, headers, _body = await self.frames.ask("GET", path, self.place)
        if status != 200:
            self.wrong.append(status)
            return
        if headers["x-frame"] != self.known:
            self.known = headers["x-frame"]
            self.changed.append(perf_counter())
            self.shown.set()

    async def move(self, kind: str, facts: dict) -> float:
        """Seconds until the server has answered."""
        body = json.dumps({"kind": kind, "facts": facts, "key": uuid4().hex, "as": self.place.role}).encode()
        began = perf_counter()
        self.sent.append(began)
        status, _headers, _body = await self.moves.ask("POST", f"/play/{self.place.code}/moves/", self.place, body)
        if status != 200:
            self.wrong.append(status)
        return perf_counter() - began

    async def close(self) -> None:
        self.listening.cancel()
        self.stream.close()


async def opened(site: Served, places: list[Place]) -> list[Browser]:
    browsers = [Browser(site, place) for place in places]
    for browser in browsers:
        await browser.open()
    return browsers


# what is measured


async def one_table(site: Served, games: list[list[Place]]) -> None:
    took, wrong = list[float](), 0
    for places in games:
        browsers = await opened(site, places)
        await asyncio.sleep(0.3)
        host, others = browsers[0], browsers[1:]
        for turn in range(LETTERS):
            for each in others:
                each.shown.clear()
            began = perf_counter()
            await host.move("letter", {"pile": "vowel" if turn % 3 else "consonant"})
            await asyncio.gather(*(asyncio.wait_for(each.shown.wait(), 5) for each in others))
            took += [each.changed[-1] - began for each in others]
            await asyncio.sleep(0.05)
        wrong += sum(len(each.wrong) for each in browsers)
        for each in browsers:
            await each.close()
    print(f"   a move is on the other screens (goal 150, p95 400): {in_words(took)}; refused {wrong}", flush=True)


async def many_tables(site: Served, tables: list[list[Place]], seconds: float) -> None:
    phones = [place for places in tables for place in places if place.role == "seat"]
    browsers = await opened(site, phones)
    bare = await bare_moves(site, phones[0])
    used, began = site.used(), time.monotonic()
    took = [each for many in await asyncio.gather(*(play(each, seconds) for each in browsers)) for each in many]
    share = (site.used() - used) / (time.monotonic() - began)
    await asyncio.sleep(ALONE)
    wrong = [status for each in browsers for status in each.wrong]
    at_tables = [[each for each in browsers if each.place.code == places[0].code] for places in tables]
    seen = [each for phones_there in at_tables for each in until_seen(phones_there)]
    print(
        f"   {len(tables)} tables, {len(browsers)} phones: {len(took)} moves answered (p95 goal 250):"
        f" {in_words(took)}; "
        f"on the other phones of the table: {in_words(seen)}; for a table that is not there {in_words(bare)}; "
        f"web process {share:.0%} of a core; refused {len([each for each in wrong if each < 500])}, failed {len([each for each in wrong if each >= 500])}",  # noqa: E501
        flush=True,
    )
    for each in browsers:
        await each.close()


async def play(browser: Browser, seconds: float) -> list[float]:
    took, end = list[float](), time.monotonic() + seconds
    await asyncio.sleep(random.random() * EVERY)
    while time.monotonic() < end:
        began = time.monotonic()
        took.append(await browser.move("x", {"text": f"{random.randrange(10**6)}/{browser.place.seat + 6}"}))
        await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - began)))
    return took


def until_seen(browsers: list[Browser]) -> list[float]:
    """Seconds from each move at a table until each of the others there had a new frame."""
    seconds, before = list[float](), 0.0
    for sent, mover in sorted(((sent, each) for each in browsers for sent in each.sent), key=lambda pair: pair[0]):
        if sent - before >= ALONE:
            for other in browsers:
                at = bisect.bisect(other.changed, sent)
                if other is not mover and at < len(other.changed):
                    seconds.append(other.changed[at] - sent)
        before = sent
    return seconds


async def bare_moves(site: Served, place: Place) -> list[float]:
    line, took = Line(site), list[float]()
    for _turn in range(50):
        began = perf_counter()
        await line.ask("POST", "/play/000000000000/moves/", place, b"{}")
        took.append(perf_counter() - began)
    return took


def in_words(took: list[float]) -> str:
    ordered = sorted(took)
    p95 = ordered[int(len(ordered) * 0.95)]
    return f"median {statistics.median(took) * 1e3:.0f} ms, p95 {p95 * 1e3:.0f} ms, slowest {ordered[-1] * 1e3:.0f} ms"


if __name__ == "__main__":
    measure()
