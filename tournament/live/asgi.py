"""The site as an ASGI application: streams and cached pages from the event loop, everything else by Django in threads.

Django runs as under WSGI, in a fixed number of threads that keep their database connections. A request takes a thread
when all of it is here, and gives it back when its answer is made: neither a slow sender nor a slow reader holds one.
"""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, quote

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import build_environ
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest

from ..common import limits
from ..moves.known import Known, find, latest
from ..web.client_address import client_address
from . import tables
from .answers import Answer, Environ, PublicRequest, ReadyResponse, public_request
from .bodies import Bodies, Gone, NotTaken
from .pages import WAITS_FOR_READER, Flight, Pages, public_state
from .reader import Reader, State, States
from .streams import Receive, Send, Streams, body
from .tables import FrameState, Tables, Watcher

SIGN_IN = "/sign-in/"
STREAM = re.compile(r"/events/([-a-zA-Z0-9_]+)/changes/stream")
NUMBER = re.compile(r"[0-9]{1,18}")
LOOKS_AGAIN = 0.02  # seconds
PIECE = 65_536  # bytes; Django sends files in small pieces, and passing each between threads is slow

log = logging.getLogger(__name__)


class Site:
    """`django` is a WSGI application."""

    def __init__(self, django: Callable, reader: Reader, threads: int):
        self.reader, self.pages, self.streams = reader, Pages(django, reader), Streams(reader)
        self.bridge = WSGIMiddleware(in_large_pieces(django), workers=threads, send_queue_size=limits.ANSWER_PIECES)
        self.bodies, self.passwords = Bodies(), 0
        self.tables = Tables()
        self.table_reader = Reader(self.tables.look, tables.EVERY, "tables")
        self.table_streams = Streams(self.table_reader, knows_all=False)
        self.tables.watched = lambda: tuple(self.table_streams.listeners)  # type: ignore[arg-type]

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.bridge(scope, receive, send)
        scope = {**scope, "query_string": quote(scope["query_string"], safe=ASCII).encode()}
        environ: Any = build_environ(scope, BytesIO())  # type: ignore[arg-type]
        if scope["path"].endswith("/changes/stream") and await self._streamed(environ, receive, send):
            return None
        if (place := tables.address(environ)) and await self._table(place, environ, receive, send):
            return None
        request = public_request(environ)
        answer = await self._kept(request, environ) if request else None
        if answer is None:
            return await self._django(scope, receive, send)
        return await self._send(answer.form_for(environ), send)

    async def _django(self, scope: Any, receive: Receive, send: Send) -> None:
        """Read the request, then let Django answer it."""
        try:
            async with self.bodies.whole(scope, receive) as file, self._turn_to_sign_in(scope):
                await to_the_end(self.bridge, {**scope, "body": file}, receive, send)
        except Gone:
            log.warning("The browser left before its request was here: %s %s", scope["method"], scope["path"])
        except NotTaken as refused:
            await self._send(refusal(refused), send)

    def end(self) -> None:
        """The server is about to stop."""
        self.streams.end()
        self.table_streams.end()

    # streams

    async def _streamed(self, environ: Environ, receive: Receive, send: Send) -> bool:
        """Serve a stream; False if there is none, so that Django answers as it does without streams."""
        found = STREAM.fullmatch(environ["PATH_INFO"])
        if not found or environ["REQUEST_METHOD"] != "GET" or not acceptable(environ):
            return False
        state = public_state(await self._states(), PublicRequest(found[1], ()))
        address = client_address(environ)
        if state is None or not self.streams.has_room(address):
            return False
        await self.streams.serve(found[1], state, known_number(environ), address, receive, send)
        return True

    # tables

    async def _table(self, place: tuple[str, str], environ: Environ, receive: Receive, send: Send) -> bool:
        """Serve a table's stream or frame; False if Django has to find out who asks, or there is no such table."""
        code, kind = place
        query = parse_qs(environ["QUERY_STRING"])
        table = self.tables.tables.get(code) or await self._in_thread(find, code)
        asks = table and tables.watcher(environ, query.get("as", [""])[0], table)
        if not table or not asks or not acceptable(environ):
            return False
        if kind == "frame/":
            await self._send(await self._frame(table, asks, query.get("want", [""])[0]), send)
            return True
        address = client_address(environ)
        if not self.table_streams.has_room(address):
            return False
        known = environ.get("HTTP_LAST_EVENT_ID") or query.get("after", [""])[0]
        await self.table_streams.serve(asks, FrameState(known[:40]), known[:40], address, receive, send)
        return True

    async def _frame(self, table: Known, asks: Watcher, wanted: str) -> ReadyResponse:
        """The newest frame that this process knows. If the page was told of another one, by a process that saw the
        change earlier, the database is asked."""
        if ready := self.tables.ready(asks, wanted):
            return ready
        away = self.tables.away.get(asks.code)
        digest, answer = await self._in_thread(tables.answer, latest(table), away, asks)
        if wanted and wanted != digest and (newer := await self._in_thread(find, asks.code)):
            _digest, answer = await self._in_thread(tables.answer, newer, away, asks)
        return answer

    async def _in_thread(self, function: Callable, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.bridge.executor, function, *arguments)

    # pages

    async def _kept(self, request: PublicRequest, environ: Environ) -> Answer | None:
        """The cached answer, or None if Django must answer."""
        state = public_state(await self._states(), request)
        if state is None:
            return None
        answer = self.pages.kept.find(request, state)
        if answer is not None:
            return answer
        flight, ours = self.pages.kept.claim(request, state)
        if ours:  # in a thread, so that a visitor who leaves does not stop it for the others
            self.bridge.executor.submit(self._fly, flight, request, state, environ)
        try:
            answer = await asyncio.wrap_future(flight)
        except Exception:
            if ours:
                raise
            return None
        return answer if ours or answer.kept else None

    def _fly(self, flight: Flight, request: PublicRequest, state: State, environ: Environ) -> None:
        self.pages.kept.fly(flight, request, state, lambda: self.pages.make(environ))

    async def _states(self) -> States | None:
        states, left = self.reader.states(), WAITS_FOR_READER
        while states is None and left > 0:
            await asyncio.sleep(LOOKS_AGAIN)
            states, left = self.reader.states(), left - LOOKS_AGAIN
        return states

    @asynccontextmanager
    async def _turn_to_sign_in(self, scope: Any) -> AsyncIterator[None]:
        """Passwords take threads only as far as they can be hashed or wait for it; more are refused here. Raises NotTaken."""
        counted = scope["method"] == "POST" and scope["path"] == SIGN_IN
        if counted and self.passwords >= limits.HASHES_AT_ONCE + limits.WAITING_TO_HASH:
            raise NotTaken(429, "Many people are signing in just now. Go back and try again in a few seconds.")
        self.passwords += counted
        try:
            yield
        finally:
            self.passwords -= counted

    async def _send(self, form: ReadyResponse, send: Send) -> None:
        await send({"type": "http.response.start", "status": form.status, "headers": form.headers})
        await send(body(form.body, more=False))


