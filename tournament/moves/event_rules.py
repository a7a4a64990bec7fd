"""Rules for a table of an event: who may host it, and what the audit trail and its list of words record of it."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from judging.games.live.game import Game
from judging.games.live.moves import HOST, Move
from judging.games.live.replay import REWRITES, kind_of
from judging.messages import message

from ..audit import trail as audit
from ..common.refusals import Refused
from ..common.wording.stored_words import as_stored
from ..models import Entrant, Event, Fixture, FixtureSide, Seat, Table, User
from ..roster.relations import refuse_related
from ..web.permissions import NotAllowed, capabilities, refuse_archived, require
from ..word_lists.actions import decide

OVER = "over"


def refuse_move(table: Table, kind: str, is_host: bool, by: User | None) -> None:
    """Raise Refused for a move in an archived event, one of a host who is related to a player at the table, or one
    about an earlier move by somebody who is not known."""
    if table.event is None:
        return
    refuse_archived(table.event)
    if kind in REWRITES and by is None:
        raise Refused("sign_in_to_rule", _("Sign in to rule on a game of this event."), status=403)
    if kind in REWRITES and by is not None and "host" not in capabilities(by, table.event):
        raise Refused("not_helper", _("Only helpers of this event can host its games."), status=403)
    if is_host:
        refuse_relatives(table, by)


def refuse_host(table: Table, by: User) -> None:
    """Raise NotAllowed or Refused for somebody who cannot become a host of this table."""
    if table.event is None:
        raise Refused("no_event", _("Ask the host of this table for a link."))
    require(by, "host", table.event)
    refuse_relatives(table, by)


def refuse_relatives(table: Table, by: User | None) -> None:
    """Raise Refused for a host who is related to a player of this table (SE-14): hosts decide on what players do."""
    if table.event is None or by is None:
        return
    seated = Seat.objects.filter(table=table, player__isnull=False).values("player")
    expected = FixtureSide.objects.filter(fixture__table=table).values("player")
    of_players = Q(player__in=seated) | Q(player__in=expected)
    _refuse(table.event, by, Entrant.objects.filter(of_players).values_list("pk", flat=True))


def refuse_relatives_of(fixture: Fixture, by: User) -> None:
    """Raise Refused for whoever is related to a player of this game."""
    players = fixture.sides.values("player")
    _refuse(fixture.series.event, by, Entrant.objects.filter(player__in=players).values_list("pk", flat=True))


def _refuse(event: Event, by: User, touched: Iterable[int]) -> None:
    message = _("You are marked as related to %(player)s, so somebody else must host this game.")
    refuse_related(by, event, touched, message)


def audit_change(before: Table, after: Table, by: User | None, game: Game, moves: Sequence[Move]) -> None:
    """Record in the trail that a game of an event ended, or changed after its end: public pages follow the trail.
    `moves` are all of the table; the last ones are new."""
    if after.event is None or OVER not in (before.stage, after.stage) or before.moves_made == after.moves_made:
        return
    verb = "table.ended" if before.stage != OVER else "table.ruled"
    facts: dict[str, Any] = {"stage": after.stage, "moves": after.moves_made}
    deciding = [move for move in moves[before.moves_made :] if move.kind in {*REWRITES, "end"}]
    for move in deciding:
        if move.kind in REWRITES:
            facts |= _rewritten(after, game, move, moves[move.facts["about"] - 1])
    why = next(filter(None, map(_reason, deciding)), "")
    audit.record(after.event, by, verb, after, after=facts, why=why)


def _reason(move: Move) -> str:
    ended = as_stored(message("reason_host_ended")) if move.kind == "end" and move.by == HOST else ""
    return move.facts.get("reason") or ended


def _rewritten(table: Table, game: Game, move: Move, earlier: Move) -> dict[str, Any]:
    """The subject of a ruling or an undo, for the trail. The player's answer is a list, which counts as personal."""
    kind = kind_of(game, earlier.kind)
    given = [earlier.facts[each.name] for each in (kind.fields if kind else ()) if each.name in earlier.facts]
    seats = Seat.objects.filter(table=table, number=earlier.seat) if earlier.seat is not None else Seat.objects.none()
    return {
        "ruled_on" if move.kind == "rule" else "taken_back": earlier.number,
        "player": seats.values_list("player__number", flat=True).first(),
        "given": given,
        "ruled": list(move.facts.get("facts", {}).values()),
    }


def decide_on_word(
    given: Move, ruling: Mapping[str, Any], word: str | None, event: Event | None, user: User | None
) -> None:
    """Let a word on which a judge or an organiser ruled otherwise than the dictionary join the event's list (CD-8)."""
    if word is None or event is None or user is None or not capabilities(user, event) & {"run", "rule"}:
        return
    valid = bool(ruling["facts"]["valid"])
    if valid != given.facts.get("listed"):
        with suppress(Refused, NotAllowed):  # the ruling stands all the same
            decide(by=user, event=event, word=word, is_accepted=valid, why=ruling.get("reason", ""))
