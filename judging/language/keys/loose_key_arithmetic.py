"""Numbers at the published point modulo 2^127 - 1, from which loose keys are made: variables, opaque things, + - × ÷,
and the key. docs/decisions/engine-keys.md bounds the chance that two different methods get one key.
"""

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod

from judging.language.keys import uncancelled_fractions

PRIME = (1 << 127) - 1
FEW_EXCHANGES = 24
_BYTES = 16
_LONG = 8 * 127  # bits; above, numbers are reduced
Point = uncancelled_fractions.UncancelledFraction
Order = tuple[int, ...]  # for each given number in a method, which occurrence of its value it is taken for


class TooManyExchanges(Exception):
    """More exchanges of equal numbers than are tried."""


@lru_cache(maxsize=4096)
def variable(value: int, occurrence: int) -> int:
    """The value of a given number's n-th occurrence at the point."""
    return opaque(f"number {value} {occurrence}")


def opaque(name: str, *inputs: int) -> int:
    """A number that stands for a function with its inputs, and for nothing else."""
    encoded = b"".join([name.encode(), *[each.to_bytes(_BYTES, "big") for each in inputs]])
    return int.from_bytes(hashlib.sha256(encoded).digest()[:_BYTES], "big") % PRIME


_CONSTANT = opaque("constant")


@lru_cache(maxsize=8192)  # most functions are applied to given numbers; there are some thousand such pairs
def applied(function: str, inputs: tuple[Point, ...], in_any_order: bool = False) -> Point:
    """A function that is no algebra."""
    numbers = list(map(_number, inputs))
    if in_any_order:
        numbers.sort()
    return opaque(function, *numbers), 1


POWER_OF_SIZE = "power of size"


def power_of_size(base: Point, exponent: Point) -> Point:
    """A power that is the same for a base s and for -s: the power of whichever is above zero. Both give one point."""
    size = min(base, minus((0, 1), base), key=_number)
    return applied(POWER_OF_SIZE, (size, exponent))


# + - × ÷, reduced where numbers have become long. Nothing else may be cancelled or divided away: then near-duplicates
# have the same pair, or the same with both signs turned, because each given number stands once in a method.


def plus(a: Point, b: Point) -> Point:
    return _short(uncancelled_fractions.plus(a, b))


def minus(a: Point, b: Point) -> Point:
    return _short(uncancelled_fractions.minus(a, b))


def times(a: Point, b: Point) -> Point:
    return _short(uncancelled_fractions.times(a, b))


def over(a: Point, b: Point) -> Point:
    return _short(uncancelled_fractions.over(a, b))


def _short(point: Point) -> Point:
    top, bottom = point
    if top.bit_length() < _LONG and bottom.bit_length() < _LONG:
        return point
    return top % PRIME, bottom % PRIME


# keys


def _number(point: Point) -> int:
    """One number for a value, whatever the sign of the pair."""
    top, bottom = point
    result = (top + _CONSTANT * bottom) % PRIME
    return min(result, PRIME - result)


def number(points: Iterable[Point], stands_for: int = 1) -> int:
    """One number for the values under some exchanges of equal numbers, each of which stands for so many: the product of
    numerator + constant × denominator, whatever the order of the exchanges and the sign of the pairs."""
    result = 1
    for x, w in points:
        result = result * (x + _CONSTANT * w) % PRIME
    if stands_for > 1:
        result = pow(result, stands_for, PRIME)
    return min(result, PRIME - result)


def written(whole: int) -> str:
    """The loose key as text."""
    return f"{whole:032x}"


def exchanges(leaves: Sequence[int]) -> list[Order]:
    """Every exchange of equal numbers, or TooManyExchanges where they are more than a few."""
    return _exchanges(tuple(map(leaves.index, leaves)))


@lru_cache(maxsize=2048)
def _exchanges(leaves: tuple[int, ...]) -> list[Order]:
    if prod(factorial(leaves.count(value)) for value in set(leaves)) > FEW_EXCHANGES:
        raise TooManyExchanges
    values = sorted(set(leaves))
    orders = []
    for chosen in product(*[permutations(range(leaves.count(value))) for value in values]):
        occurrences = dict(zip(values, map(iter, chosen), strict=True))
        orders.append(tuple(next(occurrences[value]) for value in leaves))
    return orders