ASCII = "".join(map(chr, range(33, 127)))  # characters left as they are in a query


def acceptable(environ: Environ) -> bool:
    """Whether Django would accept this host and not redirect to HTTPS."""
    from django.conf import settings

    request = WSGIRequest(environ)
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return request.is_secure() or not settings.SECURE_SSL_REDIRECT


def known_number(environ: Environ) -> int | None:
    """The change number that a page knows: the last one it received, else the one it was rendered with."""
    made_with = parse_qs(environ["QUERY_STRING"]).get("after", [""])[0]
    for number in (environ.get("HTTP_LAST_EVENT_ID", ""), made_with):
        if NUMBER.fullmatch(number):
            return int(number)
    return None


def refusal(refused: NotTaken) -> ReadyResponse:
    text = refused.sentence.encode()
    headers = (
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
        (b"x-content-type-options", b"nosniff"),
    )
    return ReadyResponse(refused.status, headers, text)


async def to_the_end(application: Callable, scope: Any, receive: Receive, send: Send) -> None:
    """Run it to its end even if the browser leaves, and drop what it still says: the thread behind it would wait for
    ever to be rid of its answer. A reader who takes nothing for a while is left as well."""
    left = False

    async def send_on(message: Any) -> None:
        nonlocal left
        if not left:
            try:
                await asyncio.wait_for(send(message), limits.ANSWER_PAUSE)
            except (OSError, TimeoutError):
                left = True

    running = asyncio.ensure_future(application(scope, receive, send_on))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        left = True
        await running  # the body must stay until nobody reads it


def in_large_pieces(django: Callable) -> Callable:
    """`django`, reading the body that the event loop has read, and answering in pieces of 64 kB."""

    def application(environ: Environ, start_response: Callable):
        environ["wsgi.input"] = environ["asgi.scope"].get("body", environ["wsgi.input"])
        parts = django(environ, start_response)
        try:
            gathered = bytearray()
            for part in parts:
                gathered += part
                if len(gathered) >= PIECE:
                    yield bytes(gathered)
                    gathered.clear()
            yield bytes(gathered)
        finally:
            getattr(parts, "close", lambda: None)()

    return application
