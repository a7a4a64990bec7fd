"""Storing a copy of every public page; `publication.render` makes the pages.

Until it is finished, the public sees the previous copy. If there is none, it sees each page as soon as it is stored, and
before that a page that says that results are being prepared.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..models import AuditHead, ChangeHead, Event, Publication, PublishedPage, User
from ..web import stored_copies
from . import queries as record
from . import signing

KINDS: dict[str, str] = {record.FINAL: Publication.Kind.FINAL, record.EMBARGOED: Publication.Kind.PROGRAMME}


def begin(event: Event, by: User, verb: str, before: dict[str, Any]) -> Publication:
    """Begin a copy of an event whose row the caller has locked. `before` is its `queries.state` until now. The locked
    counters stop all decisions and stored points until the caller's transaction ends."""
    for counter in (AuditHead, ChangeHead):
        counter.objects.select_for_update().get_or_create(event=event)
    head, change = AuditHead.objects.get(event=event), ChangeHead.objects.get(event=event)
    copy = Publication.objects.create(
        event=event,
        kind=KINDS.get(event.visibility, Publication.Kind.FREEZE),
        made_by=by,
        made_at=timezone.now(),
        progressed_at=timezone.now(),
        change_number=change.number,
        audit_number=head.number,
        audit_hash=head.hash,
    )
    if event.shown is None or copy.kind == Publication.Kind.PROGRAMME:  # results that go are gone at once
        event.shown = copy
    event.save(update_fields=["visibility", "shown"])
    after = {"visibility": event.visibility, "publication": copy.pk}
    audit.record(event, by, verb, event, before=before, after=after, about=[copy])
    return copy


@transaction.atomic
def store(copy: Publication, pages: Iterable[PublishedPage], planned: int) -> None:
    """Store some pages of the copy; `planned` is how many it will have."""
    begun = Publication.objects.filter(pk=copy.pk)
    if not begun.update(pages_planned=planned, progressed_at=timezone.now()):
        raise _taken_away()
    PublishedPage.objects.bulk_create(pages)


def finish(copy: Publication, document: str) -> None:
    """Show a complete copy to the public; sign it if it is final. `document` is the address of the public export in it."""
    lines = []
    for page in copy.pages.iterator(chunk_size=100):
        body = stored_copies.unpack(page.body)
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
    """Mark a copy as interrupted, so that the organiser reads so at once."""
    Publication.objects.filter(pk=copy.pk).update(progressed_at=None)


def _taken_away() -> Refused:
    return Refused("given_up", _("Somebody cancelled this copy or started another one while it was being made."))
