"""Storing moves. Each is stored once, in the order in which the table's row was locked, and never changed.

What the clock or the game itself brings about (time is up, cards are dealt) is a move of the server. Whoever sees first
that one is due records it: a move, a reader's look, the worker. It has its nominal time, so nothing depends on who sees
it.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

from django.utils import timezone
from django.utils.translation import gettext as _

from judging.games.live.moves import HOST, PLAYER, SERVER, Move, Refusal
from judging.games.live.replay import REWRITES, TIME_UP, check, check_rewrite, due, kind_of
from puzzles.games import complete

from ..common import limits
from ..common.refusals import Refused
from ..common.wording.sentences import sentence
from ..models import HostDevice, Table, TableMove, User
from ..word_lists.dictionaries import words_for
from .event_rules import audit_change, decide_on_word, refuse_move
from .locking import locked, next_row, save
from .table_cache import CachedTable, grown, looking_ahead

LATEST = 200  # moves among which a flood is seen
FLOOD = 10_000  # milliseconds in which a phone, and the hosts of a table, may send so many moves
SERVER_MOVES = 20  # that one look may record; more follow at the next one
HOST_AWAY = timedelta(seconds=20)  # a table without a host pauses when its clock ends


@dataclass(frozen=True)
class Sent:
    """A move as it comes from a browser. `key` is the browser's own, so that sending it twice does it once."""

    kind: str
    by: str
    seat: int | None
    facts: Mapping[str, Any]
    key: str
    at: int
    elapsed: int | None = None
    round_trip: int | None = None
    user: User | None = None


@dataclass(frozen=True)
class Recorded:
    """A stored move, and the table after it. `note` says why it does not count, if it does not."""

    known: CachedTable
    move: Move
    note: Refusal | None


def now() -> int:
    """The server's clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def record(table: Table, sent: Sent) -> Recorded:
    """Store a move. Raises Refused for one that is not allowed here; a late one is stored with its note."""
    with locked(table, lambda learned: _prepared(learned, sent)) as before:
        return _stored(before, sent.key) or _recorded(before, sent)


def record_by_host(
    table: Table, by: User | None, kind: str, facts: Mapping[str, Any], seat: int | None = None
) -> Recorded:
    """Store a move of somebody who hosts the table, or of the player of a seat for whom they play. It comes from no
    browser, so it has a key of its own."""
    return record(table, Sent(kind, HOST, seat, facts, f"{HOST}-{seat or 0}-{uuid4().hex}", now(), user=by))


def _recorded(latest: CachedTable, sent: Sent) -> Recorded:
    recorded = played(latest, sent)
    after = _saved(with_due_moves(recorded.known, now()), latest, sent.user)
    return replace(recorded, known=after)


def played(latest: CachedTable, sent: Sent) -> Recorded:
    """The table after a move, which its row does not know yet. Raises Refused like `record`."""
    _refuse_flood(latest, sent)
    refuse_move(latest.row, sent.kind, sent.by == HOST, sent.user)
    before = with_due_moves(latest, sent.at)
    refusal = _allowed(before, sent)
    facts = dict(sent.facts) if refusal else _completed(before, sent.kind, sent.facts)
    after = _store(before, sent, facts)
    move = after.moves[-1]
    if move.kind == "rule":
        earlier = after.moves[move.facts["about"] - 1]
        word = after.game.ruled_word(after.position, earlier)
        decide_on_word(earlier, facts, word, after.row.event, sent.user)
    return Recorded(after, move, refusal)


def record_due(table: Table) -> CachedTable:
    """Store what the server has to record by now, if anything."""
    with locked(table) as before:
        return _saved(with_due_moves(before, now()), before)


def up_to_date(known: CachedTable) -> CachedTable:
    """The table with what is due recorded."""
    return record_due(known.row) if is_due(known, now()) else known


def is_due(known: CachedTable, at: int) -> bool:
    """Whether the server has to record something by this time."""
    next_move = due(known.game, known.position)
    return next_move is not None and next_move.at <= at


def server_move(
    before: CachedTable, kind: str, at: int, facts: Mapping[str, Any], seat: int | None = None, mover: str = SERVER
) -> CachedTable:
    """Store a move that no browser sent with a key. The row is locked, and saved by the caller."""
    return _store(before, Sent(kind, mover, seat, facts, uuid4().hex, at), dict(facts))


def _prepared(learned: CachedTable, sent: Sent) -> CachedTable:
    """The table with everything slow that a move needs; raises Refused for a move that would be refused anyway."""
    if TableMove.objects.filter(table=learned.row, key=sent.key).exists():
        return learned
    _refuse_flood(learned, sent)
    if sent.kind not in REWRITES:
        return learned
    refuse_move(learned.row, sent.kind, sent.by == HOST, sent.user)
    _allowed(learned, sent)
    return looking_ahead(learned, _as_move(learned, sent, sent.facts))


def _stored(before: CachedTable, key: str) -> Recorded | None:
    """The stored answer to the same move, if it came before."""
    number = next(iter(TableMove.objects.filter(table=before.row, key=key).values_list("number", flat=True)), None)
    if number is None:
        return None
    move = before.moves[number - 1]
    code = before.position.notes.get(move.number)
    return Recorded(before, move, Refusal(code, recorded=True) if code else None)


def _refuse_flood(before: CachedTable, sent: Sent) -> None:
    """Raise Refused for a phone or a host that sends very fast, or a table with very many moves. A game can always be
    ended."""
    if sent.kind == "end":
        return
    if len(before.moves) >= limits.MOVES_TABLE:
        raise Refused("too_many_moves", _("This table has too many moves. End the game and open a new one."))
    latest = [move for move in before.moves[-LATEST:] if move.by == sent.by and sent.at - move.at < FLOOD]
    if sent.by == PLAYER:
        is_flood = sum(move.seat == sent.seat for move in latest) >= limits.MOVES_SEAT
    else:
        rewriting = sum(move.kind in REWRITES for move in latest) >= limits.REWRITES_TABLE
        is_flood = len(latest) >= limits.MOVES_HOST or (sent.kind in REWRITES and rewriting)
    if is_flood:
        raise Refused("too_fast", _("Slower, please. Wait a few seconds and send it again."), status=429)


def _allowed(before: CachedTable, sent: Sent) -> Refusal | None:
    """Why the move is stored and does not count, or None. Raises Refused for one that is not stored."""
    refusal = _problem(before, sent)
    if refusal is not None and not refusal.recorded:
        raise Refused(refusal.code, sentence(refusal.message))
    return refusal


def _problem(before: CachedTable, sent: Sent) -> Refusal | None:
    game, move = before.game, _as_move(before, sent, sent.facts)
    kind = kind_of(game, sent.kind)
    if kind is None or sent.by not in kind.by:
        return Refusal("no_such_move")
    if sent.by == HOST and sent.seat is not None and not _is_seated(before, sent.seat):
        return Refusal("no_such_seat")
    if refusal := kind.problem(sent.facts, before.position.recorded):
        return refusal
    if sent.kind in REWRITES and (refusal := check_rewrite(game, before.position, before.moves, move)):
        return refusal
    return check(game, before.position, move)


def _is_seated(before: CachedTable, number: int) -> bool:
    seat = before.seat(number)
    return seat is not None and not seat.is_removed


def _completed(before: CachedTable, kind: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with what chance and the dictionary add. Chance follows from the table's seed and the move's number."""
    move_kind = kind_of(before.game, kind)
    if move_kind is None or not move_kind.chance:
        return dict(facts)
    random = Random(f"{before.row.seed}:{len(before.moves) + 1}")
    words = words_for(before.row.event)
    return complete(before.game.slug, before.position, kind, facts, random, words)


