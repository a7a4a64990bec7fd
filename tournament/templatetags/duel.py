"""Filters for the pages of Countdown Duel: sentences of codes, and small look-ups."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _

from judging.messages import Message

from ..common.wording.sentences import sentence
from ..play.rendering import seat_label

register = template.Library()


@register.filter
def turn_at(turns: Sequence[Mapping[str, Any]] | None, number: int) -> Mapping[str, Any]:
    """The review of the turn of a Duel with this number, counted from 1; nothing where there is no review."""
    return turns[number - 1] if turns and number <= len(turns) else {}


@register.filter
def latest_first(turns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The turns with their numbers as `nth`, the last one first."""
    return [{**row, "nth": nth} for nth, row in enumerate(turns, start=1)][::-1]


@register.filter
def own_numbers(players: Iterable[Mapping[str, Any]], seat: int) -> list[int]:
    """The numbers that the player at this seat has left."""
    return next((row["numbers"] for row in players if row["seat"] == seat), [])


@register.simple_tag
def duel_line(row: Mapping[str, Any], seat: Mapping[str, Any] | None) -> str:
    """One turn of a Duel in words."""
    facts = {"player": seat_label(seat), "number": row["number"], "total": row["total"]}
    line = sentence(Message(f"duel_{row['code']}", facts))
    if row["turn"] is None:
        line += " " + sentence(Message("duel_loses_turn", facts))
    return _("%(line)s (with a hint)") % {"line": line} if row["hinted"] else line


@register.simple_tag
def duel_end(view: Mapping[str, Any], winner: Mapping[str, Any] | None, loser: Mapping[str, Any] | None) -> str:
    """Why a Duel is over, and who wins it."""
    why = sentence(Message(f"duel_{view['ended']}", {"target": view["target"], "player": seat_label(loser)}))
    return why + " " + sentence(Message("duel_wins", {"player": seat_label(winner)}))
