"""The audit trail: one entry a decision, chained by hash within its event."""

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC
from typing import Any

from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import AuditAbout, AuditEntry, AuditHead, Event, Sheet, User
from . import feed, personal_data
from .verbs import VERBS

_HASHED = ("event_id", "number", "at", "by_id", "verb", "subject", "subject_id", "before", "after", "why", "previous")


def entry_hash(entry: AuditEntry) -> str:
    """SHA-256, in hex, over every field of the entry and the hash before it, written as canonical JSON; of personal
    texts it takes the digest."""
    fields = {name: getattr(entry, name) for name in _HASHED}
    fields["at"] = entry.at.astimezone(UTC).isoformat()
    fields |= personal_data.facts(entry)
    fields |= {"format": entry.format, "personal": entry.personal, "digest": entry.digest}
    return hashlib.sha256(json.dumps(fields, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def record(
    event: Event,
    by: User | None,
    verb: str,
    subject: Model | None,
    *,
    before: dict | None = None,
    after: dict | None = None,
    why: str = "",
    about: Iterable[Model] = (),
) -> AuditEntry:
    """Append an entry, which the histories of its subject and of all that it is `about` show.

    Call it late in the action's transaction: it locks the event's counters until commit. Changes that public pages
    show are added to the feed.
    """
    if verb not in VERBS:
        raise ValueError(f"“{verb}” has no row in audit.verbs, so nobody could read the entry")
    head = AuditHead.objects.select_for_update().get_or_create(event=event)[0]
    entry = AuditEntry(
        event_id=event.pk,
        number=head.number + 1,
        at=timezone.now(),
        by_id=by.pk if by else None,
        verb=verb,
        subject=(subject._meta.model_name or "") if subject is not None else "",
        subject_id=subject.pk if subject is not None else None,
        before=before,
        after=after,
        why=why,
        previous=head.hash,
    )
    personal_data.split(entry)
    entry.hash = entry_hash(entry)
    entry.save(force_insert=True)
    head.number, head.hash = entry.number, entry.hash
    head.save()
    mentioned = {(each._meta.model_name or "", each.pk) for each in (subject, *about) if each is not None}
    AuditAbout.objects.bulk_create(
        AuditAbout(event_id=event.pk, number=entry.number, kind=kind, kind_id=pk) for kind, pk in sorted(mentioned)
    )
    feed.add_decision(event, verb, entry.subject_id)
    return entry


def head(event: Event) -> tuple[int, str]:
    """The number and the hash of the last entry; (0, "") before the first."""
    return AuditHead.objects.filter(event=event).values_list("number", "hash").first() or (0, "")


def record_of_sheet(
    sheet: Sheet, by: User, verb: str, subject: Model | None = None, *, about: Iterable[Model] = (), **more: Any
) -> None:
    """`record` for what concerns a sheet, such as its keying: the histories of the sheet and of its round show it."""
    record(sheet.round.event, by, verb, subject or sheet, about=[sheet, sheet.round, *about], **more)


def head_line(event: Event) -> str:
    """The last entry's number and hash, as pages, exports and publications print it; `audit --verify --head` reads
    what comes after the colon. With a copy of it one can check later that the end of the trail was not cut off."""
    number, digest = head(event)
    return _("Last entry of the audit trail: %(head)s") % {"head": f"{number}:{digest}"}
