"""Whether the parts of the site work: database, tables, broker, worker. Each check takes two seconds at most."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.db import DatabaseError, connection, connections
from kombu.exceptions import OperationalError

from ..celery import app
from ..checks import missing_migrations, other_version
from ..common.installation import MIGRATE
from ..jobs import heartbeat

PATIENCE = 2  # seconds


class SitePart(NamedTuple):
    """A part of the site. `problem` is a sentence in English for whoever runs the site, or nothing."""

    name: str
    problem: str


def use_own_connection() -> None:
    """Give this thread a connection beside the pool, which neither waits for one of the pool nor takes one."""
    own = connection.copy()
    own.settings_dict["OPTIONS"].pop("pool", None)
    own.settings_dict["CONN_MAX_AGE"] = 0
    connections["default"] = own


def parts() -> Iterator[SitePart]:
    """All parts, in the order in which they need each other. Without the database or its tables, those after it are
    left out."""
    for name, check in CHECKS.items():
        try:
            problem = check()
        except DatabaseError as error:
            yield SitePart("database", f"The database does not answer: {_first_line(error)}")
            return
        yield SitePart(name, problem)
        if problem and name == "migrations":
            return


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ""


def _migrations() -> str:
    if sentence := other_version():
        return sentence
    missing = missing_migrations()
    return f"{missing} migrations are not applied. Run `{MIGRATE}`." if missing else ""


def _broker() -> str:
    try:
        with app.connection_for_write(connect_timeout=PATIENCE) as broker:
            broker.ensure_connection(max_retries=1, timeout=PATIENCE)
    except (OperationalError, OSError) as error:
        return f"The broker does not answer: {_first_line(error)}. Lines are saved, and judged when it is back."
    return ""


def _worker() -> str:
    if not heartbeat.is_worker_missing():
        return ""
    seen = heartbeat.last_seen()
    since = f"since {seen:%Y-%m-%d %H:%M:%S} UTC" if seen else "yet"
    return f"No worker was seen {since}. Lines are saved, and judged when there is one."


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


CHECKS: dict[str, Callable[[], str]] = {
    "database": _database,
    "migrations": _migrations,
    "broker": _broker,
    "worker": _worker,
}
