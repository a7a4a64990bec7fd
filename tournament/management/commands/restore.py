"""`python manage.py restore FILE`: back to the state of a backup."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from tournament.backups import actions, files
from tournament.restoring.one_event import restore_event


class Command(BaseCommand):
    help = (
        "Replace the database by that of a backup; the present state is backed up first. Pictures that are missing"
        " come back too. Without a file, list the backups. People who work meanwhile see the restored state at their"
        " next page. Who signed in after the backup signs in again."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="what `backup` wrote")
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument(
            "--with-names", action="store_true", help="also if names that were removed since the backup come back"
        )

        parser.add_argument("--event", help="only this event, by its address; the others stay as they are")

    def handle(self, *, file: Path | None, yes: bool, with_names: bool, event: str | None, **options) -> None:
        if file is None:
            self._list()
            return
        path = file if file.exists() or file.parent != Path() else files.folder() / file

        def confirm(manifest: files.Manifest) -> None:
            self.stdout.write(f"{path.name}: {manifest}")
            if not yes and not _agrees("Everything since then will be gone. Restore it? [y/N] "):
                raise CommandError("Nothing was changed. Answer y, or use --yes.")

        try:
            if event:
                confirm(actions.look(path.absolute()))
                before = restore_event(by=None, path=path.absolute(), slug=event)
            else:
                before = actions.restore(path.absolute(), with_names, confirm)
        except files.NamesReturn as problem:
            sentence = f"{problem}. Nothing was changed."
            if not event:
                sentence += " To restore it, add --with-names, and remove the names again."
            raise CommandError(sentence, returncode=2) from problem
        except files.CannotRestore as problem:
            raise CommandError(str(problem), returncode=2) from problem
        except files.CannotBackUp as problem:
            raise CommandError(f"{problem} Nothing was changed.") from problem
        self.stdout.write(f"{event or path.name} is restored. The state before is in {before}.")

    def _list(self) -> None:
        backups = files.stored_backups()
        for each in backups:
            self.stdout.write(f"{each.made_at:%Y-%m-%d %H:%M} UTC  {each.size / 1e6:8.1f} MB  {each.path.name}")
        if not backups:
            self.stdout.write(f"There are no backups in {files.folder()}.")


def _agrees(question: str) -> bool:
    """Whether the answer is y. Without a terminal nobody answers."""
    try:
        return input(question).strip().lower() == "y"
    except EOFError:
        return False
