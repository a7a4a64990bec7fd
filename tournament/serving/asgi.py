"""The site as an ASGI application: streams, cached pages and health from the event loop, everything else by Django in
threads.

There is a fixed number of threads, and each keeps its database connection. A request takes a thread when all of it is
here, and gives it back when its response is made: neither a slow sender nor a slow reader holds one.
"""

import asyncio
import logging
import re
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import IO, Any
from urllib.parse import parse_qs

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from ..common import limits
from ..common.refusals import Refused
from ..health.alive import alive
from ..health.checks import use_own_connection
from ..health.request_times import measured
from ..moves.locking import written
from ..moves.table_cache import CachedTable, find
from ..web import outages
from ..web.client_address import client_address
from ..web.content_security import secured
from ..web.published.serving import TO_COME
from . import table_streams
from .cached_responses import (
    CONDITIONS,
    PageAnswer,
    PublicRequest,
    ReadyResponse,
    answered,
    language_of,
    public_request,
)
from .costly_requests import Turns
from .django_handler import ready
from .feed_streams import FeedStreams
from .page_cache import PageCache, public_state
from .poller import Poller, PublicStates
from .request_bodies import Bodies, Gone, NotTaken, declared_length
from .request_info import acceptable, known_number, numbered, too_long
from .streams import Receive, Send, Streams, body
from .table_streams import FrameState, WatchedTables

ALIVE, READY = "/healthz", "/readyz"
STREAM = re.compile(r"/events/([-a-zA-Z0-9_]+)/changes/stream")
WAITS_FOR_POLLER = 0.5  # seconds
LOOKS_AGAIN = 0.02
PAUSES = (0.1, 0.15, 0.25, 0.4, 0.6, 1.0, 1.5, 2.0, 2.0)  # seconds before a page is asked for again that is to come
PIECE = 262_144  # bytes of an answer that are sent at once
REFUSAL = ((b"connection", b"close"), (b"retry-after", b"5"))

log = logging.getLogger(__name__)


