"""Request bodies, read by the event loop: a slow sender occupies a connection, never a thread."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from ..common import limits
from .streams import Receive


class Gone(OSError):
    """The browser left before it had sent all of its request."""


class NotTaken(Exception):
    """The request is refused before Django sees it: an HTTP status and a sentence."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


@dataclass(frozen=True)
class Pace:
    """`seconds` for a body, and one more for each `rate` bytes that have come; `pause` between two pieces."""

    seconds: float = limits.BODY_SECONDS
    rate: float = limits.BODY_RATE
    pause: float = limits.BODY_PAUSE


@dataclass(eq=False)
class Body:
    """A request that is being read, or that Django works on. `heard`: when its last bytes came."""

    file: IO[bytes]
    began: float
    heard: float
    size: int = 0
    stored: int = 0
    reading: asyncio.Future | None = None
    gave_way: bool = False

    def store(self, piece: bytes) -> bool:
        """Write a piece; False if there was no room for it."""
        try:
            self.file.write(piece)
        except OSError:
            return False
        self.stored += len(piece)
        return True

    def rewind(self) -> bool:
        """Go back to the beginning; False if there was no room for what was still to be written."""
        try:
            self.file.seek(0)
        except OSError:
            return False
        return True


class Bodies:
    """All bodies of this process, in its event loop."""

    def __init__(self, pace: Pace = Pace(), most: int = limits.BODIES, total: int = limits.BODIES_TOTAL):  # noqa: B008
        self.pace, self.most, self.total = pace, most, total
        self.held: set[Body] = set()

    @asynccontextmanager
    async def whole(self, scope: Any, receive: Receive) -> AsyncIterator[IO[bytes]]:
        """The body from its beginning; it is dropped when the block ends. What is longer than a request may be is read
        and not kept: Django refuses it by its length. Raises NotTaken and Gone."""
        declared, now = declared_length(scope), asyncio.get_running_loop().time()
        if declared is not None and declared > limits.REQUEST * limits.READ_AWAY:
            raise NotTaken(413, "This is much larger than what can be sent at once.")
        file = SpooledTemporaryFile(limits.BODY_MEMORY)  # noqa: SIM115 - on a full disk closing it fails as well
        body = Body(file, now, now)
        self._make_room()
        self.held.add(body)
        try:
            if declared != 0:
                await self._read(body, declared, receive)
            yield file
        finally:
            self.held.discard(body)
            with suppress(OSError):
                file.close()

    async def _read(self, body: Body, declared: int | None, receive: Receive) -> None:
        keep, more, is_full = (declared or 0) <= limits.REQUEST, True, False
        while more:
            message = await self._next(body, receive)
            if message["type"] == "http.disconnect":
                raise Gone("the browser left before all of its request was here")
            piece, more = message.get("body", b""), message.get("more_body", False)
            body.size += len(piece)
            if declared is None and body.size > limits.REQUEST:
                raise NotTaken(413, "This is larger than what can be sent at once.")
            if keep:
                if sum(each.stored for each in self.held) + len(piece) > self.total:
                    raise NotTaken(503, "Too much is being sent just now. Nothing was saved; try again in a minute.")
                keep = body.store(piece)
                is_full = not keep
        body.reading = None
        if is_full or not body.rewind():
            raise NotTaken(503, "The disk is full: nothing more can be saved. Tell the organiser to make room on it.")

    async def _next(self, body: Body, receive: Receive) -> Any:
        """The next piece. Raises NotTaken if it comes too late, or if this body gave way to others."""
        loop = asyncio.get_running_loop()
        left = body.began + self.pace.seconds + body.size / self.pace.rate - loop.time()
        body.reading = asyncio.ensure_future(receive())
        try:
            message = await asyncio.wait_for(body.reading, max(0.0, min(left, self.pace.pause)))
        except TimeoutError as late:
            raise _too_slow() from late
        except asyncio.CancelledError:
            if body.gave_way:
                raise _too_slow() from None
            raise
        body.heard = loop.time()
        return message

    def _make_room(self) -> None:
        """Stop the body that has been silent longest, if too many are being read."""
        read = [each for each in self.held if each.reading is not None and not each.gave_way]
        if len(read) >= self.most:
            silent = min(read, key=lambda each: each.heard)
            silent.gave_way = True
            assert silent.reading is not None
            silent.reading.cancel()


def _too_slow() -> NotTaken:
    return NotTaken(408, "The request took too long to arrive. Nothing was saved; try again.")


def declared_length(scope: Any) -> int | None:
    """The length that a request says its body has: 0 without a body, None if it comes in chunks."""
    headers = {name: value for name, value in scope["headers"] if name in {b"content-length", b"transfer-encoding"}}
    if b"transfer-encoding" in headers:
        return None
    length = headers.get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0
