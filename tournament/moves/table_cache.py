"""The cache of tables: their seats, their moves, and the position that follows from them.

It is kept between requests and brought up to date from the database: `Table.changes` says whether anything is new. Keep
nothing here that the database does not hold: what a transaction read is kept when it commits. A process keeps so many
moves, of the tables that it used last.
"""

import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from cachetools import LRUCache
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.utils.translation import gettext as _

from judging.games.live.game import Game, Position
from judging.games.live.moves import Move
from judging.games.live.replay import follow, replay, rewrites, steps
from judging.games.live_games import GAMES
from judging.games.settings import Settings

from ..common import limits
from ..common.gates import Gate, Queued
from ..common.refusals import Refused
from ..models import Seat, Table
from .queries import hosts_of, moves_of, next_of, seats_of

GATE = Gate(1, limits.WAITING_TO_REPLAY, limits.WAIT_TO_REPLAY)  # one thread of a process replays a long game
FEW = 100  # moves: they are played under a lock
VERSION = ("changes", "event__visibility", "event__archived_at")  # what is kept of a table holds while these stay


@dataclass(frozen=True)
class CachedTable:
    """A table at one moment. `row` is not to be saved. `ahead` is the position with a ruling or an undo that is about
    to be recorded, worked out before the table is locked."""

    row: Table
    game: Game
    seats: tuple[Seat, ...]
    hosts: frozenset[str]  # digests of the secrets of the browsers that host it
    moves: tuple[Move, ...]
    position: Position
    next: str = ""  # the code of the table where the same players play again
    ahead: Position | None = None

    @property
    def settings(self) -> Settings:
        return self.position.settings

    @property
    def machine(self) -> str:
        """How well the machine plays at this table; empty if it does not."""
        return self.game.machine(self.settings)

    def seat(self, number: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.number == number), None)

    def waits(self, seat: Seat) -> bool:
        """Whether the host has yet to let this player in: they hold the seat of an event's table and do not play."""
        return self.row.event_id is not None and not seat.is_approved

    def seat_of_token(self, token: str) -> Seat | None:
        seated = (seat for seat in self.seats if not seat.is_removed)
        return next((seat for seat in seated if seat.token == token), None) if token else None


# by the table's code, which is never used again
_cache: LRUCache[str, CachedTable] = LRUCache(limits.CACHED_MOVES, getsizeof=lambda known: 100 + len(known.moves))
_lock = threading.Lock()


def known(table: Table) -> CachedTable:
    """The cached table, at least as new as `table` was just read; a few queries if anything is new, else none. Raises
    Refused for a long game that has to be replayed while others are."""
    before = cached_table(table.code)
    if before is not None and before.row.changes == table.changes:
        return before if _same_event(before.row, table) else _remember_on_commit(replace(before, row=table))
    return _remember_on_commit(bring_up_to_date(table, before))


def _remember_on_commit(known: CachedTable) -> CachedTable:
    """Cache the table; within a transaction, after its commit, since a rollback undoes it."""
    transaction.on_commit(lambda: remember(known))
    return known


def _same_event(cached: Table, read: Table) -> bool:
    """Whether the event is unchanged: its visibility and its archiving change without a change of its tables."""
    return not Table._meta.get_field("event").is_cached(read) or _version(cached) == _version(read)


def _version(table: Table) -> tuple[object, ...]:
    """The values of VERSION."""
    event = table.event
    return (table.changes, *((event.visibility, event.archived_at) if event else (None, None)))


def find(code: str) -> CachedTable | None:
    """The table at this address, or None; as it was if it is a long game and busy, or Refused if this process knows
    nothing of it."""
    row = Table.objects.select_related("event").filter(code=code).first()
    return _known_or_older(row) if row else None


def _known_or_older(row: Table) -> CachedTable:
    try:
        return known(row)
    except Refused:
        older = cached_table(row.code)
        if older is None:
            raise
        return older


