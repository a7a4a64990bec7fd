"""Reading one state of the database with several queries, while others go on writing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar

from cachetools import FIFOCache
from django.db import connection, transaction
from django.db.models import Model
from django.utils.translation import get_language

Read = TypeVar("Read", bound=Callable[..., Any])

RESULTS_CACHED = 200

_worked_out: ContextVar[dict[Callable, FIFOCache[tuple, Any]] | None] = ContextVar("worked_out", default=None)


@contextmanager
def snapshot() -> Iterator[None]:
    """Every query within sees the database as it was at the first one. It neither waits for writers nor holds them up.

    Inside a transaction that is open already it changes nothing: that one's rules hold.
    """
    if connection.in_atomic_block:
        yield
        return
    with _deferred(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _deferred() -> Iterator[None]:
    """On SQLite a transaction that only reads must not begin as our writing ones do, with the write lock."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    here: Any = connection  # SQLite's has a mode
    usual, here.transaction_mode = here.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        here.transaction_mode = usual


@contextmanager
def shared_snapshot() -> Iterator[None]:
    """One snapshot for many pages: results of `cached_in_snapshot` are computed a single time for all of them."""
    known = _worked_out.set({})
    try:
        with snapshot():
            yield
    finally:
        _worked_out.reset(known)


def in_shared_snapshot() -> bool:
    """Whether many pages are made from one snapshot, so that shared work is worth doing for all of them."""
    return _worked_out.get() is not None


def cached_in_snapshot(read: Read) -> Read:
    """Decorator: within `shared_snapshot`, cache the result by its rows and the language. Callers must not change it.
    The latest RESULTS_CACHED results stay."""
    return _cached(read, get_language)


def cached_for_all_languages(read: Read) -> Read:
    """As `cached_in_snapshot`, for a result without any text in the reader's language."""
    return _cached(read, lambda: None)


def _cached(read: Read, language: Callable[[], str | None]) -> Read:
    @wraps(read)
    def answer(*rows, **more):
        known = _worked_out.get()
        if known is None or more or not all(isinstance(row, Model) for row in rows):
            return read(*rows, **more)
        answers = known.setdefault(read, FIFOCache(RESULTS_CACHED))
        key = (language(), *((type(row), row.pk) for row in rows))
        if key not in answers:
            answers[key] = read(*rows)
        return answers[key]

    return answer  # type: ignore[return-value]
