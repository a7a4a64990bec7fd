"""Moves, seats and hosts of a table in the database."""

import hashlib

from judging.games.live.moves import Move
from judging.plain_text import NOT_IN_LINES, readable

from ..models import HostDevice, Seat, Table, TableMove


def moves_of(table: Table, after: int = 0) -> tuple[Move, ...]:
    """The recorded moves, as they can be shown: text that today is refused has a replacement sign."""
    rows = TableMove.objects.filter(table=table, number__gt=after).order_by("number")
    values = rows.values_list("number", "kind", "by", "seat", "at", "facts")
    shown = ((*row[:5], readable(row[5], NOT_IN_LINES)) for row in values)
    return tuple(Move(*row) for row in shown)  # type: ignore[arg-type]  # `by` has a check


def seats_of(table: Table) -> tuple[Seat, ...]:
    return tuple(Seat.objects.filter(table=table).order_by("number"))


def next_code(code: str) -> str:
    """The code of the table where the players of this one play again."""
    return hashlib.sha256(f"next/{code}".encode()).hexdigest()[: len(code)]


def next_of(table: Table) -> str:
    """The code of the next game, once it is open. Only games without an event have one."""
    if table.event_id is not None or table.stage != Table.Stage.OVER:
        return ""
    code = next_code(table.code)
    return code if Table.objects.filter(code=code, event=None).exists() else ""


def hosts_of(table: Table) -> frozenset[str]:
    return frozenset(HostDevice.objects.filter(table=table, ended_at=None).values_list("token", flat=True))
