"""Limits on work that runs at the same time in a process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Queued(Exception):
    """Too many already do this work or wait for it."""


class Gate:
    """Lets `places` threads pass at a time. `waiting` more may wait, for `seconds` each; others are refused at once, so
    that the threads that wait are never all that there are."""

    def __init__(self, places: int, waiting: int, seconds: float):
        self.seconds = seconds
        self._here, self._inside = threading.Semaphore(places + waiting), threading.Semaphore(places)

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Raises Queued."""
        if not self._here.acquire(blocking=False):
            raise Queued
        try:
            if not self._inside.acquire(timeout=self.seconds):
                raise Queued
            try:
                yield
            finally:
                self._inside.release()
        finally:
            self._here.release()
