"""Parts of a multiset of given numbers. Equal numbers are interchangeable, so a part is a sorted tuple, listed once."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

Numbers = tuple[int, ...]


@lru_cache(maxsize=16384)
def splits(numbers: Numbers) -> tuple[tuple[Numbers, Numbers], ...]:
    """Every way to part sorted numbers in two, the smaller part first, without regard to order."""
    *others, last = numbers
    found: dict[tuple[Numbers, Numbers], None] = {}
    for chosen in range(1, 1 << len(others)):
        one = tuple(each for at, each in enumerate(others) if chosen >> at & 1)
        two = (*(each for at, each in enumerate(others) if not chosen >> at & 1), last)
        found[(one, two) if (len(one), one) <= (len(two), two) else (two, one)] = None
    return tuple(found)


@lru_cache(maxsize=1024)
def subsets(numbers: Numbers, size: int) -> tuple[Numbers, ...]:
    """Every part of so many numbers, in order."""
    return tuple(sorted(set(combinations(numbers, size))))
