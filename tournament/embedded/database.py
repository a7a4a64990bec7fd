"""The database that `make run` works on: brought up to date, or kept aside where this version cannot read it."""

from collections.abc import Callable
from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

# Every database from before the migrations were squashed has this one, and no other has.
BEFORE_THE_SQUASH = "0002_append_only"


def prepare(say: Callable[[str], None]) -> None:
    """Apply the migrations that are missing. Raises CommandError where the database is not ours to migrate."""
    try:
        applied = applied_migrations()
        if BEFORE_THE_SQUASH in applied:
            say(f"The database is from an older version. It is kept as {keep_aside()}; a new one begins.")
            applied = set()
        executor = MigrationExecutor(connection)
        if applied - {name for app, name in executor.loader.disk_migrations if app == "tournament"}:
            raise CommandError(
                "The database was made by a newer version of this program. Update the program, or choose another"
                " database with DATABASE_URL or VAR_DIR."
            )
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            say("Preparing the database…")
            call_command("migrate", verbosity=0, interactive=False)
    except OperationalError as error:
        raise CommandError(f"The database does not answer: {error}") from error


def applied_migrations() -> set[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return {name for app, name in applied if app == "tournament"}


def keep_aside() -> Path:
    """Give the SQLite file another name and return it. Raises CommandError on PostgreSQL, where it is not one file."""
    if connection.vendor != "sqlite":
        raise CommandError(
            "The database is from an older version, which this one cannot read. It is left as it is: make a new,"
            " empty database and name it in DATABASE_URL."
        )
    connection.close()  # SQLite then writes its log into the file
    path = Path(connection.settings_dict["NAME"])
    kept = free_name(path)
    for ending in ("-wal", "-shm", ""):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(kept.with_name(kept.name + ending))
    return kept


def free_name(path: Path) -> Path:
    stem = f"{path.stem}-older-version-{timezone.localdate():%Y-%m-%d}"
    names = (f"{stem}{f'-{number}' if number else ''}{path.suffix}" for number in range(1000))
    return next(kept for name in names if not (kept := path.with_name(name)).exists())
