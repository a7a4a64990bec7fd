"""`python manage.py audit --verify`: whether the audit trail is the one that was written."""

from django.core.management.base import BaseCommand, CommandError

from tournament.actions.audit import first_fault
from tournament.models import AuditEntry, AuditHead, Event


class Command(BaseCommand):
    help = "Verify the audit trail: exit 0 when every event's chain is whole, 1 with the first fault of each."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--verify", action="store_true", required=True)
        parser.add_argument("--event", help="one event, by its address (slug)")
        parser.add_argument(
            "--head", help="NUMBER:HASH as printed in an export or a publication of that event"
        )

    def handle(self, *, event: str | None, head: str | None, **options) -> None:
        events = Event.objects.filter(slug=event) if event else Event.objects.order_by("pk")
        if (event or head) and events.count() != 1:
            raise CommandError("Name one event with --event.", returncode=2)
        faults = [fault for each in events for fault in [self._fault(each, head)] if fault]
        for fault in faults:
            self.stdout.write(fault)
        if faults:
            raise SystemExit(1)

    def _fault(self, event: Event, head: str | None) -> str:
        entries = AuditEntry.objects.filter(event_id=event.pk).order_by("number")
        if at := first_fault(entries.iterator()):
            return f"{event.slug}: entry {at} is altered, missing or was slipped in."
        last = entries.last()
        here = (last.number, last.hash) if last else (0, "")
        kept = AuditHead.objects.filter(event=event).first()
        if kept and (kept.number, kept.hash) != here:
            return f"{event.slug}: the last entries are missing; the trail ends at {here[0]}, not at {kept.number}."
        if head and (missing := self._cut(entries, head)):
            return f"{event.slug}: {missing}"
        self.stdout.write(f"{event.slug}: {here[0]} entries, whole. Head {here[0]}:{here[1]}")
        return ""

    @staticmethod
    def _cut(entries, head: str) -> str:
        number, _, digest = head.partition(":")
        if not number.isdecimal():
            raise CommandError("--head is written NUMBER:HASH.", returncode=2)
        entry = entries.filter(number=int(number)).first()
        if entry is None:
            return f"the trail ends before entry {number}, which was printed."
        return "" if entry.hash == digest else f"entry {number} is not the one that was printed."