def _store(before: CachedTable, sent: Sent, facts: dict[str, Any]) -> CachedTable:
    move, row = _as_move(before, sent, facts), next_row(before.row)
    row.moves_made = move.number
    if row.pk is None:  # somebody practises: their browser has the moves
        return grown(row, before, (move,))
    TableMove.objects.create(
        table=row,
        number=move.number,
        kind=move.kind,
        by=move.by,
        seat=move.seat,
        user=sent.user,
        at=move.at,
        facts=facts,
        key=sent.key,
        elapsed=sent.elapsed,
        round_trip=sent.round_trip,
        guarded=row.event_id is not None,
    )
    return grown(row, before, (move,))


def _as_move(before: CachedTable, sent: Sent, facts: Mapping[str, Any]) -> Move:
    return Move(len(before.moves) + 1, sent.kind, sent.by, sent.seat, sent.at, facts)  # type: ignore[arg-type]


def with_due_moves(before: CachedTable, at: int) -> CachedTable:
    """The table with the server's moves up to this time; a table whose host is away pauses when a clock ends."""
    for _turn in range(SERVER_MOVES):
        next_move = due(before.game, before.position)
        if next_move is None or next_move.at > at:
            break
        moment = next_move.at if next_move.kind == TIME_UP else max(next_move.at, before.moves[-1].at)
        before = server_move(before, next_move.kind, moment, _completed(before, next_move.kind, {}))
        if next_move.kind == TIME_UP and _host_is_away(before):
            before = server_move(before, "pause", next_move.at, {})
    return before


def _host_is_away(known: CachedTable) -> bool:
    """Whether somebody hosts this table and none of them was heard of lately. Nobody hosts a table of practice."""
    if known.position.recorded or known.position.stage != "playing" or known.row.pk is None:
        return False
    seen = HostDevice.objects.filter(table=known.row, ended_at=None).values_list("seen_at", flat=True)
    limit = timezone.now() - HOST_AWAY
    return bool(seen) and all(at is not None and at < limit for at in seen)


def _saved(after: CachedTable, before: CachedTable, by: User | None = None) -> CachedTable:
    """Save the row if anything was stored."""
    if after.row.changes == before.row.changes:
        return after
    after.row.stage = after.position.stage
    if after.position.stage == "over" and after.row.ended_at is None:
        after.row.ended_at = timezone.now()
    audit_change(before.row, after.row, by, after.game, after.moves)
    return save(after)
