"""What this process knows of a table: its seats, its moves, and the position that follows from them.

It is kept between requests and brought up to date from the database: `Table.changes` says whether anything is new. Keep
nothing here that the database does not hold: what a transaction read is kept when it commits.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from judging.games.live.moves import Move
from judging.games.live.positions import Position
from judging.games.live.replay import follow, start
from judging.games.settings import Settings
from judging.plain_text import readable

from ..models import HostDevice, Seat, Table, TableMove
from .games import LiveGame, live_game

KEPT = 300  # tables
VERSION = ("changes", "event__visibility", "event__archived_at")  # what is kept of a table holds while these stay


@dataclass(frozen=True)
class SeatFacts:
    """A seat as pages know it. `token` is the digest of its phone's secret; empty if the host plays for it."""

    pk: int
    number: int
    name: str
    colour: str
    token: str
    is_approved: bool
    is_removed: bool
    player: int | None = None


@dataclass(frozen=True)
class Known:
    """A table at one moment. `row` is not to be saved."""

    row: Table
    live: LiveGame
    seats: tuple[SeatFacts, ...]
    hosts: frozenset[str]  # digests of the secrets of the browsers that host it
    moves: tuple[Move, ...]
    position: Position
    next: str = ""  # the code of the table where the same players play again

    @property
    def settings(self) -> Settings:
        return self.position.settings

    @property
    def machine(self) -> str:
        """How well the machine plays at this table; empty if it does not."""
        return self.live.game.machine(self.settings)

    def seat(self, number: int) -> SeatFacts | None:
        return next((seat for seat in self.seats if seat.number == number), None)

    def waits(self, seat: SeatFacts) -> bool:
        """Whether the host has yet to let this player in: they hold the seat of an event's table and do not play."""
        return self.row.event_id is not None and not seat.is_approved

    def seat_of_token(self, token: str) -> SeatFacts | None:
        return next((seat for seat in self.seats if token and seat.token == token and not seat.is_removed), None)


_kept: OrderedDict[str, Known] = OrderedDict()  # by the table's code, which is never used again
_lock = threading.Lock()


def known(table: Table) -> Known:
    """What there is to know of the table as `table` was just read; one query or two if anything is new, else none."""
    before = _find(table.code)
    if before is not None and before.row.changes == table.changes:
        return before if _same_event(before.row, table) else _kept_later(replace(before, row=table))
    return _kept_later(bring_up_to_date(table, before))


def _kept_later(known: Known) -> Known:
    """Remember it, within a transaction after its commit: what is rolled back never was."""
    transaction.on_commit(lambda: remember(known))
    return known


def _same_event(kept: Table, read: Table) -> bool:
    """Whether the event is as it was: what it shows, and whether it is archived, change without a word about its tables."""
    return "event" not in read._state.fields_cache or _version(kept) == _version(read)


def _version(table: Table) -> tuple[object, ...]:
    """The values of VERSION."""
    event = table.event
    return (table.changes, *((event.visibility, event.archived_at) if event else (None, None)))


def find(code: str) -> Known | None:
    """The table at this address, or None."""
    return find_all([code]).get(code)


def find_all(codes: Collection[str]) -> dict[str, Known]:
    """The tables at these addresses, by code; in one small query as long as nothing is new."""
    versions = Table.objects.filter(code__in=codes).values_list("code", *VERSION)
    kept = {code: (_find(code), version) for code, *version in versions}
    found = {code: table for code, (table, version) in kept.items() if table and _version(table.row) == tuple(version)}
    if len(found) == len(kept):
        return found
    rows = Table.objects.select_related("event").filter(code__in=kept.keys() - found.keys())
    return found | {row.code: known(row) for row in rows}


def bring_up_to_date(table: Table, before: Known | None) -> Known:
    """The same table with what is new in the database since `before`."""
    if before is None or before.row.moves_made > table.moves_made:
        before = _blank(table)
    new = moves_of(table, after=len(before.moves)) if table.moves_made > len(before.moves) else ()
    return replace(grown(table, before, new), seats=seats_of(table), hosts=hosts_of(table), next=next_of(table))


def grown(table: Table, before: Known, new: Sequence[Move]) -> Known:
    """`before` with moves that came after it."""
    position = follow(before.live.game, before.settings, before.position, before.moves, new) if new else before.position
    return replace(before, row=table, moves=(*before.moves, *new), position=position)


def remember(known: Known) -> Known:
    """Keep it for the next request, unless something newer is kept already."""
    with _lock:
        code = known.row.code
        there = _kept.get(code)
        if there is None or there.row.changes <= known.row.changes:
            _kept[code] = known
        _kept.move_to_end(code)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return known


def latest(table: Known) -> Known:
    """The same table, or what this process learned of it since, without a query."""
    found = _find(table.row.code)
    return found if found is not None and found.row.changes > table.row.changes else table


def forget() -> None:
    """Keep nothing; for tests, whose databases begin anew."""
    with _lock:
        _kept.clear()


def moves_of(table: Table, after: int = 0) -> tuple[Move, ...]:
    """The recorded moves, as they can be shown: text that today is refused has a replacement sign."""
    rows = TableMove.objects.filter(table=table, number__gt=after).order_by("number")
    values = rows.values_list("number", "kind", "by", "seat", "at", "facts")
    return tuple(Move(*row[:5], readable(row[5])) for row in values)  # type: ignore[arg-type]  # `by` has a check


def seats_of(table: Table) -> tuple[SeatFacts, ...]:
    rows = Seat.objects.filter(table=table).order_by("number")
    return tuple(
        SeatFacts(
            row.pk,
            row.number,
            row.name,
            row.colour,
            row.token,
            row.approved_at is not None,
            row.removed_at is not None,
            row.player_id,
        )
        for row in rows
    )


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


def _find(code: str) -> Known | None:
    with _lock:
        return _kept.get(code)


def _blank(table: Table) -> Known:
    try:
        live = live_game(table.game)
    except KeyError as unknown:
        raise ObjectDoesNotExist(f"there is no game {table.game}") from unknown
    settings = live.game.schema.read(table.settings)
    return Known(table, live, (), frozenset(), (), start(live.game, settings, table.recorded))
