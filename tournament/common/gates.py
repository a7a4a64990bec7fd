"""Limits on work that runs at the same time in a process."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Queued(Exception):
    """Too many already do this work or wait for it."""


class Gate:
    """Lets `places` threads pass at a time. `waiting` more may wait, for `seconds` each; others are refused at once, so
    that the threads that wait are never all that there are."""

    def __init__(self, places: int, waiting: int, seconds: float):
        self.places, self.waiting, self.seconds = places, waiting, seconds
        self._free, self._queue = places, 0
        self._changed = threading.Condition()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Raises Queued."""
        self._enter()
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify()

    def _enter(self) -> None:
        end = time.monotonic() + self.seconds
        with self._changed:
            if not self._free and self._queue >= self.waiting:
                raise Queued
            self._queue += 1
            try:
                while not self._free:
                    if not self._changed.wait(max(0.0, end - time.monotonic())) and not self._free:
                        raise Queued
                self._free -= 1
            finally:
                self._queue -= 1
