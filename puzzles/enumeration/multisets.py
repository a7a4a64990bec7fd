"""Submultisets of the given numbers. Equal numbers are interchangeable, so each is a sorted tuple, listed once."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

Multiset = tuple[int, ...]
MAX_NUMBERS = 12  # given numbers of a puzzle that can be searched


@lru_cache(maxsize=16384)
def bipartitions(numbers: Multiset) -> tuple[tuple[Multiset, Multiset], ...]:
    """Every way to split sorted numbers in two, the smaller half first, without regard to order."""
    *others, last = numbers
    pairs: dict[tuple[Multiset, Multiset], None] = {}
    for chosen in range(1, 1 << len(others)):
        one = tuple(each for at, each in enumerate(others) if chosen >> at & 1)
        two = (*(each for at, each in enumerate(others) if not chosen >> at & 1), last)
        pairs[(one, two) if (len(one), one) <= (len(two), two) else (two, one)] = None
    return tuple(pairs)


@lru_cache(maxsize=1024)
def submultisets(numbers: Multiset, size: int) -> tuple[Multiset, ...]:
    """Every submultiset of so many numbers, in order."""
    return tuple(sorted(set(combinations(numbers, size))))


def usable_subsets(numbers: Iterable[int], every_number: bool, bounded: bool = False) -> Iterator[Multiset]:
    """The subsets of the numbers that a method may use, small ones first. No text has a number below zero. `bounded`:
    none where there are more numbers than can be searched, or of the first of them if a method may leave some out."""
    given = tuple(sorted(numbers))
    most = MAX_NUMBERS if bounded else len(given)
    if not every_number:
        given = tuple(number for number in given if number >= 0)[: 2 * most]
        for size in range(1, len(given) + 1):
            yield from submultisets(given, size)
    elif given and given[0] >= 0 and len(given) <= most:
        yield given


@lru_cache(maxsize=16384)
def without(numbers: Multiset, part: Multiset, times: int = 1) -> Multiset | None:
    """What is left when a part is taken away so many times; None where it is not in there so often."""
    left = list(numbers)
    for each in part * times:
        if each not in left:
            return None
        left.remove(each)
    return tuple(left)


class Split(NamedTuple):
    """A part that is taken out of a multiset `times` times, and what is left; `weight` is what it counts for."""

    part: Multiset
    times: int
    rest: Multiset
    weight: int


@lru_cache(maxsize=4096)
def weighted_splits(numbers: Multiset) -> tuple[int, tuple[Split, ...]]:
    """How to count the multisets of parts that make up `numbers`, each of two parts or more: a divisor and splits.

    Let b(S) count the multisets of parts that make up S, and p(A) the parts that are A. The logarithmic derivative of
    the product of 1 / (1 - part) over all parts, taken by one of the numbers, says that

        m(S) b(S) = sum over A and k of m(A) p(A) b(S - kA), where kA is in S,

    m being how often that number is in a multiset. With different numbers this is the part that holds the first of
    them, and the rest; with equal ones k parts that are the same count rightly.
    """
    rarest = min(numbers, key=numbers.count)
    splits = []
    for size in range(1, len(numbers)):
        for part in submultisets(numbers, size):
            if rarest not in part:
                continue
            for times in range(1, len(numbers) // size + 1):
                rest = without(numbers, part, times)
                if rest is not None:
                    splits.append(Split(part, times, rest, part.count(rarest)))
    return numbers.count(rarest), tuple(splits)
