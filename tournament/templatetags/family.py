"""What the pages of the 24 family and Countdown Duel say: sentences of their codes, and small look-ups."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _

from judging.games.duel.game import MACHINES
from judging.games.duel.rules import ranges
from judging.messages import Message

from ..common.sentences import sentence
from ..common.text import with_signs
from ..play.twentyfour.mistakes import MISSES, mistake

register = template.Library()
register.filter("with_signs", with_signs)


@register.filter
def seat_at(seats: Mapping[int, Any], number: int) -> Any:
    """The seat with this number; None if nobody has it any more."""
    return seats.get(number)


@register.filter
def ended_as(code: str) -> str:
    """How a round of the 24 family ended."""
    return sentence(Message(f"tf_{code}", {}))


@register.filter
def tf_why(code: str) -> str:
    """Why a player has these points."""
    return sentence(Message(f"tf_why_{code}", {}))


@register.simple_tag
def tf_mistake(code: str, view: Mapping[str, Any], x: str | None) -> str:
    """What is wrong with an expression, which has to make the target, or prove an x."""
    family = view["type"]["family"]
    if code == MISSES and family != "classic":
        facts = {"x": x_shown(x), "target": view["target"]}
        told = _("This does not make %(x)s.") if family == "largest" else _("This is not %(x)s away from %(target)s.")
        return told % facts
    return mistake(code, view["target"])


@register.filter
def x_shown(x: str | None) -> str:
    """An x as players read it: with a minus sign, or the word for Impossible."""
    if x is None:
        return "–"
    return _("Impossible") if x == "impossible" else x.replace("-", "−")


@register.filter
def paper_move(view: Mapping[str, Any]) -> str:
    """What players give in this phase: an answer, an x or a proof."""
    if view["phase"] == "proof":
        return "proof"
    return "answer" if view["type"]["family"] == "classic" else "x"


@register.filter
def up_to(count: int) -> range:
    """1 to `count`, to loop over."""
    return range(1, count + 1)


@register.filter
def number_ranges(numbers: Iterable[int]) -> str:
    """`1-4, 6-9`."""
    return ranges(tuple(numbers))


@register.filter
def turn_at(turns: Sequence[Mapping[str, Any]] | None, number: int) -> Mapping[str, Any]:
    """What the review of a Duel says of its turn with this number, counted from 1; nothing where there is no review."""
    return turns[number - 1] if turns and number <= len(turns) else {}


@register.filter
def machine_level(level: str) -> str:
    """How well the machine plays, in words."""
    return _(dict(MACHINES)[level])


@register.filter
def own_numbers(players: Iterable[Mapping[str, Any]], seat: int) -> list[int]:
    """The numbers that the player at this seat has left."""
    return next((row["numbers"] for row in players if row["seat"] == seat), [])


@register.simple_tag
def duel_line(row: Mapping[str, Any], seat: Mapping[str, Any] | None) -> str:
    """One turn of a Duel in words."""
    facts = {"player": _name(seat), "number": row["number"], "total": row["total"]}
    line = sentence(Message(f"duel_{row['code']}", facts))
    if row["turn"] is None:
        line += " " + sentence(Message("duel_loses_turn", facts))
    return _("%(line)s (with a hint)") % {"line": line} if row["hinted"] else line


@register.simple_tag
def duel_end(view: Mapping[str, Any], winner: Mapping[str, Any] | None, loser: Mapping[str, Any] | None) -> str:
    """Why a Duel is over, and who wins it."""
    why = sentence(Message(f"duel_{view['ended']}", {"target": view["target"], "player": _name(loser)}))
    return why + " " + sentence(Message("duel_wins", {"player": _name(winner)}))


def _name(seat: Mapping[str, Any] | None) -> str:
    """The name of a seat as this reader may know it."""
    if seat is None:
        return "–"
    if seat.get("machine"):
        return _("The machine")
    return seat["name"] or _("Player %(number)s") % {"number": seat["number"]}
