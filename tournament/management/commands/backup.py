"""`python manage.py backup`: everything in one file, while people go on working."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from tournament.backups import actions
from tournament.backups.files import CannotBackUp


class Command(BaseCommand):
    help = (
        "Write the database and the pictures of sheets into one file, while people go on working. Keep a copy on"
        " another computer: it has names and password hashes in it."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--to", type=Path, help="this file instead of one in BACKUP_DIR, where old ones are deleted"
        )
        parser.add_argument("--without-pictures", action="store_true", help="the database alone")

    def handle(self, *, to: Path | None, without_pictures: bool, **options) -> None:
        if to and to.exists():
            raise CommandError(f"{to} is there already. Choose another name.", returncode=2)
        try:
            path = actions.make(to=to and to.absolute(), pictures=not without_pictures)
        except CannotBackUp as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")
