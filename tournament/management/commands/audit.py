"""`python manage.py audit --verify`: whether the audit trail is the one that was written.

It may run while people work: the counter is read before the entries and again after them. What is looked at is the
chain of entries and the counter; which histories show an entry (AuditAbout) is an index, and proves nothing.
"""

import re

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from tournament.audit import personal_data, trail
from tournament.models import AuditEntry, Event

HEAD = re.compile(r"([0-9]+):([0-9a-f]{64})")
# what comes of a field that cannot be read any more
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError, DatabaseError)
Head = tuple[int, str]  # number and hash of an entry; (0, "") before the first


class Command(BaseCommand):
    help = "Verify the audit trail: exit 0 when every event's chain is whole, 1 with the first fault of each."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--verify", action="store_true", required=True)
        parser.add_argument("--event", help="one event, by its address (slug)")
        parser.add_argument(
            "--head", help="NUMBER:HASH as printed on the history page, in an export or a publication of that event"
        )

    def handle(self, *, event: str | None, head: str | None, **options) -> None:
        events = Event.objects.filter(slug=event) if event else Event.objects.order_by("pk")
        if (event or head) and events.count() != 1:
            raise CommandError("Name one event with --event.", returncode=2)
        printed = _read(head) if head else (0, "")
        faults = [fault for each in events for fault in [self._fault(each, printed)] if fault]
        faults += [] if event else _of_nobody()
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise SystemExit(1)

    def _fault(self, event: Event, printed: Head) -> str:
        counter = trail.head(event)  # an event has a counter from its first entry on
        fault, last = _walk(event, counter, printed)
        if not fault:
            fault = personal_data.erasure_fault(event)
        if not fault and last[0] > trail.head(event)[0]:
            fault = f"the trail goes on to entry {last[0]}, behind the last that was counted."
        if fault:
            return f"{event.slug}: {fault}"
        self.stdout.write(f"{event.slug}: {last[0]} entries, whole. Head {last[0]}:{last[1]}")
        return ""


def _read(head: str) -> Head:
    match = HEAD.fullmatch(head.strip())
    if not match:
        raise CommandError("--head is written NUMBER:HASH.", returncode=2)
    return int(match[1]), match[2]


def _walk(event: Event, counter: Head, printed: Head, chunk_size: int = 2000) -> tuple[str, Head]:
    """The first fault of the chain, of the counter or against a printed head, and the last entry."""
    at: Head = (0, "")
    known = {}
    try:
        for entry in AuditEntry.objects.filter(event_id=event.pk).order_by("number").iterator(chunk_size):
            if not _follows(entry, at):
                return _altered(at)
            at = (entry.number, entry.hash)
            if at[0] in (counter[0], printed[0]):
                known[at[0]] = at[1]
    except UNREADABLE:  # PostgreSQL's driver fails on all that it fetched with it: one by one finds the entry
        return _walk(event, counter, printed, chunk_size=1) if chunk_size > 1 else _altered(at)
    return _against(known, at, counter, printed), at


def _follows(entry: AuditEntry, before: Head) -> bool:
    """Whether it is the next entry and unchanged. SQLite stores any text as a time, which reads as None."""
    in_order = entry.number == before[0] + 1 and entry.previous == before[1]
    if not in_order or entry.at is None:
        return False
    return entry.hash == trail.entry_hash(entry) and personal_data.is_as_written(entry)


def _altered(before: Head) -> tuple[str, Head]:
    return f"entry {before[0] + 1} is altered, missing or was slipped in.", before


def _against(known: dict[int, str], last: Head, counter: Head, printed: Head) -> str:
    if not last[0] or not counter[0]:
        return "the trail is gone." if not last[0] else "the counter of the trail is gone or was reset."
    if counter[0] > last[0]:
        return f"the last entries are missing; the trail ends at {last[0]}, not at {counter[0]}."
    if known[counter[0]] != counter[1]:
        return f"the counter does not name entry {counter[0]} as it stands: one of the two was altered."
    if printed[0] > last[0]:
        return f"the trail ends before entry {printed[0]}, which was printed."
    if printed[0] and known[printed[0]] != printed[1]:
        return f"entry {printed[0]} is not the one that was printed."
    return ""


def _of_nobody() -> list[str]:
    """Entries of events that are no longer there, unless the last says that the event was deleted."""
    gone = AuditEntry.objects.exclude(event_id__in=Event.objects.values("pk")).order_by()
    ids = sorted(set(gone.values_list("event_id", flat=True)))
    return [f"event number {pk} is gone, and its trail is left." for pk in ids if not _was_deleted(pk)]


def _was_deleted(event_id: int) -> bool:
    """Whether the trail of an event is whole and ends with its deletion."""
    at, verb = (0, ""), ""
    try:
        for entry in AuditEntry.objects.filter(event_id=event_id).order_by("number").iterator():
            if not _follows(entry, at):
                return False
            at, verb = (entry.number, entry.hash), entry.verb
    except UNREADABLE:
        return False
    return verb == "event.deleted"
