"""A volunteer as a browser is one: one open connection, cookies, the page's requests, and what was acknowledged."""

import http.client
import itertools
import json
import re
import uuid
from urllib.parse import urlencode

TIMEOUT = 15


class Unreachable(Exception):
    """There was no answer; the request may or may not have been carried out."""


class Volunteer:
    """At one port, or at several: then, after a request without an answer, the next one is at the next port."""

    def __init__(self, ports: int | list[int], name: str, session: str):
        self.name, self.cookies = name, {"sessionid": session, "csrftoken": "c" * 32}
        self.ports = itertools.cycle([ports] if isinstance(ports, int) else ports)
        self.connection = http.client.HTTPConnection("127.0.0.1", next(self.ports), timeout=TIMEOUT)

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, bytes]:
        """Send a request and read the whole answer: status and body. Raises Unreachable."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers |= {"Content-Type": kind, "X-CSRFToken": self.cookies.get("csrftoken", "")}
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            self.connection.port = next(self.ports)
            raise Unreachable(f"{method} {path}: {error!r}") from error
        for each in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = each.partition(";")[0].partition("=")
            self.cookies[name] = value
        self.location = answer.headers.get("Location", "")
        return answer.status, content

    def post(self, path: str, **fields: str) -> tuple[int, bytes]:
        """Send a form of a page."""
        sent = urlencode({**fields, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
        return self.ask("POST", path, sent.encode(), "application/x-www-form-urlencoded")

    def send(self, path: str, data: bytes) -> tuple[int, bytes]:
        """Send a request of the page's script."""
        return self.ask("POST", path, data, "application/json")

    def open_sheet(self, slug: str, position: int, number: int) -> int:
        """Open a player's sheet by their number, as people do; returns the keying's id."""
        status, content = self.post(f"/events/{slug}/key/{position}/", number=str(number))
        if status != 302:
            raise Unreachable(f"the sheet of {number} does not open: {status} {content[:200]!r}")
        status, page = self.ask("GET", self.location)
        match = re.search(rb'data-keying="(\d+)"', page)
        if status != 200 or match is None:
            raise Unreachable(f"the sheet of {number} has no page: {status}")
        return int(match[1])


def as_json(lines: list[dict]) -> bytes:
    return json.dumps({"lines": lines}).encode()


def new_line(box: int, position: int, text: str, mark: str = "written") -> dict:
    """A line as the page makes it."""
    key = str(uuid.uuid4())
    return {"key": key, "box": box, "position": position, "text": text, "mark": mark, "revision": 1}
