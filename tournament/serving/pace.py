"""When the readers of an event hear of a change: at once, but later while a process makes their pages all the time.

A page is rendered once per change, so many events that change every second would keep every process busy with pages,
and those who type would wait. What the public may see never waits: an event that is hidden, published or frozen.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from ..audit.feed import MILLION
from .poller import EVERY, PublicState, PublicStates, look

SHARE = 0.25  # of this process's time, for pages that are made again
LONGEST = 20.0  # seconds that a change waits at most


class PacedLook:
    """The states of all events as their readers are told of them, for the poller. A number that waits is the one told
    before; only the number for everybody waits, not that of judges and organisers."""

    def __init__(self, look: Callable[[], PublicStates] = look, clock: Callable[[], float] = time.monotonic):
        self._look, self._clock = look, clock
        self._told: PublicStates = {}
        self._told_at: dict[str, float] = {}
        self._cost: defaultdict[str, float] = defaultdict(float)  # seconds since the event was told
        self._free_at = float("-inf")

    def rendered(self, slug: str, seconds: float) -> None:
        """A page of the event took so many seconds: more on a busy computer, where readers then hear later."""
        self._cost[slug] += seconds

    def __call__(self) -> PublicStates:
        now, states = self._clock(), dict(self._look())
        changed = [slug for slug, state in states.items() if state != self._told.get(slug)]
        for slug in sorted(changed, key=lambda slug: self._told_at.get(slug, 0.0)):
            known = self._told.get(slug)
            if known and _can_wait(known, states[slug]) and self._is_busy(slug, now):
                states[slug] = replace(states[slug], number=known.number)
            else:
                self._tell(slug, now)
        self._told = states
        return states

    def _tell(self, slug: str, now: float) -> None:
        """Its pages will cost about what they cost the last time, unless that was long ago and they were made for new
        visitors."""
        cost = self._cost.pop(slug, 0.0)
        if now - self._told_at.get(slug, float("-inf")) <= LONGEST + EVERY:
            self._free_at = max(self._free_at, now) + cost / SHARE
        self._told_at[slug] = now

    def _is_busy(self, slug: str, now: float) -> bool:
        return now < min(self._free_at, self._told_at[slug] + LONGEST)


def _can_wait(known: PublicState, state: PublicState) -> bool:
    """Whether only the number grew, and no publication is among the changes."""
    return replace(known, number=state.number) == state and known.number // MILLION == state.number // MILLION
