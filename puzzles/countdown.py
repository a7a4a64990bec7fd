"""Countdown: the best or nearest calculation of a selection, for one target or for many in one pass."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from puzzles.parts import Numbers
from puzzles.reach import Reach
from puzzles.reached import reached

NEAR = 2  # how far around the target is tried before every value is worked out


class Found(NamedTuple):
    """A value and its best text."""

    value: int
    text: str


def best(
    numbers: Sequence[int], target: int | Fraction, tick: Callable[[], None] = lambda: None
) -> Found | None:
    """The calculation with the least distance, then the fewest numbers, then the shortest text. None where no value
    can be made at all."""
    reach = Reach(_given(numbers), tick)
    if not any(reach.numbers):
        return None
    if type(target) is int and target > 0:
        for away in range(NEAR + 1):
            if found := _nearer(reach, {target - away, target + away}):
                return found
    return _nearest(reach, target, _all_values(reach.numbers, target, tick))


def every_target(
    numbers: Sequence[int], targets: Sequence[int], tick: Callable[[], None] = lambda: None
) -> list[Found | None]:
    """The best or nearest calculation for each target, from one pass over the values."""
    reach = Reach(_given(numbers), tick)
    if not any(reach.numbers) or not targets:
        return [None] * len(targets)
    values = _all_values(reach.numbers, max(targets), tick)
    return [_nearest(reach, target, values) for target in targets]


def _given(numbers: Sequence[int]) -> Numbers:
    return tuple(sorted(number for number in numbers if number >= 0))  # no text says a number below zero


def _all_values(numbers: Numbers, target: int | Fraction, tick: Callable[[], None]) -> list[int]:
    """The values from 1 on, in order, as far up as one can be the nearest to any target up to this one."""
    most = max(math.ceil(target), 1)
    values = reached(numbers, most, tick)
    beyond = most - max(values, default=-max(numbers))
    if beyond or target != most:
        values = reached(numbers, most + beyond + 1, tick)
    return sorted(values)


def _nearest(reach: Reach, target: int | Fraction, values: list[int]) -> Found | None:
    at = bisect_left(values, target)
    around = values[max(at - 1, 0) : at + 1]
    least = min(abs(value - target) for value in around)
    return _nearer(reach, {value for value in around if abs(value - target) == least})


def _nearer(reach: Reach, values: set[int]) -> Found | None:
    """Of values equally far away the one with the fewest numbers, then the shortest text."""
    found = []
    for value in sorted(values):
        if value > 0 and (calculation := reach.exact(value)):
            used, text = calculation
            found.append((used, len(text), text, value))
    if not found:
        return None
    *_, text, value = min(found)
    return Found(value, text)
