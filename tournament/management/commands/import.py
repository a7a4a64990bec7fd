"""`python manage.py import full.json`: take an event in that `export --full` wrote elsewhere."""

import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from django.core.management.base import BaseCommand, CommandError

from tournament.audit.trail import head_line
from tournament.common.installation import MANAGE
from tournament.exports.loading import CannotTakeIn, take_in
from tournament.uploaded_files import sandbox
from tournament.uploaded_files.refusals import CannotOpen

SENTENCES = {
    "line": "This is not a full export, or the file is incomplete (line %(at)s).",
    "large": "This file is larger than %(megabytes)s MB.",
    "too_slow": "This file takes too long to read.",
    "too_heavy": "This file is damaged or needs too much memory.",
}


@contextmanager
def _on_disk(file: str) -> Iterator[BinaryIO]:
    """The file, or standard input as one: it is read twice."""
    if file != "-":
        with Path(file).open("rb") as opened:
            yield opened
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        copy.seek(0)
        yield copy


class Command(BaseCommand):
    help = "Take in a full export, all of it or nothing, into an empty installation, or one that has none of its rows."

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", help="what `export --full` wrote; - is standard input")

    def handle(self, *, file: str, **options) -> None:
        try:
            with _on_disk(file) as opened:
                sandbox.opened_file("export", opened)  # a line at a time, within limits, before anything is imported
                opened.seek(0)
                event = take_in(io.TextIOWrapper(opened, encoding="utf-8", newline="\n"))
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file} cannot be read: {error}", returncode=2) from error
        except CannotOpen as refused:
            message = SENTENCES.get(refused.code, SENTENCES["too_heavy"]) % refused.facts
            raise CommandError(f"{message} Nothing was changed.", returncode=2) from refused
        except CannotTakeIn as refused:
            raise CommandError(f"{refused} Nothing was changed.", returncode=2) from refused
        self.stdout.write(f"{event.slug} is here. {head_line(event)}")
        self.stdout.write(f"Nobody has a password here yet: `{MANAGE} changepassword NAME` gives one.")
