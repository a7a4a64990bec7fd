"""`python manage.py export demo -o event.json`: an event as one file, for everyone or, with --full, all of it."""

from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from tournament.exports import full, json_lines, public
from tournament.models import Event
from tournament.models.publications import unfinished
from tournament.web.permissions import sees_results
from tournament.web.snapshot import snapshot


class Command(BaseCommand):
    help = (
        "Write an event as one JSON file: what its public pages show, to be counted again by `recount`; or, "
        "with --full, every row of it, to be taken in elsewhere by `import`."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument("event", help="the event, by its address (slug)")
        parser.add_argument("-o", "--output", required=True, help="the file to write; - is standard output")
        parser.add_argument(
            "--full", action="store_true", help="everything, names and pictures of sheets too: for its organiser alone"
        )

    def handle(self, *, event: str, output: str, full: bool, **options) -> None:
        row = Event.objects.filter(slug=event).first()
        if row is None:
            raise CommandError(f"There is no event “{event}”.", returncode=2)
        if not full and not sees_results(row, frozenset()):
            raise CommandError(f"“{event}” is hidden, so nothing of it is public. --full writes all of it.")
        if not full and unfinished(row):
            raise CommandError("The copy that the public is to read is not finished. Try again when it is.")
        with snapshot():
            self._write(_pieces(row, full), output)

    def _write(self, pieces: Iterable[str], output: str) -> None:
        """Write the file completely or not at all, readable at first only by its owner."""
        if output == "-":
            for piece in pieces:
                self.stdout.write(piece, ending="")
            return
        whole = Path(output)
        part = whole.with_name(f".{whole.name}.part")
        try:
            part.touch(0o600)
            with part.open("w", encoding="utf-8", newline="") as file:
                file.writelines(pieces)
            part.replace(whole)
        except OSError as error:
            raise CommandError(f"{output} cannot be written: {error}") from error
        finally:
            part.unlink(missing_ok=True)


def _pieces(event: Event, everything: bool) -> Iterable[str]:
    if everything:
        return json_lines.pieces(full.parts(event))
    return [public.shown(event).decode()]
