"""What is written while a copy of every public page is made. `views.copying` renders the pages.

Until there is a finished copy the public reads each page as soon as it is stored, and before that that results are being
prepared; where it was shown a copy before, it goes on reading that one.
"""

import hashlib
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from .. import signing
from ..models import AuditHead, ChangeHead, Event, Publication, PublishedPage, User
from ..record import publications as record
from . import audit
from .refusals import Refused


def begin(event: Event, by: User, verb: str, before: str) -> Publication:
    """Begin a copy of an event whose row the caller has locked, and enter that in the audit trail. `before` is what the
    public saw. From here until the caller's transaction ends nobody decides anything and no worker stores points: both
    pass one of the counters."""
    for counter in (AuditHead, ChangeHead):
        counter.objects.select_for_update().get_or_create(event=event)
    head, change = AuditHead.objects.get(event=event), ChangeHead.objects.get(event=event)
    is_final = event.visibility == record.FINAL
    copy = Publication.objects.create(
        event=event,
        kind=Publication.Kind.FINAL if is_final else Publication.Kind.FREEZE,
        made_by=by,
        made_at=timezone.now(),
        progressed_at=timezone.now(),
        change_number=change.number,
        audit_number=head.number,
        audit_hash=head.hash,
    )
    event.shown = event.shown or copy
    event.save(update_fields=["visibility", "shown"])
    after = {"visibility": event.visibility, "publication": copy.pk}
    audit.record(event, by, verb, event, before={"visibility": before}, after=after, about=[copy])
    return copy


@transaction.atomic
def store(copy: Publication, pages: Iterable[PublishedPage], planned: int) -> None:
    """Keep some pages of the copy, of which there will be so many."""
    begun = Publication.objects.filter(pk=copy.pk)
    if not begun.update(pages_planned=planned, progressed_at=timezone.now()):
        raise _taken_away()
    PublishedPage.objects.bulk_create(pages)


def finish(copy: Publication, document: str) -> None:
    """Show a copy that has all its pages; a final one is signed. The public export is its page at the address `document`,
    where it has one."""
    lines = []
    for page in copy.pages.iterator(chunk_size=100):
        body = record.unpack(page.body)
        lines.append((page.address, page.language, page.content_type, hashlib.sha256(body).hexdigest()))
        if page.address == document:
            copy.document = page.body
    copy.digest = record.pages_digest(lines)
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
        after = {"pages": len(lines), "digest": copy.digest}
        audit.record(event, copy.made_by, "publication.ready", copy, after=after)


def cut_off(copy: Publication) -> None:
    """Nobody makes the rest of it: the organiser need not wait until nothing was stored for a while to read so."""
    Publication.objects.filter(pk=copy.pk).update(progressed_at=None)


def _taken_away() -> Refused:
    return Refused("given_up", _("Somebody gave this copy up, or began another, while it was being made."))
