"""Reading one state of the database with several queries, while others go on writing."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Self, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model
from django.utils.translation import get_language

Read = TypeVar("Read", bound=Callable[..., Any])

MOST_KEPT = 200

_worked_out: ContextVar[dict[Callable, dict[tuple, Any]] | None] = ContextVar("worked_out", default=None)


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
    usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        connection.transaction_mode = usual


class Still:
    """A snapshot that outlives the transaction it was opened in: it has a connection of its own.

    `begin()` opens it, and it sees what is committed at that moment. Within `reading()` every query of this thread
    reads it, and what is `once` is worked out once for all of them; outside, this thread reads and writes as ever.
    Where a transaction is open before the `with` is entered, there is no other connection and the reads are that
    transaction's own.
    """

    def __enter__(self) -> Self:
        self._stack, self._other, self._known = ExitStack(), None, {}
        self._has_its_own = not connection.in_atomic_block
        return self

    def begin(self) -> None:
        if self._has_its_own:
            self._other = connections.create_connection(DEFAULT_DB_ALIAS)
            with self._in_its_place():
                self._stack.enter_context(snapshot())
                with connection.cursor() as cursor:  # the first read of a table is what opens it
                    cursor.execute("SELECT count(*) FROM django_migrations")

    @contextmanager
    def reading(self) -> Iterator[None]:
        known = _worked_out.set(self._known)
        try:
            with self._in_its_place():
                yield
        finally:
            _worked_out.reset(known)

    @contextmanager
    def _in_its_place(self) -> Iterator[None]:
        if self._other is None:
            yield
            return
        usual: BaseDatabaseWrapper = connections[DEFAULT_DB_ALIAS]
        connections[DEFAULT_DB_ALIAS] = self._other
        try:
            yield
        finally:
            connections[DEFAULT_DB_ALIAS] = usual

    def __exit__(self, *raised) -> None:
        if self._other is not None:
            with self._in_its_place():
                try:
                    self._stack.close()
                finally:
                    self._other.close()


def is_still() -> bool:
    """Whether a `Still` is being read: what many pages share is then worth working out for all of them."""
    return _worked_out.get() is not None


def once(read: Read) -> Read:
    """A read of rows, given by position, that a `Still` works out once in each language however many pages ask for it.
    What it returns must not be changed. The latest MOST_KEPT answers of it are kept."""

    @wraps(read)
    def answer(*rows, **more):
        known = _worked_out.get()
        if known is None or more or not all(isinstance(row, Model) for row in rows):
            return read(*rows, **more)
        mine = known.setdefault(read, {})
        key = (get_language(), *((type(row), row.pk) for row in rows))
        if key not in mine:
            if len(mine) >= MOST_KEPT:
                del mine[next(iter(mine))]  # the oldest
            mine[key] = read(*rows)
        return mine[key]

    return answer  # type: ignore[return-value]
