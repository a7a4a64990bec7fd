"""What one reader may see of a table: plain JSON, from which a template makes the page.

A frame holds nothing that its reader may not know. The stream brings it when its digest has changed, so a player whose
frame stays the same gets no message.

    {"table": {"name", "game", "stage", "recorded", "is_locked", "late_joining"},
     "pin": the PIN while players may join, for the host and a screen that a host opened,
     "seats": [{"number", "name", "colour", "points", "is_removed", and for the host "is_approved", "is_flagged",
                "plays": whether a phone holds it}], those who play; the name is empty until this reader may read it;
              the machine's has the number 0 and "machine": how well it plays,
"waiting": for the host of an event's table, who wait to be let in: [{"number", "name", "colour", "is_double": whether
                two phones ask for the same player}],
"me": the reader's own seat or null; with "waits" they see nothing but that, with "is_hidden" others do not read their
name yet, "paused": bool, "next": the code of the
table where they play again, "awards": at the end, [{"seat", "message": a code and its
facts}], "clock": null or {"name", "started", "ends", "stopped"} in milliseconds of the server's
clock, "view": the game's view, null in the lobby, "after": what was possible, once it may be known, "away": for the
host, the numbers of the seats not heard of for five seconds, "close": who came less than a tenth of a second after the
move that ended a round: [{"seat", "after": milliseconds, "round", and for the host "about": the number of that move,
              "texts": what came too late}],
     "entry": for the host of a game from paper, the last entry that they may take back, or null:
              {"number", "seat": or null, "texts": what was typed}}
"""

import hashlib
import json
from collections.abc import Collection
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.utils import timezone

from judging.games.live.game import MACHINE, TableReader
from judging.games.live.moves import HOST, PLAYER
from judging.games.live.replay import SHARED, kind_of, last_entry, scores_by_seat
from puzzles.games import after

from ..models import HostDevice, Seat, Table, User
from ..moves.table_cache import CachedTable
from ..word_lists.dictionaries import words_for
from .rude_words import covered, is_rude

CLOSE = 100  # milliseconds
TOO_LATE = {"round_over", "received_later"}
LATEST = 100  # moves
AWAY = timedelta(seconds=5)
TYPED = {"text", "texts", "whole", "wholes"}


def frame(
    known: CachedTable, reader: TableReader, away: Collection[int] = (), with_pin: bool = False
) -> dict[str, Any]:
    row, position = known.row, known.position
    own = known.seat(reader.seat) if reader.seat is not None else None
    waits = own is not None and known.waits(own)
    begun = position.stage != "lobby" and position.state is not None and not waits
    shown: dict[str, Any] = {
        "table": {
            "name": row.name,
            "game": row.game,
            "stage": position.stage,
            "recorded": row.recorded,
            "is_locked": row.is_locked,
            "late_joining": row.late_joining,
        },
        "seats": [] if waits else _seats(known, reader),
        "me": _me(known, own),
        "paused": position.paused,
        "is_cut_short": bool(known.moves) and known.moves[-1].kind == "end" and known.moves[-1].by == HOST,
        "next": known.next,
        "clock": asdict(position.clock) if position.clock else None,
        "view": _view(known, reader) if begun else None,
        "close": _close_calls(known, reader.role == "host"),
        "awards": _awards(known) if position.stage == "over" and begun else [],
        "after": after(known.game.slug, position, words_for(row.event)) if begun else None,
    }
    if (with_pin or reader.role == "host") and is_open(known):
        shown["pin"] = row.pin
    if reader.role == "host":
        shown |= {
            "waiting": asked_for(known),
            "away": sorted(away),
            "entry": _last_entry(known),
        }
    return shown


