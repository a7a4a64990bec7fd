"""Storing moves. Each is stored once, in the order in which the table's row was locked, and never changed.

What the clock or the game itself brings about (time is up, cards are dealt) is a move of the server. Whoever sees first
that one is due records it: a move, a reader's look, the worker. It has its nominal time, so nothing depends on who sees it.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.games.live.moves import HOST, PLAYER, SERVER, Move, Refusal
from judging.games.live.replay import REWRITES, TIME_UP, check, check_rewrite, due, kind_of

from ..common import limits
from ..common.refusals import Refused
from ..common.sentences import sentence
from ..models import HostDevice, Table, TableMove, User
from .event_rules import audit_change, refuse_move
from .games import dictionary_for
from .known import Known, grown, hosts_of, known, next_of, remember, seats_of

FLOOD = 10_000  # milliseconds in which a phone may send so many moves
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

    known: Known
    move: Move
    note: Refusal | None


def now() -> int:
    """The server's clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@transaction.atomic
def record(table: Table, sent: Sent) -> Recorded:
    """Store a move. Raises Refused for one that is not allowed here; a late one is stored with its note."""
    before = locked(table)
    if (stored := _stored(before, sent.key)) is not None:
        return stored
    _refuse_flood(before, sent)
    refuse_move(before.row, sent.kind, sent.by == HOST, sent.user)
    latest = before
    before = _with_due_moves(before, sent.at)
    refusal = _problem(before, sent)
    if refusal is not None and not refusal.recorded:
        raise Refused(refusal.code, sentence(refusal.message))
    facts = dict(sent.facts) if refusal else _completed(before, sent.kind, sent.facts)
    after = _store(before, sent, facts)
    move = after.moves[-1]
    if move.kind == "rule":
        earlier = after.moves[move.facts["about"] - 1]
        after.live.ruled(after.position, earlier, facts, after.row.event, sent.user)
    after = _saved(_with_due_moves(after, now()), latest, sent.user)
    return Recorded(after, move, refusal)


@transaction.atomic
def record_due(table: Table) -> Known:
    """Store what the server has to record by now, if anything."""
    before = locked(table)
    return _saved(_with_due_moves(before, now()), before)


def is_due(known: Known, at: int) -> bool:
    """Whether the server has to record something by this time."""
    found = due(known.live.game, known.position)
    return found is not None and found.at <= at


def locked(table: Table) -> Known:
    """The table with its row locked until the transaction ends, and all that was written before."""
    row = Table.objects.select_for_update(of=("self",)).select_related("event").get(pk=table.pk)
    return known(row)


def save(after: Known) -> Known:
    """Write the table's row after a change, and keep what is known for the next request."""
    row = after.row
    row.save(update_fields=["changes", "moves_made", "stage", "ended_at", "is_locked", "late_joining"])
    transaction.on_commit(lambda: remember(after))
    return after


def server_move(
    before: Known, kind: str, at: int, facts: Mapping[str, Any], seat: int | None = None, mover: str = SERVER
) -> Known:
    """Store a move that no browser sent with a key. The row is locked, and saved by the caller."""
    return _store(before, Sent(kind, mover, seat, facts, uuid4().hex, at), dict(facts))


def changed(before: Known) -> Known:
    """The table after something else than a move was written about it: seats and hosts are read again."""
    row = _next_row(before.row)
    return replace(before, row=row, seats=seats_of(row), hosts=hosts_of(row), next=next_of(row))


def _stored(before: Known, key: str) -> Recorded | None:
    """What the same move was answered when it came before."""
    number = next(iter(TableMove.objects.filter(table=before.row, key=key).values_list("number", flat=True)), None)
    if number is None:
        return None
    move = before.moves[number - 1]
    code = before.position.notes.get(move.number)
    return Recorded(before, move, Refusal(code, recorded=True) if code else None)


def _refuse_flood(before: Known, sent: Sent) -> None:
    """Raise Refused for a phone that sends very fast, or a table with very many moves."""
    if len(before.moves) >= limits.MOVES_TABLE:
        raise Refused("too_many_moves", _("This table has too many moves. Open a new one."))
    latest = before.moves[-4 * limits.MOVES_SEAT :]
    recent = sum(move.seat == sent.seat and move.by == PLAYER and sent.at - move.at < FLOOD for move in latest)
    if sent.by == PLAYER and recent >= limits.MOVES_SEAT:
        raise Refused("too_fast", _("Slower, please. Wait a few seconds and send it again."), status=429)


def _problem(before: Known, sent: Sent) -> Refusal | None:
    game, move = before.live.game, _as_move(before, sent, sent.facts)
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


def _is_seated(before: Known, number: int) -> bool:
    seat = before.seat(number)
    return seat is not None and not seat.is_removed


def _completed(before: Known, kind: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with what chance and the dictionary add. Chance follows from the table's seed and the move's number."""
    found = kind_of(before.live.game, kind)
    if found is None or not found.chance:
        return dict(facts)
    random = Random(f"{before.row.seed}:{len(before.moves) + 1}")
    words = dictionary_for(before.row.event)
    return before.live.complete(before.position, kind, facts, random, words)


def _store(before: Known, sent: Sent, facts: dict[str, Any]) -> Known:
    move, row = _as_move(before, sent, facts), _next_row(before.row)
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
    row.moves_made = move.number
    return grown(row, before, (move,))


def _as_move(before: Known, sent: Sent, facts: Mapping[str, Any]) -> Move:
    return Move(len(before.moves) + 1, sent.kind, sent.by, sent.seat, sent.at, facts)  # type: ignore[arg-type]


def _with_due_moves(before: Known, at: int) -> Known:
    """With what the server has to record by this time; a table whose host is away pauses when a clock ends."""
    for _turn in range(SERVER_MOVES):
        found = due(before.live.game, before.position)
        if found is None or found.at > at:
            break
        moment = found.at if found.kind == TIME_UP else max(found.at, before.moves[-1].at)
        before = server_move(before, found.kind, moment, _completed(before, found.kind, {}))
        if found.kind == TIME_UP and _host_is_away(before):
            before = server_move(before, "pause", found.at, {})
    return before


def _host_is_away(known: Known) -> bool:
    """Whether somebody hosts this table and none of them was heard of lately. Who plays the machine needs no host."""
    if known.position.recorded or known.position.stage != "playing" or known.machine:
        return False
    seen = HostDevice.objects.filter(table=known.row, ended_at=None).values_list("seen_at", flat=True)
    limit = timezone.now() - HOST_AWAY
    return bool(seen) and all(at is not None and at < limit for at in seen)


def _next_row(row: Table) -> Table:
    """A copy of the table's row with one more change; what is kept of the old one stays as it is."""
    copy = Table(**{field.attname: getattr(row, field.attname) for field in Table._meta.concrete_fields})
    copy._state.adding, copy._state.db = False, row._state.db
    if row.event_id is not None:
        copy.event = row.event
    copy.changes += 1
    return copy


def _saved(after: Known, before: Known, by: User | None = None) -> Known:
    """Save the row if anything was stored."""
    if after.row.changes == before.row.changes:
        return after
    after.row.stage = after.position.stage
    if after.position.stage == "over" and after.row.ended_at is None:
        after.row.ended_at = timezone.now()
    audit_change(before.row, after.row, by, after.live.game, after.moves)
    return save(after)
