"""`python manage.py import full.json`: take an event in that `export --full` wrote elsewhere."""

import sys
from contextlib import nullcontext
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from tournament.audit.trail import head_line
from tournament.exports.loading import CannotTakeIn, take_in


class Command(BaseCommand):
    help = "Take in a full export, all of it or nothing, into an installation that has none of its rows."

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", help="what `export --full` wrote; - is standard input")

    def handle(self, *, file: str, **options) -> None:
        try:
            with nullcontext(sys.stdin) if file == "-" else Path(file).open(encoding="utf-8", newline="\n") as opened:
                event = take_in(opened)
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file} cannot be read: {error}", returncode=2) from error
        except CannotTakeIn as refused:
            raise CommandError(f"{refused} Nothing was changed.") from refused
        self.stdout.write(f"{event.slug} is here. {head_line(event)}")
        self.stdout.write("Nobody has a password here yet: `manage.py changepassword NAME` gives one.")