def digest(frame: dict[str, Any]) -> str:
    """32 hexadecimal characters, equal for equal frames."""
    text = json.dumps(frame, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def is_open(known: CachedTable) -> bool:
    """Whether somebody with the PIN may join. Nobody does in a game from paper."""
    row = known.row
    return not (row.is_locked or row.recorded) and (
        row.stage == "lobby" or (row.stage == "playing" and row.late_joining)
    )


def _seats(known: CachedTable, reader: TableReader) -> list[dict[str, Any]]:
    points = scores_by_seat(known.game, known.position)
    shown = [
        _seat(known, seat, reader, points.get(seat.number, 0))
        for seat in known.seats
        if seat.number in points or not (seat.is_removed or known.waits(seat))
    ]
    return [*shown, _machine(known, points.get(MACHINE, 0))] if known.machine else shown


def _machine(known: CachedTable, points: int) -> dict[str, Any]:
    seat = {"number": MACHINE, "name": "", "colour": "slate", "points": points, "is_removed": False}
    return seat | {"machine": known.machine}


def _seat(known: CachedTable, seat: Seat, reader: TableReader, points: int) -> dict[str, Any]:
    shown = {
        "number": seat.number,
        "name": shown_name(known, seat, reader),
        "colour": seat.colour,
        "points": points,
        "is_removed": seat.is_removed,
    }
    if reader.role == "host":
        shown |= {"is_approved": seat.is_approved, "is_flagged": is_rude(seat.name), "plays": bool(seat.token)}
    return shown


def shown_name(known: CachedTable, seat: Seat, reader: TableReader) -> str:
    """The name; empty for a reader who may not see it before the host has approved it."""
    own = reader.role == "host" or reader.seat == seat.number
    if own or seat.is_approved or not known.row.names_need_approval:
        return seat.name
    return ""


def asked_for(known: CachedTable) -> list[dict[str, Any]]:
    """The players who wait for the host to let them in."""
    waiting = [seat for seat in known.seats if known.waits(seat) and not seat.is_removed]
    players = [seat.player_id for seat in waiting]
    return [
        {
            "number": seat.number,
            "name": seat.name,
            "colour": seat.colour,
            "is_double": seat.player_id is not None and players.count(seat.player_id) > 1,
        }
        for seat in waiting
    ]


def _me(known: CachedTable, seat: Seat | None) -> dict[str, Any] | None:
    if seat is None:
        return None
    shown = {"number": seat.number, "name": seat.name, "colour": seat.colour, "is_removed": seat.is_removed}
    return shown | {"waits": known.waits(seat), "is_hidden": known.row.names_need_approval and not seat.is_approved}


def _view(known: CachedTable, reader: TableReader) -> dict[str, Any]:
    view = known.game.view(known.position, reader)
    return view if reader.role == "host" else covered(view)


def _awards(known: CachedTable) -> list[dict[str, Any]]:
    given = known.game.awards(known.position)
    fit = [each for each in given if not any(is_rude(str(fact)) for fact in each.message.facts.values())]
    return [{"seat": each.seat, "message": each.message.as_dict()} for each in fit]


def _last_entry(known: CachedTable) -> dict[str, Any] | None:
    move = last_entry(known.game, known.position, known.moves)
    if move is None:
        return None
    kind = kind_of(known.game, move.kind)
    typed = [each.name for each in (*kind.fields, *kind.added) if each.required and each.kind in TYPED] if kind else []
    values = [move.facts[name] for name in typed if name in move.facts]
    texts = [str(each) for value in values for each in (value if isinstance(value, list) else [value])]
    return {"number": move.number, "seat": move.seat, "texts": texts}


def _close_calls(known: CachedTable, is_host: bool) -> list[dict[str, Any]]:
    first, calls = None, list[dict[str, Any]]()
    for move in known.moves[-LATEST:]:
        if move.by != PLAYER or move.kind in SHARED:
            continue
        note = known.position.notes.get(move.number)
        if note is None:
            first, calls = move, []
        elif first and note in TOO_LATE and move.kind == first.kind and move.at - first.at < CLOSE:
            call = {"seat": move.seat, "after": move.at - first.at, "round": move.facts.get("round")}
            more = {"about": first.number, "texts": move.facts.get("texts")}
            calls.append(call | (more if is_host else {}))
    return calls


def note_seen(seats: Collection[int], hosts: Collection[str]) -> None:
    """These seats (primary keys) and hosts (digests of their secrets) are here now."""
    moment = timezone.now()
    if seats:
        Seat.objects.filter(pk__in=seats).update(seen_at=moment)
    if hosts:
        HostDevice.objects.filter(token__in=hosts).update(seen_at=moment)


def note_host(table: Table, user: User) -> None:
    """This person is here now, if they host the table: a program of theirs looks at it."""
    HostDevice.objects.filter(table=table, user=user, ended_at=None).update(seen_at=timezone.now())


def away_seats(known: CachedTable) -> frozenset[int]:
    """The numbers of the seats whose phone has been silent for five seconds."""
    limit = timezone.now() - AWAY
    seen = Seat.objects.filter(table=known.row, removed_at=None).exclude(token="").values_list("number", "seen_at")
    return frozenset(number for number, at in seen if at is None or at < limit)
