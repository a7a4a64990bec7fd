"""How the pages of all live games look things up: `{{ seat_by_number|of:row.seat }}`. A game may have a file beside
this."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.translation import gettext as _

from judging.games.duel.game import MACHINES
from judging.games.live.game import SCREEN

from ..play.rendering import LEADERS

register = template.Library()


@register.filter
def of(rows: Mapping[Any, Any], name: object) -> object:
    """The value of a mapping under this name, or None."""
    return rows.get(name)


@register.filter
def shown_to(rows: Sequence[Any], role: str) -> Sequence[Any]:
    """The rows of a list that this page shows: the first five on the room's screen, which cannot scroll."""
    return rows[:LEADERS] if role == SCREEN.role else rows


@register.filter
def hidden_from(rows: Sequence[Any], role: str) -> int:
    """How many rows `shown_to` leaves out."""
    return len(rows) - len(shown_to(rows, role))


@register.filter
def plain_number(number: int | None) -> str:
    """A number for a script: only digits, whatever the language. Empty for None."""
    return "" if number is None else str(number)


@register.filter
def machine_level(level: str) -> str:
    """How well the machine plays, in words."""
    return _(dict(MACHINES)[level])


@register.simple_tag
def game_style(slug: str) -> str:
    """The address of a game's own style sheet, `css/play-<slug>.css`; without one it has the cards and keys of 24."""
    return static(_style(slug))


@cache
def _style(slug: str) -> str:
    name = f"css/play-{slug}.css"
    return name if finders.find(name) else "css/play-twentyfour.css"
