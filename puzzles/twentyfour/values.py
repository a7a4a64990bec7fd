"""The numbers that a set makes with + - × ÷, each number once: exact, as pairs (numerator, denominator above 0).

Parts of up to three numbers are kept, because sets from 1 to 10 have few different ones.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import gcd

from puzzles.enumeration.multisets import Multiset, bipartitions

ReducedFraction = tuple[int, int]
CACHED_SIZE = 3  # numbers


def values(numbers: Multiset) -> frozenset[ReducedFraction]:
    """Every number that the set makes; the numbers must be sorted."""
    return _cached_values(numbers) if len(numbers) <= CACHED_SIZE else _values(numbers)


def makes(numbers: Iterable[int], target: Fraction | int) -> bool:
    """Whether the set makes the target."""
    given = tuple(sorted(numbers))
    goal = target.numerator, target.denominator
    if len(given) == 1:
        return goal == (given[0], 1)
    return any(_meet(values(left), values(right), goal) for left, right in bipartitions(given))


def common_values(sets: Iterable[Multiset]) -> frozenset[ReducedFraction]:
    """The numbers that all sets make."""
    common: frozenset[ReducedFraction] | None = None
    for numbers in sorted(set(sets)):
        made = values(numbers)
        common = made if common is None else common & made
        if not common:
            break
    return common or frozenset()


def nearest(numbers: Multiset, target: int) -> list[Fraction]:
    """The numbers next to the target, but not the target itself: one, or one on each side; empty if there is none."""
    misses = [Fraction(*pair) for pair in values(numbers) if pair != (target, 1)]
    least = min((abs(value - target) for value in misses), default=None)
    return sorted(value for value in misses if abs(value - target) == least)


@lru_cache(maxsize=5_000)  # some 10 kB each
def _cached_values(numbers: Multiset) -> frozenset[ReducedFraction]:
    return _values(numbers)


def _values(numbers: Multiset) -> frozenset[ReducedFraction]:
    if len(numbers) == 1:
        return frozenset({(numbers[0], 1)})
    values_made: set[ReducedFraction] = set()
    for left, right in bipartitions(numbers):
        values_made.update(_combined(values(left), values(right)))
    return frozenset(values_made)


def _combined(firsts: Iterable[ReducedFraction], seconds: Iterable[ReducedFraction]) -> Iterator[ReducedFraction]:
    for a, b in firsts:
        for c, d in seconds:
            one, other, below = a * d, c * b, b * d
            for top in (one + other, one - other, other - one):
                common = gcd(top, below)
                yield top // common, below // common
            common = gcd(a * c, below)
            yield a * c // common, below // common
            if c:
                yield _reduced(one, other)
            if a:
                yield _reduced(other, one)


def _reduced(top: int, below: int) -> ReducedFraction:
    common = gcd(top, below) if below > 0 else -gcd(top, below)
    return top // common, below // common


def _meet(firsts: Iterable[ReducedFraction], seconds: frozenset[ReducedFraction], goal: ReducedFraction) -> bool:
    """Whether an operation on one of the first values and one of the second makes the goal."""
    top, below = goal
    for a, b in firsts:
        if not a and not top:
            return True  # 0 × anything
        cross, own, under = top * b, a * below, below * b
        wanted = [_reduced(cross - own, under), _reduced(own - cross, under), _reduced(cross + own, under)]
        if a:
            wanted += [_reduced(cross, own), _reduced(top * a, under)]
            if top:
                wanted.append(_reduced(own, cross))
        if not seconds.isdisjoint(wanted):
            return True
    return False
