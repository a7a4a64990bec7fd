"""Whether the parts of the site work: database, tables, broker, worker. Each check takes two seconds at most."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import NamedTuple

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from kombu.exceptions import OperationalError

from ..celery import app
from ..checks import other_version
from ..models import Pulse

WORKER = "worker"
WORKER_SEEN_WITHIN = timedelta(seconds=30)  # it looks for work every five
PATIENCE = 2  # seconds


class Part(NamedTuple):
    """A part of the site. `problem` is a sentence in English for whoever runs the site, or nothing."""

    name: str
    problem: str


def worker_is_here() -> None:
    """Called by each worker again and again."""
    Pulse.objects.update_or_create(name=WORKER, defaults={"at": timezone.now()})


def parts() -> Iterator[Part]:
    """All parts, in the order in which they need each other. Without the database or its tables, those after it are left
    out."""
    for name, check in CHECKS.items():
        try:
            problem = check()
        except DatabaseError as error:
            yield Part("database", f"The database does not answer: {_first_line(error)}")
            return
        yield Part(name, problem)
        if problem and name == "migrations":
            return


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ""


def _migrations() -> str:
    if sentence := other_version():
        return sentence
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} migrations are not applied. Run `manage.py migrate`." if missing else ""


def _broker() -> str:
    try:
        with app.connection_for_write(connect_timeout=PATIENCE) as broker:
            broker.ensure_connection(max_retries=1, timeout=PATIENCE)
    except (OperationalError, OSError) as error:
        return f"The broker does not answer: {_first_line(error)}. Lines are saved, and judged when it is back."
    return ""


def _worker() -> str:
    seen = Pulse.objects.filter(name=WORKER).first()
    if seen and timezone.now() - seen.at <= WORKER_SEEN_WITHIN:
        return ""
    since = f"since {seen.at:%Y-%m-%d %H:%M:%S} UTC" if seen else "yet"
    return f"No worker was seen {since}. Lines are saved, and judged when there is one."


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


CHECKS: dict[str, Callable[[], str]] = {
    "database": _database,
    "migrations": _migrations,
    "broker": _broker,
    "worker": _worker,
}