class Application:
    """The ASGI application. `django` makes the response to a request, in one of the `threads`; the readiness check has
    a thread of its own, with a connection beside the pool. `rendered` is called with the event of each public page
    that was made, and the seconds that it took."""

    def __init__(
        self,
        django: Callable[[ASGIRequest], ReadyResponse],
        poller: Poller,
        threads: Executor,
        rendered: Callable[[str, float], None] = lambda slug, seconds: None,
    ):
        self.django, self.threads, self.rendered = django, threads, rendered
        self.health = ThreadPoolExecutor(1, "health", initializer=use_own_connection)
        self.poller, self.pages, self.streams = poller, PageCache(), Streams(poller)
        self.bodies, self.turns = Bodies(), Turns()
        self.feeds = FeedStreams(poller, lambda scope: self._in_thread(self._respond, scope, BytesIO()))
        self.tables = WatchedTables()
        self.table_poller = Poller(self.tables.look, table_streams.EVERY, "tables")
        self.table_streams = Streams(self.table_poller, knows_all=False)
        self.tables.watched = lambda: tuple(self.table_streams.listeners)  # type: ignore[arg-type]
        written.connect(lambda **_signal: self.table_poller.look_now(), weak=False)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            scope, send = numbered(scope, send)
            with measured(scope, send) as send:
                await self._answer(scope, receive, send)

    async def _answer(self, scope: Any, receive: Receive, send: Send) -> None:
        request = ASGIRequest(scope, BytesIO())
        if len(scope["raw_path"]) + len(scope["query_string"]) > limits.ADDRESS:
            return await self._send(too_long(request), send)
        if scope["path"] == ALIVE:
            return await self._send(ready(alive(request)), send)
        if scope["path"] == READY:
            return await self._django(scope, receive, send, self.health)
        self.poller.states()  # so that it looks
        if declared_length(scope) == 0 and (response := self._outage(request)):
            return await self._send(response, send)
        if request.path_info.endswith("/changes/stream") and await self._streamed(request, receive, send):
            return None
        if self.feeds.takes(request) and acceptable(request):
            refusal = await self.feeds.serve(request, receive, send)
            return await self._send(refusal, send) if refusal else None
        if (code := table_streams.table_code(request)) and await self._table(code, request, receive, send):
            return None
        public = public_request(request)
        try:
            answer = await self._cached(public, scope) if public else None
        except NotTaken as refused:
            return await self._refuse(refused, send)
        form = answer.form_for(request) if answer else None
        if form is None:
            return await self._django(scope, receive, send)
        return await self._send(form, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """From the start of the process to its end. The server waits for open streams before it says that it stops, so
        they end at its signal; the server has handlers of its own in the event loop, which go on working."""
        await receive()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_signal: loop.call_soon_threadsafe(self.end))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def end(self) -> None:
        """The server is about to stop."""
        self.streams.end()
        self.table_streams.end()
        self.feeds.stopping = True

    async def _django(self, scope: Any, receive: Receive, send: Send, threads: Executor | None = None) -> None:
        """Read the request, then let Django answer it."""
        try:
            async with self.bodies.whole(scope, receive) as file, self.turns.turn(scope):
                request = ASGIRequest(scope, file)
                response = self._outage(request)
                if response is None:
                    response = await self._made(partial(self._in_turn, scope, file, threads))
        except Gone:
            log.warning("The browser left before its request was here: %s %s", scope["method"], scope["path"])
        except NotTaken as refused:
            await self._refuse(refused, send)
        else:
            await self._send(response, send)

    async def _in_turn(self, scope: Any, file: IO[bytes], threads: Executor | None) -> ReadyResponse:
        loop, work = asyncio.get_running_loop(), partial(self._respond, scope, file)
        if threads:
            return await loop.run_in_executor(threads, work)
        async with self.turns.to_read(scope):
            return await loop.run_in_executor(self.threads, work)

    def _respond(self, scope: Any, file: IO[bytes]) -> ReadyResponse:
        """Django's response; runs in a thread. The database may have failed while the request waited for one."""
        request = ASGIRequest(scope, file)
        return self._outage(request) or self.django(request)

    async def _made(self, respond: Callable[[], Awaitable[ReadyResponse]]) -> ReadyResponse:
        """The response that `respond` makes. If its page is still to come (`web.published.serving`), it is made again
        after a pause, in which it has no thread."""
        for pause in PAUSES:
            response = await respond()
            if (TO_COME.lower().encode(), b"1") not in response.headers:
                return response
            await asyncio.sleep(pause)
        return await respond()

    def _outage(self, request: ASGIRequest) -> ReadyResponse | None:
        """Return the page for an outage while the poller cannot reach the database; others would wait for a connection.
        A browser that still sends does not read, so its request is read first."""
        if self.poller.failure is None or request.path == READY or request.path.startswith(settings.STATIC_URL):
            return None
        with translation.override(language_of(request)):
            return ready(secured(outages.answer(request, self.poller.failure)))

    async def _in_thread(self, function: Callable, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.threads, function, *arguments)

    # streams

    async def _streamed(self, request: ASGIRequest, receive: Receive, send: Send) -> bool:
        """Serve a stream; False if there is none, so that Django answers as it does without streams."""
        match = STREAM.fullmatch(request.path_info)
        if not match or request.method != "GET" or not acceptable(request):
            return False
        state, address = public_state(await self._states(), match[1]), client_address(request.META)
        if state is None or not self.streams.has_room(address):
            return False
        await self.streams.serve(match[1], state, known_number(request), address, receive, send)
        return True

    # tables

    async def _table(self, code: str, request: ASGIRequest, receive: Receive, send: Send) -> bool:
        """Serve a table's stream; False if Django has to find out who asks, or there is no such table."""
        query = parse_qs(request.META["QUERY_STRING"])
        table = self.tables.tables.get(code) or await self._in_thread(_find_or_none, code)
        asks = table and table_streams.watcher(request, query.get("as", [""])[0], table)
        if not table or not asks or not acceptable(request):
            return False
        address = client_address(request.META)
        if not self.table_streams.has_room(address):
            return False
        known = request.META.get("HTTP_LAST_EVENT_ID") or query.get("after", [""])[0]
        await self.table_streams.serve(asks, FrameState(known[:40]), known[:40], address, receive, send)
        return True

    # pages

    async def _cached(self, request: PublicRequest, scope: Any) -> PageAnswer | None:
        """The cached answer, or None if Django must answer."""
        state = public_state(await self._states(), request.slug)
        if state is None:
            return None
        return await self.pages.answer(request, state, lambda: self._render(request.slug, scope))

    async def _render(self, slug: str, scope: Any) -> PageAnswer:
        """Django's full response, without the conditions of the request."""
        headers = [pair for pair in scope["headers"] if pair[0] not in CONDITIONS]

        async def respond() -> ReadyResponse:
            request = ASGIRequest({**scope, "headers": headers}, BytesIO())
            async with self.turns.to_render(scope):
                return await self._in_thread(self._timed, slug, request)

        return await self._in_thread(answered, await self._made(respond))

    def _timed(self, slug: str, request: ASGIRequest) -> ReadyResponse:
        began = time.monotonic()
        try:
            return self.django(request)
        finally:
            self.rendered(slug, time.monotonic() - began)

    async def _states(self) -> PublicStates | None:
        states, left = self.poller.states(), WAITS_FOR_POLLER
        while states is None and left > 0:
            await asyncio.sleep(LOOKS_AGAIN)
            states, left = self.poller.states(), left - LOOKS_AGAIN
        return states

    async def _refuse(self, refused: NotTaken, send: Send) -> None:
        await self._send(ReadyResponse.of_text(refused.status, refused.sentence, *REFUSAL), send)

    async def _send(self, response: ReadyResponse, send: Send) -> None:
        """Send the response in pieces. A reader that accepts nothing for a while is disconnected; nothing waits for
        it."""
        whole, headers = response.body, list(response.headers)
        with BytesIO(whole) if isinstance(whole, bytes) else whole as file:
            file.seek(0)
            piece = file.read(PIECE)
            try:
                await send({"type": "http.response.start", "status": response.status, "headers": headers})
                while following := file.read(PIECE):
                    async with asyncio.timeout(limits.ANSWER_PAUSE):
                        await send(body(piece))
                    piece = following
                await send(body(piece, more=False))
            except (OSError, TimeoutError):
                log.info("A reader left or took nothing of its answer.")


def _find_or_none(code: str) -> CachedTable | None:
    """The table at this address; None also if Django has to answer that it is busy."""
    with suppress(Refused):
        return find(code)
    return None
