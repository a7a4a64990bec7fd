"""Limits on expensive requests that anybody can send: only a few of a kind have a thread at the same time. Others wait
in the event loop, where waiting costs nothing, and are refused after a while."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any

from ..common import limits
from .request_bodies import NotTaken

SIGN_IN = re.compile("/sign-in/")
# not /api/v1/reading/: those who type a sheet never wait for strangers
PRACTICE = re.compile("/api/v1/engine/.*|/practice/solvers/|/practice/move/|/play/reading/")
FILE = re.compile(r"/events/[^/]+/.*[.](csv|xlsx|json)")  # much of an event at once
PAPER = re.compile(r"/events/[^/]+/(.*[.]pdf|run/(.*/)?(print|handouts)/)")


class RequestKind:
    """A kind of expensive request: `places` of them run at a time, and `waiting` more wait for so many seconds. After
    each, its place rests `rest` times as long as the request took, so a busy computer accepts fewer of them."""

    def __init__(self, places: int, waiting: int, seconds: float, refusal: NotTaken, rest: float = 0.0):
        self.most, self.seconds, self.refusal, self.rest = places + waiting, seconds, refusal, rest
        self.taken, self._places = 0, asyncio.Semaphore(places)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Raises NotTaken."""
        if self.taken >= self.most:
            raise self.refusal
        self.taken += 1
        try:
            await self._place()
            loop = asyncio.get_running_loop()
            began = loop.time()
            try:
                yield
            finally:
                loop.call_later(self.rest * (loop.time() - began), self._places.release)
        finally:
            self.taken -= 1

    async def _place(self) -> None:
        try:
            async with asyncio.timeout(self.seconds):
                await self._places.acquire()
        except TimeoutError as late:
            raise self.refusal from late


class Turns:
    """The turns of a process."""

    def __init__(self) -> None:
        hashed = limits.HASHES_TOGETHER + limits.WAITING_TO_HASH  # those that wait do so in their threads
        many = NotTaken(429, "Many people are signing in just now. Go back and try again in a few seconds.")
        self.passwords = RequestKind(hashed, 0, 0.0, many)
        busy = NotTaken(503, "Very many are practising just now. Try again in a moment.")
        self.practice = RequestKind(
            limits.PRACTICE_TOGETHER, limits.WAITING_TO_PRACTISE, limits.WAIT_TO_PRACTISE, busy, 1.0
        )
        queue = limits.WAITING_FOR_RENDER, limits.WAIT_FOR_RENDER
        many = NotTaken(503, "Very many pages are being made just now. Try again in a moment.")
        self.pages = RequestKind(limits.PAGES_TOGETHER, *queue, many)
        many = NotTaken(503, "Very many pages are being read just now. Try again in a moment.")
        self.reads = RequestKind(limits.READS_TOGETHER, *queue, many)
        many = NotTaken(503, "Many files are being made just now. Try again in a moment.")
        self.files, self.papers = (
            RequestKind(limits.FILES_TOGETHER, *queue, many),
            RequestKind(limits.PAPERS_TOGETHER, *queue, many),
        )

    @asynccontextmanager
    async def turn(self, scope: Any) -> AsyncIterator[None]:
        """Wait for the turn of this request, if it needs one. Raises NotTaken."""
        if (kind := self.kind(scope)) is None:
            yield
            return
        async with kind.turn():
            yield

    def to_read(self, scope: Any) -> AbstractAsyncContextManager[None]:
        """Wait for the turn of a request that only reads, if it is of no other kind and not of a live table, whose
        frames are small and many. Raises NotTaken."""
        is_read = scope["method"] in {"GET", "HEAD"} and not scope["path"].startswith("/play/")
        return self.reads.turn() if is_read and self.kind(scope) is None else nullcontext()

    def to_render(self, scope: Any) -> AbstractAsyncContextManager[None]:
        """Wait for the turn of an answer that is made for everybody. Raises NotTaken."""
        return (self.kind(scope) or self.pages).turn()

    def kind(self, scope: Any) -> RequestKind | None:
        """The kind of this request; None if it needs no turn."""
        path, asks = scope["path"], scope["method"] == "POST" or scope["query_string"]
        if scope["method"] == "POST" and SIGN_IN.fullmatch(path):
            return self.passwords
        if FILE.fullmatch(path):
            return self.files
        if asks and PAPER.fullmatch(path):
            return self.papers
        return self.practice if asks and PRACTICE.fullmatch(path) else None