def find_all(codes: Collection[str]) -> dict[str, CachedTable]:
    """The tables at these addresses, by code, in one small query as long as nothing is new; without those that `find`
    refuses."""
    versions = Table.objects.filter(code__in=codes).values_list("code", *VERSION)
    there = {code: (cached_table(code), version) for code, *version in versions}
    tables = {
        code: table for code, (table, version) in there.items() if table and _version(table.row) == tuple(version)
    }
    if len(tables) == len(there):
        return tables
    for row in Table.objects.select_related("event").filter(code__in=there.keys() - tables.keys()):
        with suppress(Refused):
            tables[row.code] = _known_or_older(row)
    return tables


def bring_up_to_date(table: Table, before: CachedTable | None) -> CachedTable:
    """The same table with what is new in the database since `before`."""
    if before is None or before.row.moves_made > table.moves_made:
        before = _blank(table)
    new = _new_moves(table, before)
    with in_turn(len(before.moves) * rewrites(new) + len(new)):
        newer = cached_table(table.code)  # others may have played it while this one waited
        if newer is not None and newer.row.changes >= table.changes:
            return newer
        return _with_rest(grown(table, before, new))


def caught_up(table: Table, before: CachedTable) -> CachedTable | None:
    """The table with new moves if that is quick; None if there are many, or a ruling or an undo among them."""
    if before.row.changes == table.changes:
        return replace(before, row=table)
    new = _new_moves(table, before)
    if len(new) > FEW or rewrites(new) or table.moves_made < len(before.moves):
        return None
    return _with_rest(grown(table, before, new))


def grown(table: Table, before: CachedTable, new: Sequence[Move]) -> CachedTable:
    """`before` with moves that came after it."""
    game, moves = before.game, (*before.moves, *new)
    if before.ahead is not None and rewrites(new):
        position = steps(game, before.ahead, moves[before.ahead.last :])
        return replace(before, row=table, moves=moves, position=position, ahead=None)
    position = follow(game, before.settings, before.position, before.moves, new) if new else before.position
    return replace(before, row=table, moves=moves, position=position)


def looking_ahead(before: CachedTable, rewrite: Move) -> CachedTable:
    """The table as it is known now, with the position that a ruling or an undo will bring. Raises Refused like
    `known`."""
    with in_turn(len(before.moves)):
        now = latest(before)
        ahead = replay(now.game, now.settings, now.moves, now.row.recorded, later=[rewrite])
        return replace(now, ahead=ahead)


@contextmanager
def in_turn(moves: int) -> Iterator[None]:
    """Wait for the turn to replay so many moves. Raises Refused if there are many and others already wait."""
    if moves < limits.LONG_GAME:
        yield
        return
    try:
        with GATE.passed():
            yield
    except Queued as error:
        raise Refused("busy", _("This game is very long. Try again in a moment."), status=503) from error


def _with_rest(known: CachedTable) -> CachedTable:
    row = known.row
    return replace(known, seats=seats_of(row), hosts=hosts_of(row), next=next_of(row))


def remember(known: CachedTable) -> CachedTable:
    """Cache the table, unless something newer is cached already."""
    with _lock:
        there = _cache.get(known.row.code)
        if there is None or there.row.changes <= known.row.changes:
            _cache[known.row.code] = known
    return known


def latest(table: CachedTable) -> CachedTable:
    """The newest version of the table that this process knows, without a query."""
    newest = cached_table(table.row.code)
    return newest if newest is not None and newest.row.changes > table.row.changes else table


def forget() -> None:
    """Empty the cache; for tests, whose databases begin anew."""
    with _lock:
        _cache.clear()


def _new_moves(table: Table, before: CachedTable) -> tuple[Move, ...]:
    return moves_of(table, after=len(before.moves)) if table.moves_made > len(before.moves) else ()


def cached_table(code: str) -> CachedTable | None:
    """The table as this process last saw it; None if it is not cached."""
    with _lock:
        return _cache.get(code)


def _blank(table: Table) -> CachedTable:
    try:
        game = GAMES[table.game]
    except KeyError as unknown:
        raise ObjectDoesNotExist(f"there is no game {table.game}") from unknown
    settings = game.schema.read(table.settings)
    return CachedTable(table, game, (), frozenset(), (), Position(settings, table.recorded))
