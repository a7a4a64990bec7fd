"""A cache of the public pages of events. A page is rendered once per change, however many people ask for it.

It needs the poller to know the current state of the event; otherwise Django renders every page. A cached page is at
most as old as the poller's second to last look, or as a change waits (`pace`).
"""

import asyncio
from collections.abc import Awaitable, Callable

from cachetools import LRUCache

from ..common import limits
from .cached_responses import PageAnswer, PublicRequest
from .poller import PublicState, PublicStates
from .request_bodies import NotTaken

PendingRender = asyncio.Future[PageAnswer]


class PageCache:
    """The cached pages of a process, in its event loop: answers by request, each with the state it was made in. The
    least recently used go first."""

    def __init__(self, most_bytes: int = limits.PAGES_MEMORY):
        self._answers: LRUCache[PublicRequest, tuple[PublicState, PageAnswer]] = LRUCache(
            most_bytes, lambda each: each[1].size
        )
        self._pending: dict[tuple[PublicRequest, PublicState], PendingRender] = {}

    async def answer(
        self, request: PublicRequest, state: PublicState, render: Callable[[], Awaitable[PageAnswer]]
    ) -> PageAnswer | None:
        """The cached answer, or the one being rendered for everybody who waits for it. None if that answer is not for
        everybody, or its rendering failed: then this request needs its own. Raises NotTaken."""
        cached = self._answers.get(request)
        if cached and cached[0] == state:
            return cached[1]
        rendering = self._pending.get((request, state))
        if rendering is None:
            return await asyncio.shield(self._start(request, state, render))
        try:
            answer = await asyncio.shield(rendering)
        except NotTaken:
            raise
        except Exception:
            return None
        return answer if answer.cacheable else None

    def _start(
        self, request: PublicRequest, state: PublicState, render: Callable[[], Awaitable[PageAnswer]]
    ) -> PendingRender:
        """Render it as a task of its own, so that a visitor who leaves does not stop it for the others."""
        rendering = self._pending[request, state] = asyncio.ensure_future(render())
        rendering.add_done_callback(lambda done: self._finish(request, state, done))
        return rendering

    def _finish(self, request: PublicRequest, state: PublicState, rendering: PendingRender) -> None:
        del self._pending[request, state]
        if rendering.cancelled() or rendering.exception():
            return
        answer, most = rendering.result(), min(limits.PAGE_MEMORY, self._answers.maxsize)
        if answer.size > most:
            answer = answer.packed_only()
        if not answer.cacheable or answer.size > most:
            return
        self._answers[request] = state, answer


def public_state(states: PublicStates | None, slug: str) -> PublicState | None:
    """The state of the event, if it is known and the event is public."""
    state = states.get(slug) if states else None
    return state if state and state.is_public else None
