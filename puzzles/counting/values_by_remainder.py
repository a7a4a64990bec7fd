"""Values of many forms by their remainder.

Most functions look at a large whole number only in ways that its remainder by a modulus decides: `y mod 9`, gcd(24, y),
1^y. So y from twice the modulus on is counted as 2m + y mod m, and what unary functions make of a value is never
worked out in full.
"""

import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from judging.language.limits import BITS, LIMIT
from puzzles.counting.bag_counts import ValueCounts, WholeItem, whole_items
from puzzles.counting.residues import ValueCount
from puzzles.functions.operations import applied


def stand_ins(items: Iterable[ValueCount], modulus: int) -> ValueCounts:
    """Whole numbers from 0 by their stand-ins, all others as they are."""
    counts: ValueCounts = {}
    count_of, twice = counts.get, 2 * modulus
    for value, count in items:
        if type(value) is int and value >= twice:
            value = twice + value % modulus
        counts[value] = count_of(value, 0) + count
    return counts


def unary_results(names: Iterable[str], items: list[ValueCount], modulus: int) -> Iterator[ValueCount]:
    """What each function makes of each value other than the value itself, large results by stand-ins."""
    wholes = whole_items(items)
    # as much of a value as decides about factorials, and about n (n + 1) / 2 by the modulus
    period = 4 * modulus * (1 + _MOST_INPUTS // modulus)
    short = whole_items(stand_ins([item for item in wholes if item[0].bit_length() < _HALF], period).items())
    long = [item for item in wholes if item[0].bit_length() >= _HALF]
    for name in names:
        if name in _POLYNOMIALS:
            divisor = _POLYNOMIALS[name]
            most = math.isqrt(divisor * LIMIT)
            fitting = [(value, count) for value, count in long if value < most]
            yield from _polynomial(short + fitting, modulus, divisor)
        elif name in _STEPS:
            yield from _growing(short, modulus, name)
        elif name == "sqrt":
            yield from _square_roots(items)
        else:
            made_of = ((applied(name, value), value, count) for value, count in items)
            yield from ((made, count) for made, value, count in made_of if made is not None and made != value)


def _square_roots(items: list[ValueCount]) -> Iterator[ValueCount]:
    for value, count in items:
        if type(value) is not int:
            made = applied("sqrt", value)
            if made is not None:
                yield made, count
        elif value > 1 and _may_be_square(value):
            root = math.isqrt(value)
            if root * root == value:
                yield root, count


def _may_be_square(value: int) -> bool:
    """Whether a square may have these last bits, and leaves such remainders; few others do. The primes are larger than
    those that factorials and powers of small numbers are made of, which tell little about them."""
    if value & 15 not in _LAST_BITS:
        return False
    lowest = (value & -value).bit_length() - 1
    if lowest & 1 or value >> lowest & 7 != 1:
        return False
    residue = value % _RESIDUE
    return bool(_SQUARES_BY[0][residue % _PRIMES[0]] and _SQUARES_BY[1][residue % _PRIMES[1]]) and (
        pow(value % _LARGE_PRIME, _LARGE_PRIME // 2, _LARGE_PRIME) < 2
    )


def _square_residues(modulus: int) -> bytearray:
    residues = bytearray(modulus)
    for each in range(modulus):
        residues[each * each % modulus] = 1
    return residues


def _polynomial(wholes: list[WholeItem], modulus: int, divisor: int) -> Iterator[ValueCount]:
    """n (n + 1) / divisor, which is n for 0, and for 1 where it is halved."""
    twice, period = 2 * modulus, 2 * modulus * divisor
    for value, count in wholes:
        if value >= period:
            residue = value % period
            yield twice + residue * (residue + 1) // divisor % modulus, count
        elif value >= divisor:
            yield value * (value + 1) // divisor, count


def _growing(wholes: list[WholeItem], modulus: int, name: str) -> Iterator[ValueCount]:
    """Factorials, from n! = n (n - 1)! and n!! = n (n - 2)!!; 1! and 3!!, say, are 1 and 3."""
    made = _stand_ins_of_growing(name, modulus)
    most = len(made)
    for value, count in wholes:
        if value < most and (value > 3 or made[value] != value):
            yield made[value], count


@lru_cache(maxsize=64)
def _stand_ins_of_growing(name: str, modulus: int) -> list[int]:
    """The stand-in of the function's value for each input that has one."""
    step, results, twice = _STEPS[name], [1, 1], 2 * modulus
    for value in range(2, _inputs(name)):
        made = value * results[value - step]
        results.append(made if made < twice else twice + made % modulus)
    return results


@cache
def _inputs(name: str) -> int:
    """How many inputs, from 0 on, are within the budget of digits."""
    low, high = 2, _MOST_INPUTS
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if applied(name, middle) is None else (middle + 1, high)
    return low


_LAST_BITS = frozenset((0, 1, 4, 9))  # of a square
_PRIMES = (5_003, 5_009)
_RESIDUE = _PRIMES[0] * _PRIMES[1]
_SQUARES_BY = tuple(map(_square_residues, _PRIMES))
_LARGE_PRIME = 1_000_003
_MOST_INPUTS = 5000  # no factorial or double factorial of so much is within the budget
_HALF = BITS // 2 - 2  # the square of so long a number is within the budget
_POLYNOMIALS = {"triangular": 2, "rectangle": 1}
_STEPS = {"factorial": 1, "double_factorial": 2}
