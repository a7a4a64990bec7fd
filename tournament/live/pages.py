"""A cache of the public pages of events. A page is rendered once per change, however many people ask for it.

It needs the reader to know the current state of the event; otherwise Django renders every page. A cached page is at
most as old as the reader's second to last look.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from http.client import responses
from io import BytesIO

from .answers import CONDITIONS, Answer, Environ, PublicRequest, ReadyResponse, answered, public_request
from .reader import Reader, State, States

MOST_BYTES = 48_000_000  # of cached responses in a process
MOST_OF_ONE = 16_000_000  # fits the export of 2,000 players; larger responses are not cached
WAITS_FOR_READER = 0.5  # seconds
WAITS_FOR_PAGE = 30.0

Flight = Future  # of an Answer that is being rendered


class Kept:
    """Answers by request, each with the state it was made in. The least recently used go first."""

    def __init__(self, most_bytes: int = MOST_BYTES):
        self.most_bytes, self.size = most_bytes, 0
        self._answers: OrderedDict[PublicRequest, tuple[State, Answer]] = OrderedDict()
        self._flights: dict[tuple[PublicRequest, State], Flight] = {}
        self._lock = threading.Lock()

    def find(self, request: PublicRequest, state: State) -> Answer | None:
        with self._lock:
            kept = self._answers.get(request)
            if kept is None or kept[0] != state:
                return None
            self._answers.move_to_end(request)
            return kept[1]

    def claim(self, request: PublicRequest, state: State) -> tuple[Flight, bool]:
        """(flight, whether the caller must `fly` it) for this answer."""
        with self._lock:
            flight = self._flights.get((request, state))
            if flight is not None:
                return flight, False
            flight = self._flights[request, state] = Flight()
            flight.set_running_or_notify_cancel()  # so that nobody who waits can cancel it
            return flight, True

    def fly(self, flight: Flight, request: PublicRequest, state: State, make: Callable[[], Answer]) -> None:
        """Render the answer, cache it and give it to all who wait. They also get an error, which is not cached."""
        try:
            answer = make()
        except BaseException as error:
            self._land(request, state, None)
            flight.set_exception(error)
        else:
            self._land(request, state, answer)
            flight.set_result(answer)

    def _land(self, request: PublicRequest, state: State, answer: Answer | None) -> None:
        with self._lock:
            del self._flights[request, state]
            if answer is None or not answer.kept or answer.size > min(MOST_OF_ONE, self.most_bytes):
                return
            if before := self._answers.pop(request, None):
                self.size -= before[1].size
            self._answers[request] = state, answer
            self.size += answer.size
            while self.size > self.most_bytes:
                self.size -= self._answers.popitem(last=False)[1][1].size


class Pages:
    """Django behind the cache, as a WSGI application. `asgi` uses it from the event loop."""

    def __init__(self, django: Callable, reader: Reader, most_bytes: int = MOST_BYTES):
        self.django, self.reader, self.kept = django, reader, Kept(most_bytes)

    def __call__(self, environ: Environ, start_response: Callable) -> Iterable[bytes]:
        request = public_request(environ)
        state = request and public_state(self.reader.states_within(WAITS_FOR_READER), request)
        answer = self._answer(environ, request, state) if request and state else None
        if answer is None:
            return self.django(environ, start_response)
        form = answer.form_for(environ)
        start_response(f"{form.status} {responses[form.status]}", as_text(form))
        return [form.body]

    def _answer(self, environ: Environ, request: PublicRequest, state: State) -> Answer | None:
        if answer := self.kept.find(request, state):
            return answer
        flight, ours = self.kept.claim(request, state)
        if ours:
            self.kept.fly(flight, request, state, lambda: self.make(environ))
            return flight.result()
        try:
            answer = flight.result(WAITS_FOR_PAGE)
        except Exception:
            return None  # the other request failed: let Django answer this one
        return answer if answer.kept else None

    def make(self, environ: Environ) -> Answer:
        """Django's full response, without the conditions of the request."""
        unconditional = {name: value for name, value in environ.items() if name not in CONDITIONS}
        started: list = []
        parts = self.django(unconditional | {"wsgi.input": BytesIO()}, lambda *head: started.append(head))
        try:
            body = b"".join(parts)
        finally:
            getattr(parts, "close", lambda: None)()
        status, headers = started[-1][:2]
        return answered(status, headers, body)


def public_state(states: States | None, request: PublicRequest) -> State | None:
    """The state of the event, if it is known and the event is public."""
    state = states.get(request.slug) if states else None
    return state if state and state.is_public else None


def as_text(form: ReadyResponse) -> list[tuple[str, str]]:
    return [(name.decode("latin-1").title(), value.decode("latin-1")) for name, value in form.headers]
