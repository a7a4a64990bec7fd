"""Event streams: they send the number of the latest change to every open page of an event, and to each page of a live
table its newest frame.

A page that reconnects with an older number gets the latest one. For a listener that is slow only the newest message
waits. One that takes nothing for a while is dropped; its page reconnects by itself.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Any, Protocol

from ..common import limits
from ..web.client_address import network
from ..web.content_security import CONTENT_SECURITY_POLICY
from .poller import Poller

HEARTBEAT = 15.0  # seconds
RETRY = 2000  # milliseconds after which a browser reconnects
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Listened(Protocol):
    """The state that a page listens to: it gets `message` whenever `number` changes, as long as it may be read."""

    @property
    def number(self) -> int | str: ...

    @property
    def message(self) -> bytes: ...

    @property
    def is_public(self) -> bool: ...


class Listener:
    """One open page. `sent` is the number or digest that it knows; `address` is the network address it counts for."""

    __slots__ = ("address", "began", "ended", "pending", "send", "sent", "waiting")

    def __init__(self, send: Send, sent: int | str, ended: asyncio.Future, address: str):
        self.send, self.sent, self.ended, self.address = send, sent, ended, address
        self.pending: asyncio.Task | None = None
        self.waiting, self.began = b"", 0.0

    def tell(self, text: bytes) -> None:
        """Send it without waiting. While the previous message is being sent only the newest one waits."""
        if self.is_sending:
            self.waiting = text
        else:
            self.pending = asyncio.ensure_future(self._deliver(text))

    @property
    def is_sending(self) -> bool:
        return self.pending is not None and not self.pending.done()

    def beat(self) -> None:
        """Send a comment. A listener that is still taking the same message is dropped if that takes too long."""
        if not self.is_sending:
            self.tell(b":\n\n")
        elif time.monotonic() - self.began > limits.ANSWER_PAUSE:
            self.drop(slow=True)

    async def _deliver(self, text: bytes) -> None:
        try:
            while text:
                self.began = time.monotonic()
                await self.send(body(text))
                text, self.waiting = self.waiting, b""
        except Exception:
            self.drop(slow=True)

    async def delivered(self) -> None:
        if self.pending is not None:
            await asyncio.wait((self.pending,), timeout=1)

    def drop(self, slow: bool = False) -> None:
        if not self.ended.done():
            self.ended.set_result(slow)


class Streams:
    """All listeners of this process, in its event loop. `knows_all`: whether what the poller does not name is gone;
    else it is new, and the next look will name it."""

    def __init__(self, poller: Poller, knows_all: bool = True):
        self.knows_all = knows_all
        self.poller, self.listeners = poller, dict[Hashable, set[Listener]]()
        self.of_address = Counter[str]()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.heart: asyncio.TimerHandle | None = None

    @property
    def count(self) -> int:
        return sum(map(len, self.listeners.values()))

    def has_room(self, address: str) -> bool:
        """Whether this process, and this address in it, may have another stream."""
        return self.count < limits.STREAMS and self.of_address[network(address)] < limits.STREAMS_ADDRESS

    async def serve(
        self, slug: Hashable, state: Listened, known: int | str | None, address: str, receive: Receive, send: Send
    ) -> None:
        """Serve the stream of what `slug` names (an event, a reader of a table) until the page closes, it may no longer
        be read, it is too slow, or the server stops."""
        self._begin()
        ended = asyncio.get_running_loop().create_future()
        listener = Listener(send, state.number if known is None else known, ended, network(address))
        gone = asyncio.ensure_future(left(receive))
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send(body(b"retry: %d\n: hello\n\n" % RETRY))
        self.listeners.setdefault(slug, set()).add(listener)
        self.of_address[listener.address] += 1
        try:
            self._bring_up_to_date(slug, listener, (self.poller.states() or {}).get(slug, state))
            await asyncio.wait((listener.ended, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._forget(slug, listener)
            gone.cancel()
        if listener.ended.done() and not listener.ended.result():
            await listener.delivered()
            await send(body(b"", more=False))

    def end(self) -> None:
        """End every stream when the server stops. The pages reconnect to the next server."""
        for listener in self._all():
            listener.drop()

    def _begin(self) -> None:
        """Start listening to the poller, and the heartbeat, with the first stream."""
        if self.heart is None:
            self.loop = asyncio.get_running_loop()
            self.poller.listen(self._called)
            self.heart = self.loop.call_later(HEARTBEAT, self._beat)

    def _called(self, states: Mapping[Any, Any]) -> None:
        """Called in the poller's thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._moved, states)

    def _moved(self, states: Mapping[Any, Any]) -> None:
        for slug, listeners in self.listeners.items():
            for listener in tuple(listeners):
                if self.knows_all or slug in states:
                    self._bring_up_to_date(slug, listener, states.get(slug))

    def _bring_up_to_date(self, slug: Hashable, listener: Listener, state: Listened | None) -> None:
        if state and state.number != listener.sent:
            listener.sent = state.number
            listener.tell(event(state.number, state.message))
        if state is None or not state.is_public:
            listener.drop()

    def _beat(self) -> None:
        for listener in self._all():
            listener.beat()
        assert self.loop is not None
        self.heart = self.loop.call_later(HEARTBEAT, self._beat)

    def _all(self) -> list[Listener]:
        return [listener for listeners in self.listeners.values() for listener in listeners]

    def _forget(self, slug: Hashable, listener: Listener) -> None:
        self.listeners[slug].discard(listener)
        self.of_address -= Counter([listener.address])
        if not self.listeners[slug]:
            del self.listeners[slug]
        if not self.listeners and self.heart is not None:
            self.heart.cancel()
            self.heart = None
            self.poller.leave(self._called)


async def left(receive: Receive) -> None:
    """Return when the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def event(number: int | str, message: bytes) -> bytes:
    """An event whose data is the message, which may have several lines."""
    data = b"".join(b"data: %b\n" % line for line in message.splitlines() or (b"",))
    return b"id: %b\nevent: change\n%b\n" % (str(number).encode(), data)


def body(text: bytes, more: bool = True) -> dict[str, Any]:
    return {"type": "http.response.body", "body": text, "more_body": more}
