"""Storing a copy of every public page; `publication.rendering` makes the pages.

Until it is finished, the public sees the previous copy. If there is none, it sees a held one: the pages of that moment
as they were, each made when somebody asks for it (see docs/decisions/publication.md).
"""

import hashlib
import logging
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..jobs import queue as jobs
from ..models import AuditHead, ChangeHead, Event, Job, Publication, PublishedPage, User
from ..web import outages
from ..web.published import storage
from ..web.published.addresses import addresses
from . import queries as record, signing

SHOWN_AS: dict[str, str] = {
    Publication.Kind.FREEZE: record.FROZEN,
    Publication.Kind.PROGRAMME: record.EMBARGOED,
    Publication.Kind.FINAL: record.FINAL,
}
KINDS = {visibility: kind for kind, visibility in SHOWN_AS.items()}
STOP_CLEARED = {"stop_code": "", "stop_address": "", "stop_language": ""}

log = logging.getLogger(__name__)


def begin(event: Event, by: User, verb: str, before: dict[str, Any], visibility: str) -> Publication:
    """Begin a copy that is to show an event as this `visibility`; the caller has locked its row. `before` is its
    `queries.state` until now. The locked counters stop all decisions and stored points until the caller's transaction
    ends.

    The public goes on reading what it reads, as of this moment, until the copy is complete. Only an embargo takes
    results away at once."""
    head, change = _locked_counters(event)
    now = timezone.now()
    facts: dict[str, Any] = {"event": event, "made_by": by, "made_at": now, "progressed_at": now}
    facts |= moment(head, change)
    if visibility == record.EMBARGOED and event.is_public:
        copy = event.shown = Publication.objects.create(kind=KINDS[visibility], **facts)
        event.visibility = visibility
    else:
        if event.is_public and event.shown is None:
            event.shown = _hold(event, facts)
        copy = Publication.objects.create(kind=KINDS[visibility], **facts)
    event.save(update_fields=["visibility", "shown"])
    after = {"visibility": visibility, "publication": copy.pk}
    audit.record(event, by, verb, event, before=before, after=after, about=[copy])
    return copy


def moment(head: AuditHead, change: ChangeHead) -> dict[str, Any]:
    """The fields of a copy that store the counters of its event."""
    return {
        "change_number": change.number,
        "record_number": change.record_number,
        "audit_number": head.number,
        "audit_hash": head.hash,
    }


def _hold(event: Event, facts: dict[str, Any]) -> Publication:
    """A held copy of the live pages: a row for each address and language, and the card."""
    copy = Publication.objects.create(kind=Publication.Kind.HELD, ready_at=facts["made_at"], **facts)
    rows = [
        PublishedPage(publication=copy, address=address, language=language, content_type=PublishedPage.UNMADE, body=b"")
        for address in addresses(event)
        for language in languages()
    ]
    card = storage.pack(record.card(event))
    rows.append(PublishedPage(publication=copy, address=storage.CARD, content_type="application/json", body=card))
    PublishedPage.objects.bulk_create(rows)
    return copy


def languages() -> list[str]:
    """The codes of the languages in which a copy has each page."""
    return [code for code, _name in settings.LANGUAGES]


def wanted(held: Publication) -> list[PublishedPage]:
    """The pages of a held copy that somebody waits for."""
    return list(held.pages.filter(content_type=PublishedPage.WANTED))


def fill(page: PublishedPage, content_type: str, body: bytes) -> None:
    """Store a page of a held copy. Its event's unfinished copy goes on being made meanwhile."""
    filled = {"content_type": content_type, "body": storage.pack(body)}
    PublishedPage.objects.filter(pk=page.pk).update(**filled)
    going = Publication.objects.filter(event=page.publication.event_id, ready_at=None, progressed_at__isnull=False)
    going.exclude(kind=Publication.Kind.PREPARED).update(progressed_at=timezone.now())


