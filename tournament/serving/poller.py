"""The public state of each event, or of each live table, read from the database by one thread per process."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import Error, OperationalError, connection

from ..models import Event

EVERY = 0.25  # seconds between two looks
FRESH = 2.0  # seconds for which a look is valid
ASKED_FOR = 60.0  # seconds it goes on after the last request

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PublicState:
    """The state of an event. Its public pages depend on these four values and nothing else."""

    event: int
    number: int  # of the last change
    visibility: str
    shown: int | None  # id of the copy that the public sees
    record_number: int = field(default=0, compare=False)  # of the last change of all

    @property
    def message(self) -> bytes:
        return str(self.number).encode()

    @property
    def is_public(self) -> bool:
        return self.visibility != Event.Visibility.HIDDEN


PublicStates = Mapping[str, PublicState]  # by the event's slug
Look = Callable[[], Mapping[Any, Any]]


def look() -> PublicStates:
    """The state of every event, in one query."""
    heads = "change_head__number", "visibility", "shown", "change_head__record_number"
    rows = Event.objects.values_list("slug", "pk", *heads)
    return {slug: PublicState(pk, number or 0, *rest) for slug, pk, number, *rest in rows}


class Poller:
    """Reads all states, every quarter of a second unless told otherwise, while there are listeners or recent requests,
    and sleeps otherwise."""

    def __init__(self, look: Look = look, every: float | None = None, name: str = "changes"):
        self._look, self._every, self._name = look, every, name
        self._states: Mapping[Any, Any] = {}
        self._began = self._asked = float("-inf")
        self.failure: OperationalError | None = None  # of the last look, if the database did not answer it
        self._wake = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._listeners: list[Callable[[Mapping[Any, Any]], object]] = []
        self._stopping = False

    def states(self) -> Mapping[Any, Any] | None:
        """Every event's state, or None if the last look is too old. Never waits."""
        self._asked = time.monotonic()
        if self._thread is None or not self._thread.is_alive():
            self._start()
        if self._asked - self._began < FRESH:
            return self._states
        self._wake.set()
        return None

    def listen(self, listener: Callable[[Mapping[Any, Any]], object]) -> None:
        """Call `listener` with all states whenever one changes, in the poller's thread."""
        self._listeners.append(listener)
        self.states()

    def leave(self, listener: Callable[[Mapping[Any, Any]], object]) -> None:
        self._listeners.remove(listener)

    def look_now(self) -> None:
        """Look at once: something has changed."""
        self._wake.set()

    def stop(self) -> None:
        """End the thread and its connection. The next request starts it again."""
        thread, self._stopping = self._thread, True
        self._wake.set()
        if thread is not None:
            thread.join()
        self._thread, self._began = None, float("-inf")

    def _start(self) -> None:
        with self._starting:  # also after a fork, which does not copy the thread
            if self._thread is None or not self._thread.is_alive():
                self._stopping = False
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while not self._stopping:
            if not self._listeners and time.monotonic() - self._asked > ASKED_FOR:
                connection.close()
                self._began, self.failure = float("-inf"), None  # the last look is no longer valid
                self._wake.wait()
            self._wake.clear()
            began, every = time.monotonic(), self._every or EVERY
            pause = self._wake.wait if self._see() else time.sleep  # after an error, wait the full time
            time.sleep(min(time.monotonic() - began, every))  # others of this process have their turn
            pause(every)
        connection.close()

    def _see(self) -> bool:
        """Poll once and notify the listeners; False if that failed. The thread survives every error: without it no page
        of this process would learn of a change."""
        try:
            self._look_and_notify()
        except Error as error:
            log.warning("the changes could not be read: %s", error)
            self.failure = error if isinstance(error, OperationalError) else None
        except Exception:
            log.exception("the %s could not be read", self._name)
        else:
            return True
        connection.close()
        return False

    def _look_and_notify(self) -> None:
        began = time.monotonic()
        states = self._look()
        changed, self._states, self._began = states != self._states, states, began
        self.failure = None
        if changed:
            for listener in tuple(self._listeners):
                listener(states)
