"""Countdown: the best or nearest calculation of a selection, for one target or for many in one pass."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence

from judging.language.numbers.rationals import Rational
from puzzles.countdown.search import CACHED_SIZE, CountdownSearch, costs
from puzzles.enumeration.best_method import BestMethod
from puzzles.enumeration.multisets import Multiset, bipartitions, submultisets
from puzzles.enumeration.value_enumeration import OutOfTime, unlimited
from puzzles.functions.operations import absolute

NEARBY = 2  # how far around the target is tried before every value is worked out
SMALL_SUBSET = 3  # out of time, calculations with so many numbers are looked at all the same
WITHOUT_METHOD = BestMethod(None, None)
Integers = Collection[int]


def best(numbers: Sequence[int], target: Rational, tick: Callable[[], None] = unlimited) -> BestMethod:
    """The calculation with the least distance, then the fewest numbers, then the shortest text. Nothing where no
    value can be made at all."""
    search = CountdownSearch(numbers, tick)
    if not search.numbers:
        return WITHOUT_METHOD
    try:
        if type(target) is int:
            for distance in range(NEARBY + 1):
                nearest = _nearer(search, {target - distance, target + distance})
                if nearest.text:
                    return nearest
        return _nearest(search, target, _values_near(search.numbers, target, tick))
    except OutOfTime:
        search.tick = unlimited
        return _nearest(search, target, _few_values(search.numbers))._replace(complete=False)


def every_target(
    numbers: Sequence[int], targets: Sequence[int], tick: Callable[[], None] = unlimited
) -> list[BestMethod]:
    """The best or nearest calculation for each target, from one pass over the values."""
    search = CountdownSearch(numbers, tick)
    if not search.numbers or not targets:
        return [WITHOUT_METHOD] * len(targets)
    methods: list[BestMethod] = []
    try:
        values = _values_near(search.numbers, max(targets), tick)
        for target in targets:
            methods.append(_nearest(search, target, values))
    except OutOfTime:
        search.tick = unlimited
        values = _few_values(search.numbers)
        for target in targets[len(methods) :]:
            methods.append(_nearest(search, target, values)._replace(complete=False))
    return methods


def _few_values(numbers: Multiset) -> list[int]:
    subsets = [subset for size in range(1, SMALL_SUBSET + 1) for subset in submultisets(numbers, size)]
    return sorted({value for subset in subsets for value in costs(subset)})


def _values_near(numbers: Multiset, target: Rational, tick: Callable[[], None]) -> list[int]:
    """The values from 1 on, in order, as far up as one can be the nearest to any target up to this one."""
    most = max(math.ceil(target), 1)
    values = values_up_to(numbers, most, tick)
    beyond = most - max(values, default=-max(numbers))
    if beyond or target != most:
        values = values_up_to(numbers, most + beyond + 1, tick)
    return sorted(values.union(numbers[:1]))  # a single nought is a value too


def _nearest(search: CountdownSearch, target: Rational, values: list[int]) -> BestMethod:
    at = bisect_left(values, target)
    around = values[max(at - 1, 0) : at + 1]
    least = min(absolute(value - target) for value in around)
    return _nearer(search, {value for value in around if absolute(value - target) == least})


def _nearer(search: CountdownSearch, values: set[int]) -> BestMethod:
    """Of values equally far away the one with the fewest numbers, then the shortest text."""
    candidates: list[tuple[int, int, str, int]] = []
    for value in sorted(values):
        if value >= 0 and (calculation := search.shortest(value)):
            candidates.append((calculation[0], len(calculation[1]), calculation[1], value))
    if not candidates:
        return WITHOUT_METHOD
    least = min(candidates)
    return BestMethod(least[3], least[2])


# which whole numbers a selection makes, all of them in one pass, as sets of values only


def values_up_to(numbers: Multiset, most: int, tick: Callable[[], None] = lambda: None) -> set[int]:
    """Every value from 1 to `most` that some of the sorted numbers make, positive and whole at every step."""
    cached: dict[Multiset, set[int]] = {}
    values: set[int] = set()
    for size in range(1, len(numbers)):
        for subset in submultisets(numbers, size):
            values.update(
                costs(subset) if size <= CACHED_SIZE else cached.setdefault(subset, _all_values(subset, cached))
            )
            tick()
    for left, right in bipartitions(numbers):
        _add_results_up_to(values, _values_of(left, cached), _values_of(right, cached), most)
        tick()
    if len(numbers) == 1:
        values.update(numbers)
    return {value for value in values if 0 < value <= most}


def _values_of(numbers: Multiset, cached: dict[Multiset, set[int]]) -> Integers:
    return costs(numbers) if len(numbers) <= CACHED_SIZE else cached[numbers]


def _all_values(numbers: Multiset, cached: dict[Multiset, set[int]]) -> set[int]:
    """Every value of exactly these numbers, from the values of smaller parts."""
    values: set[int] = set()
    for left, right in bipartitions(numbers):
        others = _values_of(right, cached)
        for a in _values_of(left, cached):
            values.update([a + b for b in others])
            values.update([a * b for b in others])
            values.update([a - b if a > b else b - a for b in others])
            _add_quotients(values, a, others, [b for b in others if b <= a])
    values.discard(0)
    return values


def _add_results_up_to(values: set[int], lefts: Integers, rights: Integers, most: int) -> None:
    """Add what one operation makes of these, as far as it can be `most` at the most."""
    others = sorted(rights)
    low = others[: bisect_right(others, most)]
    for a in lefts:
        values.update([a + b for b in low])
        values.update([abs(a - b) for b in others[bisect_left(others, a - most) : bisect_right(others, a + most)]])
        if a:
            values.update([a * b for b in low[: bisect_right(low, most // a)]])
            _add_quotients(values, a, others[: bisect_right(others, most * a)], others[: bisect_right(others, a)])


def _add_quotients(values: set[int], a: int, larger: Iterable[int], smaller: Iterable[int]) -> None:
    if a:
        values.update([b // a for b in larger if not b % a])
        values.update([a // b for b in smaller if b and not a % b])
