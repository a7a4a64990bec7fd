"""The feed as a stream for programs: `changes/stream` of the API, as server-sent events or as lines of JSON.

Each stream asks `changes/` in its reader's name, when something has changed and every few seconds anyway. So there is
one rule about who reads what, and a stream ends soon after its token, its person's role or the event's publicity does.
"""

import asyncio
import json
import logging
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from typing import Any
from urllib.parse import parse_qs, urlencode

from django.core.handlers.asgi import ASGIRequest

from ..common import limits
from ..web.client_address import client_address, network
from .cached_responses import CONDITIONS, ReadyResponse, read
from .poller import Poller
from .streams import HEADERS, HEARTBEAT, Receive, Send, body, event, left

ADDRESS = re.compile(r"/api/v1/events/[-a-zA-Z0-9_]+/changes/stream")
EVERY = 0.5  # seconds between two looks at whether something has changed
LINES = b"application/x-ndjson"
OF_STREAM = {b"accept", b"last-event-id"}

AskSite = Callable[[Any], Awaitable[ReadyResponse]]

log = logging.getLogger(__name__)


class Reader:
    """One reader of a feed. `ask` gives the site's answer to a request."""

    def __init__(self, scope: Any, ask: AskSite):
        sent, query = dict(scope["headers"]), parse_qs(scope["query_string"].decode("latin-1"))
        self.as_lines = LINES in sent.get(b"accept", b"")
        self.since: Any = sent.get(b"last-event-id", b"").decode("latin-1") or query.get("since", ["0"])[0]
        path = scope["path"].removesuffix("stream")
        self.slug = path.split("/")[-3]
        headers = [pair for pair in scope["headers"] if pair[0] not in CONDITIONS | OF_STREAM]
        self.scope, self.ask = {**scope, "path": path, "raw_path": path.encode(), "headers": headers}, ask
        self.has_more = False

    @property
    def start(self) -> dict[str, Any]:
        kind = [(b"content-type", LINES)] if self.as_lines else []
        headers = kind + [pair for pair in HEADERS if not kind or pair[0] != b"content-type"]
        return {"type": "http.response.start", "status": 200, "headers": headers}

    @property
    def heartbeat(self) -> bytes:
        return b"\n" if self.as_lines else b":\n\n"

    async def news(self) -> ReadyResponse | bytes:
        """What changed since the last time, to be sent; or the refusal."""
        answer = await self.ask({**self.scope, "query_string": urlencode({"since": self.since}).encode()})
        if answer.status != 200:
            return answer
        page = json.loads(answer.body if isinstance(answer.body, bytes) else read(answer.body))
        self.since, self.has_more = page["last"], len(page["changes"]) == limits.API_PAGE_MOST
        return b"".join(map(self._message, page["changes"]))

    def _message(self, change: dict[str, Any]) -> bytes:
        text = json.dumps(change).encode()
        return text + b"\n" if self.as_lines else event(change["number"], text)


class FeedStreams:
    """All of them in this process, in its event loop."""

    def __init__(self, poller: Poller, ask: AskSite):
        self.poller, self.ask = poller, ask
        self.of_address = Counter[str]()
        self.stopping = False

    def takes(self, request: ASGIRequest) -> bool:
        """Whether this is a request for a stream and there is room for it, in this process and for its address."""
        of_address = self.of_address[_place(request)]
        is_asked_for = request.method == "GET" and ADDRESS.fullmatch(request.path_info)
        has_room = self.of_address.total() < limits.FEED_STREAMS and of_address < limits.FEED_STREAMS_ADDRESS
        return bool(is_asked_for and has_room)

    async def serve(self, request: ASGIRequest, receive: Receive, send: Send) -> ReadyResponse | None:
        """Serve the stream until its reader leaves, may not read any more or is too slow, or the server stops. Returns
        the refusal if it does not begin."""
        reader, place = Reader(request.scope, self.ask), _place(request)
        self.of_address[place] += 1
        gone = asyncio.ensure_future(left(receive))
        try:
            seen, text = self._state(reader.slug), await reader.news()
            if isinstance(text, ReadyResponse):
                return text
            await send(reader.start)
            await self._follow(reader, text, seen, gone, send)
            await send(body(b"", more=False))
        except (OSError, TimeoutError):
            log.info("A reader of a feed left or took nothing.")
        finally:
            gone.cancel()
            self.of_address -= Counter([place])
        return None

    async def _follow(
        self, reader: Reader, text: ReadyResponse | bytes, seen: Hashable, gone: asyncio.Future, send: Send
    ) -> None:
        due = 0.0
        while isinstance(text, bytes):
            if text or time.monotonic() >= due:
                async with asyncio.timeout(limits.ANSWER_PAUSE):
                    await send(body(text or reader.heartbeat))
                due = time.monotonic() + HEARTBEAT
            while not (reader.has_more or gone.done() or self._state(reader.slug) != seen or time.monotonic() >= due):
                await asyncio.sleep(EVERY)
            if gone.done() or self.stopping:
                return
            seen, text = self._state(reader.slug), await reader.news()

    def _state(self, slug: str) -> Hashable:
        """Another one after each change, also of those that the public does not hear of, and when the server stops."""
        state = (self.poller.states() or {}).get(slug)
        return state, state and state.record_number, self.stopping


def _place(request: ASGIRequest) -> str:
    return network(client_address(request.META))
