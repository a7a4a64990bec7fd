"""Countdown: which whole numbers a selection reaches, all of them in one pass, as sets of values alone."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable

from puzzles.parts import Numbers, splits, subsets
from puzzles.reach import KEPT_SIZE, costs

Values = Collection[int]


def reached(numbers: Numbers, most: int, tick: Callable[[], None] = lambda: None) -> set[int]:
    """Every value from 1 to `most` that some of the sorted numbers make, positive and whole at every step."""
    kept: dict[Numbers, set[int]] = {}
    found: set[int] = set()
    for size in range(1, len(numbers)):
        for part in subsets(numbers, size):
            found.update(costs(part) if size <= KEPT_SIZE else kept.setdefault(part, _all(part, kept)))
            tick()
    for left, right in splits(numbers):
        _reach(found, _values(left, kept), _values(right, kept), most)
        tick()
    if len(numbers) == 1:
        found.update(numbers)
    return {value for value in found if 0 < value <= most}


def _values(numbers: Numbers, kept: dict[Numbers, set[int]]) -> Values:
    return costs(numbers) if len(numbers) <= KEPT_SIZE else kept[numbers]


def _all(numbers: Numbers, kept: dict[Numbers, set[int]]) -> set[int]:
    """Every value of exactly these numbers, from the values of smaller parts."""
    found: set[int] = set()
    for left, right in splits(numbers):
        others = _values(right, kept)
        for a in _values(left, kept):
            found.update([a + b for b in others])
            found.update([a * b for b in others])
            found.update([a - b if a > b else b - a for b in others])
            _divide(found, a, others, [b for b in others if b <= a])
    found.discard(0)
    return found


def _reach(found: set[int], lefts: Values, rights: Values, most: int) -> None:
    """Add what one operation makes of these, as far as it can be `most` at the most."""
    others = sorted(rights)
    low = others[: bisect_right(others, most)]
    for a in lefts:
        found.update([a + b for b in low])
        found.update(
            [abs(a - b) for b in others[bisect_left(others, a - most) : bisect_right(others, a + most)]]
        )
        if a:
            found.update([a * b for b in low[: bisect_right(low, most // a)]])
            _divide(found, a, others[: bisect_right(others, most * a)], others[: bisect_right(others, a)])


def _divide(found: set[int], a: int, larger: Iterable[int], smaller: Iterable[int]) -> None:
    if a:
        found.update([b // a for b in larger if not b % a])
        found.update([a // b for b in smaller if b and not a % b])
