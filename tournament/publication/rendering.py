"""Making the pages of a copy, by calling our own views as an anonymous visitor.

A thread makes them from a snapshot that it opens while the action holds its locks, so the copy shows the moment of the
action while others go on working. See docs/decisions/publication.md.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from threading import Event as Signal, Thread
from time import monotonic
from typing import Any, cast

from django.contrib.auth.models import AnonymousUser
from django.db import connection, connections, transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import resolve
from django.utils import timezone, translation

from ..audit.feed import after_publications
from ..models import ChangeHead, Event, Publication, PublishedPage
from ..web.published.addresses import addresses
from ..web.published.storage import CARD, pack
from ..web.snapshot import shared_snapshot
from . import copies
from .queries import card

BATCH_PAGES = 40  # pages that are rendered and then stored, at most
SOON = timedelta(seconds=1)  # after which those that are rendered are stored
PATIENCE = timedelta(seconds=4)  # for which whoever publishes waits for all of them
LOOK_EVERY = 0.05  # seconds between two looks for pages that somebody waits for

Aside = Callable[..., Any]  # calls a function with its arguments where it can write, and returns its result


def carry_out(action: Callable[..., Publication | None], **arguments) -> None:
    """Call an action and make the copy that it begins. Returns when the copy is ready, or after PATIENCE while its
    thread goes on. Raises what the action refuses."""
    if connection.in_atomic_block:  # no other connection sees what this transaction wrote
        if copy := action(**arguments):
            with beside_a_snapshot() as aside, shared_snapshot():
                _render(copy, as_shown(copy), aside)
            copies.finish(copy)
        return
    opened: Future[None] = Future()
    decided, thread = Signal(), None
    try:
        with transaction.atomic():
            if copy := action(**arguments):
                thread = Thread(target=_make, args=(copy, opened, decided), name="copy", daemon=True)
                thread.start()
                opened.result()
    finally:
        decided.set()
    if thread:
        thread.join(PATIENCE.total_seconds())


def _make(copy: Publication, opened: Future, decided: Signal) -> None:
    """Make the copy, in a thread."""
    try:
        with beside_a_snapshot() as aside, shared_snapshot():
            event = as_shown(copy)  # the first read opens the snapshot
            opened.set_result(None)
            decided.wait()
            _render(copy, event, aside)
        copies.finish(copy)
    except BaseException as error:  # any error must reach the waiting thread
        if not opened.done():
            opened.set_exception(error)
            return
        copies.cut_off(copy, error)
    finally:
        connections.close_all()


@contextmanager
def beside_a_snapshot() -> Iterator[Aside]:
    """A function that calls others on a second connection, because the first one reads the snapshot. Within a
    transaction, as in tests, it is the same connection."""
    if connection.in_atomic_block:
        yield lambda act, *arguments: act(*arguments)
        return
    with ThreadPoolExecutor(1) as other:
        try:
            yield lambda act, *arguments: other.submit(act, *arguments).result()
        finally:
            other.submit(connections.close_all)


def as_shown(copy: Publication) -> Event:
    """The event as the pages of the copy show it, with the new visibility."""
    event = Event.objects.get(pk=copy.event_id)
    event.visibility, event.shown = copies.SHOWN_AS.get(copy.kind, event.visibility), copy
    # two more changes will be announced: the copy has begun, the copy is ready
    event.change_head = ChangeHead(event=event, number=after_publications(copy.change_number, 2))
    return event


def _as_before(copy: Publication) -> Event:
    """The event as its live pages show it at the moment of the copy, and after it has begun."""
    event = Event.objects.get(pk=copy.event_id)
    event.shown = None
    event.change_head = ChangeHead(event=event, number=after_publications(copy.change_number))
    return event


def _render(copy: Publication, event: Event, aside: Aside) -> None:
    """Render and store every public page in every language, in batches; between them those of the held copy that
    somebody waits for."""
    listed, held = list(addresses(event)), copy.event.shown
    pages = pages_as_shown(event, listed)
    if held and held.kind == Publication.Kind.HELD:
        pages = _with_wanted(pages, held, _as_before(copy), aside)
    for batch in some_at_a_time(pages):
        aside(copies.store, copy, batch, pages_planned(listed))


def _with_wanted(
    pages: Iterable[PublishedPage], held: Publication, before: Event, aside: Aside
) -> Iterator[PublishedPage]:
    looked = 0.0
    for page in pages:
        yield page
        if monotonic() - looked < LOOK_EVERY:
            continue
        for asked in aside(copies.wanted, held):
            answer = page_as_shown(before, asked.address, asked.language)
            aside(copies.fill, asked, answer["Content-Type"], answer.content)
        looked = monotonic()


def pages_planned(listed: Collection[str]) -> int:
    """How many pages a copy of these addresses has, with the card of the event."""
    return 1 + len(listed) * len(copies.languages())


def some_at_a_time(pages: Iterable[PublishedPage]) -> Iterator[list[PublishedPage]]:
    some: list[PublishedPage] = []
    late = monotonic() + SOON.total_seconds()
    for page in pages:
        some.append(page)
        if len(some) == BATCH_PAGES or monotonic() > late:
            yield some
            some, late = [], monotonic() + SOON.total_seconds()
    yield some


def pages_as_shown(
    event: Event, listed: Iterable[str], done: Collection[tuple[str, str]] = ()
) -> Iterator[PublishedPage]:
    """The card of the event, then its pages at these addresses in every language, for the copy `event.shown`, without
    those (address, language) that are `done`. Raises RuntimeError for an address without a page. After an error of a
    page, `stop_address` and `stop_language` of the copy name it; they are not saved."""
    copy = cast(Publication, event.shown)
    if (CARD, "") not in done:
        yield _page_row(event, CARD, "", "application/json", card(event))
    for address in listed:
        for language in copies.languages():
            if (address, language) in done:
                continue
            copy.stop_address, copy.stop_language = address, language
            answer = page_as_shown(event, address, language)
            copy.stop_address = copy.stop_language = ""
            yield _page_row(event, address, language, answer["Content-Type"], answer.content)


def _page_row(event: Event, address: str, language: str, content_type: str, body: bytes) -> PublishedPage:
    return PublishedPage(
        publication=event.shown, address=address, language=language, content_type=content_type, body=pack(body)
    )


def page_as_shown(event: Event, address: str, language: str) -> HttpResponse:
    """The answer of the view behind an address of `addresses`."""
    request = AsCopied(event, address)
    # language and time zone of the current request do not apply
    with translation.override(language), timezone.override(None):
        answer = request.match.func(request, *request.match.args, **request.match.kwargs)
        if hasattr(answer, "render"):
            answer = answer.render()
    if answer.status_code != 200:
        raise RuntimeError(f"{address} answered {answer.status_code} and cannot be copied")
    return answer


class AsCopied(HttpRequest):
    """The request of an anonymous visitor for a page of a copy; `copied_as` is the event as it is shown there."""

    def __init__(self, event: Event, address: str):
        super().__init__()
        self.path, _mark, query = address.partition("?")
        self.path_info, self.method = self.path, "GET"
        self.META = {"REQUEST_METHOD": "GET", "QUERY_STRING": query}
        self.GET = QueryDict(query)
        self.user, self.copied_as = AnonymousUser(), event
        self.resolver_match = self.match = resolve(self.path)
