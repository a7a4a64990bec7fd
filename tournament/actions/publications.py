"""What the public is shown of an event, and the copies it is shown in place of the record.

To freeze, to hold back until the ceremony and to publish as final each make a copy of every public page. The moment is
one transaction that holds the counters which every decision and every worker's result passes; in it a snapshot is opened,
and from it the pages are rendered afterwards, while others go on. Until the copy is ready the public reads that results
are being prepared; where it was shown a copy before, it goes on reading that one.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from .. import signing
from ..models import AuditEntry, AuditHead, ChangeHead, Event, Publication, PublishedPage, User
from ..permissions import require
from ..record import publications as record
from ..record.publications import EMBARGOED, FINAL, HIDDEN, PROVISIONAL, Rendered, pack
from ..record.snapshot import Still
from . import audit
from .refusals import Refused, invalid

# Pages are views, which are above actions, so they are found by name when they are needed.
PAGES_AS_SHOWN = "tournament.views.copying.pages_as_shown"
AT_ONCE = 40  # pages that are rendered and then stored
LONGEST_NOTE = 4000

log = logging.getLogger(__name__)


def publish(*, by: User, event: Event, visibility: str) -> Event:
    """Say what the public sees: nothing, live results, the results of this moment, none before the ceremony, or final
    ones. The last three make a copy, so this takes seconds; it is not one transaction, and a copy that was cut off can
    be made `again` or given up."""
    require(by, "run", event)
    if visibility not in Event.Visibility.values:
        raise invalid(visibility=_("Choose what the public sees."))
    if visibility in {HIDDEN, PROVISIONAL}:
        return _show_the_record(by, event, visibility)

    def decide(event: Event) -> tuple[str, dict]:
        if sentence := record.in_the_way(event, visibility):
            raise Refused("rounds_not_final" if visibility == FINAL else "cannot_be_shown_now", sentence)
        return visibility, {"visibility": event.visibility}

    return _copy(by, event, "event.published", decide)


def again(*, by: User, event: Event) -> Event:
    """Make a copy that was cut off anew, from this moment."""
    require(by, "run", event)

    def decide(event: Event) -> tuple[str, dict]:
        before = _given_up(event)
        return event.visibility, {"visibility": before}

    return _copy(by, event, "publication.begun", decide)


def renew(*, by: User, event: Event, note: str) -> Event:
    """Publish what was corrected in final results, with a note that the public reads: a new final copy."""
    require(by, "run", event)
    note = "\n".join(note.splitlines()).strip()
    if not note or len(note) > LONGEST_NOTE:
        raise invalid(note=_("Say what was corrected, in at most 4000 characters: the public reads it."))
    with transaction.atomic():  # a decision of its own: the copy is of a record that has it
        _must_be_final(Event.objects.select_for_update().get(pk=event.pk))
        audit.record(event, by, "publication.noted", event, after={"note": note})
    return _renew(by, event)


def after_correction(*, by: User, event: Event) -> None:
    """After a re-score was applied: final results are published anew. The re-score holds whatever happens here; a copy
    that could not be made stands on the organiser's page as cut off, and the public reads the one before it."""
    require(by, "desk", event)
    if Event.objects.filter(pk=event.pk, visibility=FINAL).exists():
        try:
            _renew(by, event)
        except Exception:
            log.exception("The final results of %s could not be published anew", event.slug)


@transaction.atomic
def give_up(*, by: User, event: Event) -> Event:
    """Leave a copy unfinished; the public sees what it saw before it was begun."""
    require(by, "run", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    here, event.visibility = event.visibility, _given_up(event)
    event.save(update_fields=["visibility", "shown"])
    states = {"before": {"visibility": here}, "after": {"visibility": event.visibility}}
    audit.record(event, by, "publication.given_up", event, **states)
    return event


def _given_up(event: Event) -> str:
    """Take the unfinished copy of a locked event away; the state before it was begun."""
    copy = record.unfinished(event)
    if copy is None:
        raise Refused("nothing_unfinished", _("No copy is unfinished."))
    entries = AuditEntry.objects.filter(event_id=event.pk, verb__in=["event.published", "publication.begun"])
    begun = entries.filter(after__publication=copy.pk).get()
    _take_away(event, copy)
    return begun.before["visibility"]


def _take_away(event: Event, copy: Publication) -> None:
    if event.shown_id == copy.pk:
        event.shown = None
        event.save(update_fields=["shown"])
    copy.delete()


@transaction.atomic
def _show_the_record(by: User, event: Event, visibility: str) -> Event:
    """Live pages, or none: no copy stands in their place any more. Those that were finished are kept."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    for copy in event.publications.filter(ready_at=None):
        _take_away(event, copy)
    before, event.visibility, event.shown = event.visibility, visibility, None
    event.save(update_fields=["visibility", "shown"])
    states = {"before": {"visibility": before}, "after": {"visibility": visibility}}
    audit.record(event, by, "event.published", event, **states)
    return event


def _must_be_final(event: Event) -> None:
    if event.visibility != FINAL:
        raise Refused("not_final", _("No final results are public."))


def _renew(by: User, event: Event) -> Event:
    def decide(event: Event) -> tuple[str, dict]:
        _must_be_final(event)
        for copy in event.publications.filter(ready_at=None):  # this one is later and holds all it would have
            _take_away(event, copy)
        return FINAL, {"visibility": FINAL}

    return _copy(by, event, "publication.begun", decide)


Decide = Callable[[Event], tuple[str, dict]]


def _copy(by: User, event: Event, verb: str, decide: Decide) -> Event:
    """The moment, then the copy of it. `decide` is called with the locked event and says the state and what was before."""
    with Still() as still:
        with transaction.atomic():
            event = Event.objects.select_for_update().get(pk=event.pk)
            visibility, before = decide(event)
            if visibility == EMBARGOED and event.shown_id:  # what is frozen stays as it is
                return _hold_back(by, event, before)
            _stop_the_record(event)
            still.begin()
            copy = _begun(by, event, visibility)
            after = {"visibility": visibility, "publication": copy.pk}
            audit.record(event, by, verb, event, before=before, after=after, about=[copy])
        return _finish(by, event, copy, still)


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
    pages: Iterable[Rendered] = iter(import_string(PAGES_AS_SHOWN)(seen_as))
    while True:
        with still.reading():
            some = list(islice(pages, AT_ONCE))
        if not some:
            return
        rows = [
            PublishedPage(
                publication=copy,
                address=page.address,
                language=page.language,
                content_type=page.content_type,
                body=pack(page.body),
            )
            for page in some
        ]
        try:
            PublishedPage.objects.bulk_create(rows)
        except IntegrityError as error:
            raise _taken_away() from error
        yield from some


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
    copy.save()
    event.shown = copy
    event.save(update_fields=["shown"])
    after = {"pages": pages, "digest": copy.digest}
    audit.record(event, by, "publication.ready", copy, after=after)
    return event
