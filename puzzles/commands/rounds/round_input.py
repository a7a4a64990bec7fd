"""Reading the fields of a round for the referee: each checked, each with a bound."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from puzzles.commands import limits


class RoundProblem(Exception):
    """A line that cannot be scored: a code, and facts such as the name of the field."""

    def __init__(self, code: str, **facts: object):
        super().__init__(code)
        self.code, self.facts = code, facts


def text(request: Mapping[str, Any], name: str, most: int = limits.TEXT) -> str:
    """A required text."""
    if name not in request:
        raise RoundProblem("missing_field", field=name)
    return checked_text(request[name], name, most)


def checked_text(value: object, name: str, most: int = limits.TEXT) -> str:
    if not isinstance(value, str):
        raise RoundProblem("not_a_text", field=name)
    if len(value) > most:
        raise RoundProblem("too_long", field=name, most=most)
    return value


def whole(value: object, name: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RoundProblem("not_whole", field=name)
    if not least <= value <= most:
        raise RoundProblem("out_of_range", field=name, least=least, most=most)
    return value


def wholes(request: Mapping[str, Any], name: str, least: int, most: int, count: int) -> tuple[int, ...]:
    """A required list of 1 to `count` whole numbers."""
    values = items(request, name)
    if not 1 <= len(values) <= count:
        raise RoundProblem("wrong_count", field=name, least=1, most=count)
    return tuple(whole(each, name, least, most) for each in values)


def items(request: Mapping[str, Any], name: str) -> list[Any]:
    """A required list."""
    if name not in request:
        raise RoundProblem("missing_field", field=name)
    values = request[name]
    if not isinstance(values, list):
        raise RoundProblem("not_a_list", field=name)
    if len(values) > limits.ITEMS:
        raise RoundProblem("too_many", field=name, most=limits.ITEMS)
    return values


def by_player(request: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A mapping from players, empty where the field is missing; players who have null are left out of it."""
    values = request.get(name)
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise RoundProblem("not_an_object", field=name)
    if len(values) > limits.PLAYERS:
        raise RoundProblem("too_many", field=name, most=limits.PLAYERS)
    return {player(each): value for each, value in values.items() if value is not None}


def texts(request: Mapping[str, Any], name: str, most: int = limits.TEXT) -> list[str]:
    """A list of texts, empty where the field is missing."""
    if request.get(name) is None:
        return []
    return [checked_text(each, name, most) for each in items(request, name)]


def player(name: object) -> str:
    return checked_text(name, "player", limits.NAME)


def seconds(value: object, name: str = "at") -> float:
    """A reading of the clock, in seconds."""
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or not 0 <= value <= 1e6
    ):
        raise RoundProblem("no_time", field=name)
    return float(value)


def named(request: Mapping[str, Any], fields: Iterable[str]) -> list[str]:
    """The players in the order in which the line names them first."""
    wanted = set(fields)
    names: dict[str, None] = {}
    for name, value in request.items():
        if name in wanted and isinstance(value, dict | list):
            names.update(dict.fromkeys(map(player, value)))
    return list(names)
