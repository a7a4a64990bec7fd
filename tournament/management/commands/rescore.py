"""`python manage.py rescore --check`: whether every stored result is what a full replay of the record gives."""

from django.core.management.base import BaseCommand, CommandError

from tournament.models import Event
from tournament.scoring.stored_points import differences


class Command(BaseCommand):
    help = (
        "Work every result out again from the record and compare: exit 0 when all are equal, 1 with each that is not."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument("--check", action="store_true", required=True)
        parser.add_argument("event", nargs="?", help="one event, by its address (slug); all of them by default")

    def handle(self, *, event: str | None, **options) -> None:
        events = Event.objects.filter(slug=event) if event else Event.objects.order_by("pk")
        if event and not events:
            raise CommandError(f"There is no event “{event}”.", returncode=2)
        count = 0
        for each in events:
            wrong = list(differences(each))
            for difference in wrong:
                self.stdout.write(str(difference))
            self.stdout.write(f"{each.slug}: {len(wrong) or 'no'} results differ from the record.")
            count += len(wrong)
        if count:
            raise SystemExit(1)
