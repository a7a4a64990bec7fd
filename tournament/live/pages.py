"""The public pages of an event, kept while nothing has changed: made once, however many ask in the same moment.

An answer is given from here only while the reader knows how the event stands now; without the reader every page is made
anew. What is kept is at most as old as the reader's last look but one.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from http.client import responses
from io import BytesIO

from .answers import CONDITIONS, Answer, Environ, Form, Question, answered, question
from .reader import Reader, State, States

MOST_BYTES = 48_000_000  # kept by a process
MOST_OF_ONE = 16_000_000  # the export of 2,000 players; more than that is made anew each time
WAITS_FOR_READER = 0.5  # seconds
WAITS_FOR_PAGE = 30.0

Flight = Future  # of an Answer that is being made


class Kept:
    """Answers by question, each with the state that it was made in; the ones not asked for longest go first."""

    def __init__(self, most_bytes: int = MOST_BYTES):
        self.most_bytes, self.size = most_bytes, 0
        self._answers: OrderedDict[Question, tuple[State, Answer]] = OrderedDict()
        self._flights: dict[tuple[Question, State], Flight] = {}
        self._lock = threading.Lock()

    def find(self, asked: Question, state: State) -> Answer | None:
        with self._lock:
            kept = self._answers.get(asked)
            if kept is None or kept[0] != state:
                return None
            self._answers.move_to_end(asked)
            return kept[1]

    def claim(self, asked: Question, state: State) -> tuple[Flight, bool]:
        """The flight that brings this answer, and whether it is for the caller to `fly`."""
        with self._lock:
            flight = self._flights.get((asked, state))
            if flight is not None:
                return flight, False
            flight = self._flights[asked, state] = Flight()
            flight.set_running_or_notify_cancel()  # from here on nobody who waits can cancel it
            return flight, True

    def fly(self, flight: Flight, asked: Question, state: State, make: Callable[[], Answer]) -> None:
        """Make the answer, keep it, and give it to all who wait. What goes wrong is theirs to see and is not kept."""
        try:
            answer = make()
        except BaseException as error:
            self._land(asked, state, None)
            flight.set_exception(error)
        else:
            self._land(asked, state, answer)
            flight.set_result(answer)

    def _land(self, asked: Question, state: State, answer: Answer | None) -> None:
        with self._lock:
            del self._flights[asked, state]
            if answer is None or not answer.kept or answer.size > min(MOST_OF_ONE, self.most_bytes):
                return
            if before := self._answers.pop(asked, None):
                self.size -= before[1].size
            self._answers[asked] = state, answer
            self.size += answer.size
            while self.size > self.most_bytes:
                self.size -= self._answers.popitem(last=False)[1][1].size


class Pages:
    """Django behind what is kept. Called as a WSGI application it waits in its thread; `asgi` has it wait in the loop."""

    def __init__(self, django: Callable, reader: Reader, most_bytes: int = MOST_BYTES):
        self.django, self.reader, self.kept = django, reader, Kept(most_bytes)

    def __call__(self, environ: Environ, start_response: Callable) -> Iterable[bytes]:
        asked = question(environ)
        state = asked and public_state(self.reader.states_within(WAITS_FOR_READER), asked)
        answer = self._answer(environ, asked, state) if asked and state else None
        if answer is None:
            return self.django(environ, start_response)
        form = answer.form_for(environ)
        start_response(f"{form.status} {responses[form.status]}", as_text(form))
        return [form.body]

    def _answer(self, environ: Environ, asked: Question, state: State) -> Answer | None:
        if answer := self.kept.find(asked, state):
            return answer
        flight, ours = self.kept.claim(asked, state)
        if ours:
            self.kept.fly(flight, asked, state, lambda: self.make(environ))
            return flight.result()
        try:
            answer = flight.result(WAITS_FOR_PAGE)
        except Exception:
            return None  # theirs went wrong: ask for ourselves
        return answer if answer.kept else None

    def make(self, environ: Environ) -> Answer:
        """Have Django answer, whole and without conditions."""
        asked = {name: value for name, value in environ.items() if name not in CONDITIONS}
        started: list = []
        parts = self.django(asked | {"wsgi.input": BytesIO()}, lambda *said: started.append(said))
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers = started[-1][:2]
        return answered(status, headers, body)


def public_state(states: States | None, asked: Question) -> State | None:
    """How the event stands, where the reader knows it and everyone may read it."""
    state = states.get(asked.slug) if states else None
    return state if state and state.is_public else None


def as_text(form: Form) -> list[tuple[str, str]]:
    return [(name.decode("latin-1").title(), value.decode("latin-1")) for name, value in form.headers]
