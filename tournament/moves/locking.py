"""Changing a table: its row is locked, written and read by one transaction at a time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from django.db import DEFAULT_DB_ALIAS, transaction
from django.dispatch import Signal

from ..models import Table
from .queries import hosts_of, next_of, seats_of
from .table_cache import CachedTable, cached_table, caught_up, known, remember

written = Signal()  # this process has changed a table


@contextmanager
def locked(
    table: Table, prepare: Callable[[CachedTable], CachedTable] = lambda learned: learned
) -> Iterator[CachedTable]:
    """The table in a transaction, with its row locked and all that was written before. Nothing that takes long is done
    under the lock: what others wrote since this process looked is read first, and so is `prepare` done with it. Raises
    Refused for a long game."""
    rows = Table.objects.select_related("event")
    learned = prepare(cached_table(table.code) or known(rows.get(pk=table.pk)))
    while True:
        with transaction.atomic():
            row = rows.select_for_update(of=("self",)).get(pk=table.pk)
            if (before := caught_up(row, learned)) is not None:
                yield before
                return
        learned = prepare(known(row))


def save(after: CachedTable) -> CachedTable:
    """Write the table's row after a change, and keep what is known for the next request."""
    row = after.row
    row.save(update_fields=["changes", "moves_made", "stage", "ended_at", "is_locked", "late_joining"])
    transaction.on_commit(lambda: _written(after))
    return after


def _written(table: CachedTable) -> None:
    remember(table)
    written.send(None)


def changed(before: CachedTable) -> CachedTable:
    """The table after a change that is no move: seats and hosts are read again."""
    row = next_row(before.row)
    return replace(before, row=row, seats=seats_of(row), hosts=hosts_of(row), next=next_of(row))


def next_row(row: Table) -> Table:
    """A copy of the table's row with one more change; what is kept of the old one stays as it is."""
    names = [field.attname for field in Table._meta.concrete_fields]
    copy = Table.from_db(DEFAULT_DB_ALIAS, names, [getattr(row, name) for name in names])
    if row.event_id is not None:
        copy.event = row.event
    copy.changes += 1
    return copy
