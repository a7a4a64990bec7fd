"""Filters for the pages of the 24 family: sentences of codes, and small look-ups."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import template
from django.utils.translation import gettext as _

from judging.games.twentyfour.expressions import MISSES, MISSING
from judging.games.twentyfour.view import IMPOSSIBLE
from judging.messages import Message

from ..common.wording.sentences import sentence

register = template.Library()
UNREADABLE = frozenset({"unreadable", "too_large", "ambiguous", MISSING})


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
    """The mistake in an expression that has to make the target, or prove an x, as a sentence."""
    family = view["type"]["family"]
    if code == MISSES and family != "classic":
        facts = {"x": x_shown(x), "target": view["target"]}
        message = (
            _("This does not make %(x)s.") if family == "largest" else _("This is not %(x)s away from %(target)s.")
        )
        return message % facts
    if code == MISSES:
        return _("This does not make %(target)s.") % {"target": view["target"]}
    if code in UNREADABLE:
        return _("This cannot be read.")
    return _("Use each number exactly once, with + − × ÷ and brackets.")


@register.filter
def x_shown(x: str | None) -> str:
    """An x as players read it: with a minus sign, or the word for Impossible."""
    if x is None:
        return "–"
    return _("Impossible") if x == IMPOSSIBLE else x.replace("-", "−")


@register.filter
def best_first(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The players of a round that is over: those with most points, then those who wrote something."""
    return sorted(rows, key=lambda row: (-row["points"], not (row["expressions"] or row["x"])))


@register.filter
def entered(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The players who have entered an x or given a proof, as far as the room may know; the best x first."""
    rows = [row for row in view["players"] if row["x"] or row["done"]]
    best = -1 if view["type"]["family"] == "largest" else 1
    return sorted(
        rows, key=lambda row: (not _is_number(row["x"]), best * Fraction(row["x"]) if _is_number(row["x"]) else 0)
    )


def _is_number(x: str | None) -> bool:
    return bool(x) and x != IMPOSSIBLE


@register.filter
def paper_move(view: Mapping[str, Any]) -> str:
    """The kind of move in this phase: an answer, an x or a proof."""
    if view["phase"] == "proof":
        return "proof"
    return "answer" if view["type"]["family"] == "classic" else "x"


@register.filter
def up_to(count: int) -> range:
    """1 to `count`, to loop over."""
    return range(1, count + 1)
