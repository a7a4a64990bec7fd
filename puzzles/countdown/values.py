"""Countdown: which whole numbers a selection makes, all of them in one pass, as sets of values only."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable

from puzzles.countdown.search import CACHED_SIZE, costs
from puzzles.enumeration.multisets import Multiset, bipartitions, submultisets

Integers = Collection[int]


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
