"""Making a copy of every public page of an event, as of one moment.

The moment is one transaction that holds the counters which every decision and every worker's result passes; in it a
snapshot is opened, and from it the pages are rendered afterwards, in a thread of their own, while others go on. Until
there is a finished copy the public reads each page as soon as it is stored, and before that that results are being
prepared; where it was shown a copy before, it goes on reading that one.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from time import monotonic

from django.db import connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from .. import signing
from ..aside import aside
from ..models import AuditHead, ChangeHead, Event, Publication, PublishedPage, User
from ..record import publications as record
from ..record.publications import EMBARGOED, FINAL, Rendered, pack
from ..record.snapshot import Still
from . import audit
from .refusals import Refused

# Pages are views, which are above actions, so they are found by name when they are needed.
PAGES_AS_SHOWN = "tournament.views.copying.pages_as_shown"
HOW_MANY = "tournament.views.copying.how_many"
AT_ONCE = 40  # pages that are rendered and then stored, at most
SOON = timedelta(seconds=1)  # after which those that are rendered are stored
PATIENCE = timedelta(seconds=4)  # for which whoever publishes waits for all of them

Decide = Callable[[Event], tuple[str, dict]]


def make_copy(by: User, event: Event, verb: str, decide: Decide) -> Event:
    """The moment, then the copy of it. `decide` is called with the locked event and says the state and what was before.
    Returns the event when its copy is ready or PATIENCE is over; the pages are then made while others go on. What
    is refused, or goes wrong until then, is raised."""

    def work(begun: Callable[[Event], None]) -> Event:
        with Still() as still:
            event_then, copy = _moment(by, event, verb, decide, still)
            if copy is None:
                return event_then
            begun(event_then)
            return _finish(by, event_then, copy, still)

    if connection.in_atomic_block:  # what was written in it is not to be seen from elsewhere
        return work(lambda event: None)
    return aside(work, PATIENCE)


@transaction.atomic
def _moment(
    by: User, event: Event, verb: str, decide: Decide, still: Still
) -> tuple[Event, Publication | None]:
    """The state changes, the snapshot is opened; no copy is begun where what is frozen stays as it is."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    visibility, before = decide(event)
    if visibility == EMBARGOED and event.shown_id:
        return _hold_back(by, event, before), None
    _stop_the_record(event)
    still.begin()
    copy = _begun(by, event, visibility)
    after = {"visibility": visibility, "publication": copy.pk}
    audit.record(event, by, verb, event, before=before, after=after, about=[copy])
    return event, copy


def _hold_back(by: User, event: Event, before: dict) -> Event:
    event.visibility = EMBARGOED
    event.save(update_fields=["visibility"])
    audit.record(event, by, "event.published", event, before=before, after={"visibility": EMBARGOED})
    return event


def _stop_the_record(event: Event) -> None:
    """Until we commit nobody decides anything and no worker stores points: both pass one of these rows."""
    for head in (AuditHead, ChangeHead):
        head.objects.select_for_update().get_or_create(event=event)


def _begun(by: User, event: Event, visibility: str) -> Publication:
    head, change = AuditHead.objects.get(event=event), ChangeHead.objects.get(event=event)
    copy = Publication.objects.create(
        event=event,
        kind=Publication.Kind.FINAL if visibility == FINAL else Publication.Kind.FREEZE,
        made_by=by,
        made_at=timezone.now(),
        progressed_at=timezone.now(),
        change_number=change.number,
        audit_number=head.number,
        audit_hash=head.hash,
    )
    event.visibility, event.shown = visibility, event.shown or copy
    event.save(update_fields=["visibility", "shown"])
    return copy


def _finish(by: User, event: Event, copy: Publication, still: Still) -> Event:
    """Render every page within the snapshot, store them, and show them."""
    seen_as = Event.objects.get(pk=event.pk)
    seen_as.shown = copy
    seen_as.change_head.number = copy.change_number + 2  # that this was begun, and that it is ready
    lines, document = [], None
    for page in _rendered(seen_as, copy, still):
        body_digest = hashlib.sha256(page.body).hexdigest()
        lines.append((page.address, page.language, page.content_type, body_digest))
        document = page.body if page.is_document else document
    copy.digest, copy.document = record.pages_digest(lines), pack(document) if document is not None else None
    return _ready(by, event, copy, len(lines))


def _rendered(seen_as: Event, copy: Publication, still: Still) -> Iterator[Rendered]:
    """Each page after it was stored; they are rendered and stored in turn, some at a time."""
    with still.reading():
        copy.pages_planned = import_string(HOW_MANY)(seen_as)
    pages: Iterator[Rendered] = iter(import_string(PAGES_AS_SHOWN)(seen_as))
    while True:
        with still.reading():
            some = _next(pages)
        if not some:
            return
        _store(copy, some)
        yield from some


def _next(pages: Iterator[Rendered]) -> list[Rendered]:
    some: list[Rendered] = []
    late = monotonic() + SOON.total_seconds()
    for page in pages:
        some.append(page)
        if len(some) == AT_ONCE or monotonic() > late:
            break
    return some


@transaction.atomic
def _store(copy: Publication, pages: Iterable[Rendered]) -> None:
    begun = Publication.objects.filter(pk=copy.pk)
    if not begun.update(pages_planned=copy.pages_planned, progressed_at=timezone.now()):
        raise _taken_away()
    rows = [
        PublishedPage(
            publication=copy,
            address=page.address,
            language=page.language,
            content_type=page.content_type,
            body=pack(page.body),
        )
        for page in pages
    ]
    PublishedPage.objects.bulk_create(rows)


def _taken_away() -> Refused:
    return Refused("given_up", _("Somebody gave this copy up, or began another, while it was being made."))


@transaction.atomic
def _ready(by: User, event: Event, copy: Publication, pages: int) -> Event:
    event = Event.objects.select_for_update().get(pk=event.pk)
    if not Publication.objects.select_for_update().filter(pk=copy.pk).exists():
        raise _taken_away()
    if copy.kind == Publication.Kind.FINAL:
        copy.signature = signing.sign(record.statement(copy))
    copy.ready_at = timezone.now()
    copy.save(update_fields=["digest", "document", "signature", "ready_at"])
    event.shown = copy
    event.save(update_fields=["shown"])
    after = {"pages": pages, "digest": copy.digest}
    audit.record(event, by, "publication.ready", copy, after=after)
    return event