def drop_unfinished(event: Event) -> None:
    """Delete the unfinished copy of a locked event, and the one that is held for it."""
    if event.shown and (event.shown.ready_at is None or event.shown.kind == Publication.Kind.HELD):
        event.shown = None
        event.save(update_fields=["shown"])
    event.publications.filter(Q(ready_at=None) | Q(kind=Publication.Kind.HELD)).delete()


def _locked_counters(event: Event) -> tuple[AuditHead, ChangeHead]:
    for counter in (AuditHead, ChangeHead):
        counter.objects.select_for_update().get_or_create(event=event)
    return AuditHead.objects.get(event=event), ChangeHead.objects.get(event=event)


def show_prepared(event: Event, *, by: User, before: dict[str, Any]) -> bool:
    """Show the prepared copy of a locked event as its final results, and sign it (NT-PU-18). Returns False, and deletes
    it, if it is not complete or anything was recorded since."""
    head, change = _locked_counters(event)
    copy = event.publications.filter(kind=Publication.Kind.PREPARED).last()
    if copy is None or not copy.digest or not is_current(copy, head, change):
        drop_prepared(event)
        return False
    copy.kind, copy.made_by, copy.made_at = Publication.Kind.FINAL, by, timezone.now()
    copy.document = _document(copy)
    copy.signature, copy.ready_at = signing.sign(record.statement(copy)), copy.made_at
    copy.save()
    event.visibility, event.shown = record.FINAL, copy
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
    if copy.kind == Publication.Kind.FINAL:
        jobs.ensure(Job.RECOUNT_COPY, copy.pk)
    after = {"pages": copy.pages.count(), "digest": copy.digest}
    audit.record(event, by, "publication.ready", copy, after=after)


@transaction.atomic
def store(copy: Publication, pages: Iterable[PublishedPage], planned: int) -> None:
    """Store some pages of the copy; `planned` is how many it will have."""
    begun = Publication.objects.filter(pk=copy.pk, kind=copy.kind)
    if not begun.update(pages_planned=planned, progressed_at=timezone.now(), **STOP_CLEARED):
        raise _taken_away()
    # two workers may prepare the same pages of one record
    PublishedPage.objects.bulk_create(pages, ignore_conflicts=copy.kind == Publication.Kind.PREPARED)


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
        event.visibility, event.shown = SHOWN_AS[copy.kind], copy
        event.save(update_fields=["visibility", "shown"])
        event.publications.filter(kind=Publication.Kind.HELD).delete()
        _announce_ready(event, copy.made_by, copy)


def _document(copy: Publication) -> bytes | None:
    """The public export in the copy; None for the copy of a programme."""
    page = copy.pages.filter(address=reverse("event-export", args=[copy.event.slug])).last()
    return bytes(page.body) if page else None


def digest_of_pages(copy: Publication) -> str:
    lines = []
    for page in copy.pages.iterator(chunk_size=100):
        body = storage.unpack(page.body)
        lines.append((page.address, page.language, page.content_type, hashlib.sha256(body).hexdigest()))
    return record.pages_digest(lines)


def withdraw_all(event: Event) -> int:
    """Withdraw every copy of a locked event. Signed copies lose their pages and keep the signed text; the others are
    deleted. Returns how many signed copies were withdrawn."""
    event.shown = None
    event.save(update_fields=["shown"])
    event.publications.exclude(kind=Publication.Kind.FINAL).delete()
    event.publications.filter(ready_at=None).delete()
    signed = list(event.publications.filter(withdrawn_at=None))
    for copy in signed:
        copy.withdrawn_document, copy.recount = record.document_digest(copy), ""  # a report may name people
        copy.withdrawn_at, copy.document = timezone.now(), None
        copy.save(update_fields=["withdrawn_document", "withdrawn_at", "document", "recount"])
    PublishedPage.objects.filter(publication__in=signed).delete()
    return len(signed)


def cut_off(copy: Publication, error: BaseException) -> None:
    """Log why a copy stopped, and store it with the page of `render.pages_as_shown` that was being made, if any, so
    that the organiser reads it at once."""
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
