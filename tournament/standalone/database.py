"""The database that `make run` works on, brought up to date."""

from collections.abc import Callable

from django.core.management import CommandError, call_command
from django.db import OperationalError

from ..checks import applied_migrations, missing_migrations, other_version


def prepare(say: Callable[[str], None], back_up: Callable[[], None]) -> None:
    """Apply the migrations that are missing; `back_up` is called before, if an older version has made tables. Raises
    CommandError where the database is not ours to migrate."""
    try:
        if sentence := other_version():
            raise CommandError(sentence)
        if missing_migrations():
            if any(app == "tournament" for app, _name in applied_migrations()):
                back_up()
            say("Preparing the database…")
            call_command("migrate", verbosity=0, interactive=False)
    except OperationalError as error:
        raise CommandError(f"The database does not answer: {error}") from error
