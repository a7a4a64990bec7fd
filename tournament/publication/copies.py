"""Storing a copy of every public page; `publication.render` makes the pages.

Until it is finished, the public sees the previous copy. If there is none, it sees each page as soon as it is stored, and
before that a page that says that results are being prepared.
"""

import hashlib
import logging
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..models import AuditHead, ChangeHead, Event, Publication, PublishedPage, User
from ..web import outages, stored_copies
from . import queries as record
from . import signing

KINDS: dict[str, str] = {record.FINAL: Publication.Kind.FINAL, record.EMBARGOED: Publication.Kind.PROGRAMME}
NO_STOP = {"stop_code": "", "stop_address": "", "stop_language": ""}

log = logging.getLogger(__name__)


def begin(event: Event, by: User, verb: str, before: dict[str, Any]) -> Publication:
    """Begin a copy of an event whose row the caller has locked. `before` is its `queries.state` until now. The locked
    counters stop all decisions and stored points until the caller's transaction ends."""
    head, change = _locked_counters(event)
    copy = Publication.objects.create(
        event=event,
        kind=KINDS.get(event.visibility, Publication.Kind.FREEZE),
        made_by=by,
        made_at=timezone.now(),
        progressed_at=timezone.now(),
        change_number=change.number,
        record_number=change.record_number,
        audit_number=head.number,
        audit_hash=head.hash,
    )
    if event.shown is None or copy.kind == Publication.Kind.PROGRAMME:  # results that go are gone at once
        event.shown = copy
    event.save(update_fields=["visibility", "shown"])
    after = {"visibility": event.visibility, "publication": copy.pk}
    audit.record(event, by, verb, event, before=before, after=after, about=[copy])
    return copy


def _locked_counters(event: Event) -> tuple[AuditHead, ChangeHead]:
    for counter in (AuditHead, ChangeHead):
        counter.objects.select_for_update().get_or_create(event=event)
    return AuditHead.objects.get(event=event), ChangeHead.objects.get(event=event)


def show_prepared(event: Event, *, by: User, before: dict[str, Any]) -> bool:
    """Show the prepared copy of a locked event as its final results, and sign it (NT-PU-18). Returns False, and deletes it,
    if it is not complete or anything was recorded since."""
    head, change = _locked_counters(event)
    copy = event.publications.filter(kind=Publication.Kind.PREPARED).last()
    if copy is None or not copy.digest or not is_current(copy, head, change):
        drop_prepared(event)
        return False
    copy.kind, copy.made_by, copy.made_at = Publication.Kind.FINAL, by, timezone.now()
    copy.document = _document(copy)
    copy.signature, copy.ready_at = signing.sign(record.statement(copy)), copy.made_at
    copy.save()
    event.shown = copy
    event.save(update_fields=["visibility", "shown"])
    after = {"visibility": event.visibility, "publication": copy.pk}
    audit.record(event, by, "event.published", event, before=before, after=after, about=[copy])
    _announce_ready(event, by, copy)
    return True


def is_current(copy: Publication, head: AuditHead, change: ChangeHead) -> bool:
    """Whether nothing was recorded since the moment of a copy, from the counters of its event."""
    return (copy.audit_number, copy.audit_hash, copy.record_number) == (head.number, head.hash, change.record_number)


def drop_prepared(event: Event) -> None:
    event.publications.filter(kind=Publication.Kind.PREPARED).delete()


def _announce_ready(event: Event, by: User, copy: Publication) -> None:
    after = {"pages": copy.pages.count(), "digest": copy.digest}
    audit.record(event, by, "publication.ready", copy, after=after)


@transaction.atomic
def store(copy: Publication, pages: Iterable[PublishedPage], planned: int) -> None:
    """Store some pages of the copy; `planned` is how many it will have."""
    begun = Publication.objects.filter(pk=copy.pk, kind=copy.kind)
    if not begun.update(pages_planned=planned, progressed_at=timezone.now(), **NO_STOP):
        raise _taken_away()
    # two workers may prepare the same pages of one record
    PublishedPage.objects.bulk_create(pages, ignore_conflicts=copy.kind == Publication.Kind.PREPARED)
    _show_first_pages(copy)


def _show_first_pages(copy: Publication) -> None:
    """From the first stored pages on, final results replace the programme that was shown before the ceremony. Each page is
    then public as soon as it is stored, standings first."""
    if copy.kind == Publication.Kind.FINAL:
        Event.objects.filter(pk=copy.event_id, shown__kind=Publication.Kind.PROGRAMME).update(shown=copy)


def finish(copy: Publication) -> None:
    """Show a complete copy to the public; sign it if it is final."""
    copy.digest = digest_of_pages(copy)
    copy.document = _document(copy)
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=copy.event_id)
        if not Publication.objects.select_for_update().filter(pk=copy.pk).exists():
            raise _taken_away()
        if copy.kind == Publication.Kind.FINAL:
            copy.signature = signing.sign(record.statement(copy))
        copy.ready_at = timezone.now()
        copy.save(update_fields=["digest", "document", "signature", "ready_at"])
        event.shown = copy
        event.save(update_fields=["shown"])
        _announce_ready(event, copy.made_by, copy)


def _document(copy: Publication) -> bytes | None:
    """The public export in it; a programme has none."""
    page = copy.pages.filter(address=reverse("event-export", args=[copy.event.slug])).last()
    return bytes(page.body) if page else None


def digest_of_pages(copy: Publication) -> str:
    lines = []
    for page in copy.pages.iterator(chunk_size=100):
        body = stored_copies.unpack(page.body)
        lines.append((page.address, page.language, page.content_type, hashlib.sha256(body).hexdigest()))
    return record.pages_digest(lines)


def withdraw_all(event: Event) -> int:
    """Take every copy of a locked event from the public. Of signed ones what was signed stays, and no page; the others are
    deleted. Returns how many signed copies were withdrawn."""
    event.shown = None
    event.save(update_fields=["shown"])
    event.publications.exclude(kind=Publication.Kind.FINAL).delete()
    event.publications.filter(ready_at=None).delete()
    signed = list(event.publications.filter(withdrawn_at=None))
    for copy in signed:
        copy.withdrawn_document = record.document_digest(copy)
        copy.withdrawn_at, copy.document = timezone.now(), None
        copy.save(update_fields=["withdrawn_document", "withdrawn_at", "document"])
    PublishedPage.objects.filter(publication__in=signed).delete()
    return len(signed)


def cut_off(copy: Publication, error: BaseException) -> None:
    """Log why a copy stopped, and store it with the page of `render.pages_as_shown` that was being made, if any, so that
    the organiser reads it at once."""
    place = f"{copy.stop_address} ({copy.stop_language})" if copy.stop_address else "no page"
    log.error("Copy %s of %s stopped at %s", copy.pk, copy.event.slug, place, exc_info=error)
    Publication.objects.filter(pk=copy.pk, kind=copy.kind).update(
        progressed_at=None,
        stop_code=outages.code(error) or Publication.Stop.FAILED,
        stop_address=copy.stop_address,
        stop_language=copy.stop_language,
    )


def _taken_away() -> Refused:
    return Refused("given_up", _("Somebody cancelled this copy or started another one while it was being made."))
