"""Countdown: the best or nearest calculation of a selection, for one target or for many in one pass."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence

from judging.language.rationals import Rational
from puzzles.best import Best
from puzzles.operations import size
from puzzles.parts import Numbers, subsets
from puzzles.reach import Reach, costs
from puzzles.reached import reached
from puzzles.values import OutOfTime, nothing

NEAR = 2  # how far around the target is tried before every value is worked out
SMALL = 3  # out of time, calculations with so many numbers are looked at all the same
NOTHING = Best(None, None)


def best(numbers: Sequence[int], target: Rational, tick: Callable[[], None] = nothing) -> Best:
    """The calculation with the least distance, then the fewest numbers, then the shortest text. Nothing where no
    value can be made at all."""
    reach = Reach(_given(numbers), tick)
    if not reach.numbers:
        return NOTHING
    try:
        if type(target) is int:
            for away in range(NEAR + 1):
                found = _nearer(reach, {target - away, target + away})
                if found.text:
                    return found
        return _nearest(reach, target, _all_values(reach.numbers, target, tick))
    except OutOfTime:
        reach.tick = nothing
        return _nearest(reach, target, _few_values(reach.numbers))._replace(complete=False)


def every_target(
    numbers: Sequence[int], targets: Sequence[int], tick: Callable[[], None] = nothing
) -> list[Best]:
    """The best or nearest calculation for each target, from one pass over the values."""
    reach = Reach(_given(numbers), tick)
    if not reach.numbers or not targets:
        return [NOTHING] * len(targets)
    found: list[Best] = []
    try:
        values = _all_values(reach.numbers, max(targets), tick)
        for target in targets:
            found.append(_nearest(reach, target, values))
    except OutOfTime:
        reach.tick = nothing
        values = _few_values(reach.numbers)
        for target in targets[len(found) :]:
            found.append(_nearest(reach, target, values)._replace(complete=False))
    return found


def _few_values(numbers: Numbers) -> list[int]:
    parts = [part for size in range(1, SMALL + 1) for part in subsets(numbers, size)]
    return sorted({value for part in parts for value in costs(part)})


def _given(numbers: Sequence[int]) -> Numbers:
    return tuple(sorted(number for number in numbers if number >= 0))  # no text says a number below zero


def _all_values(numbers: Numbers, target: Rational, tick: Callable[[], None]) -> list[int]:
    """The values from 1 on, in order, as far up as one can be the nearest to any target up to this one."""
    most = max(math.ceil(target), 1)
    values = reached(numbers, most, tick)
    beyond = most - max(values, default=-max(numbers))
    if beyond or target != most:
        values = reached(numbers, most + beyond + 1, tick)
    return sorted(values.union(numbers[:1]))  # a nought alone is a value too


def _nearest(reach: Reach, target: Rational, values: list[int]) -> Best:
    at = bisect_left(values, target)
    around = values[max(at - 1, 0) : at + 1]
    least = min(size(value - target) for value in around)
    return _nearer(reach, {value for value in around if size(value - target) == least})


def _nearer(reach: Reach, values: set[int]) -> Best:
    """Of values equally far away the one with the fewest numbers, then the shortest text."""
    found: list[tuple[int, int, str, int]] = []
    for value in sorted(values):
        if value >= 0 and (calculation := reach.exact(value)):
            found.append((calculation[0], len(calculation[1]), calculation[1], value))
    if not found:
        return NOTHING
    least = min(found)
    return Best(least[3], least[2])
