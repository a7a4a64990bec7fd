"""Columns of the table that the solver needs, for rational values: guards (which inputs to try), quick functions, and
preimages (the inputs that lead to a value).

A guard turns down what is undefined, refused or irrational, which the judge's algebra is slow to say. A quick meaning
is the judge's own on inputs that pass the guard, or None beyond the budget of digits.
"""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

from judging.language.limits import MAX_DIGITS, TooLarge
from judging.language.numbers.rationals import Rational, logarithm, rational_root, within_budget

Guard = Callable[..., bool]
Quick = Callable[..., Rational | None]
Preimages = Callable[[Rational], Iterator[Rational]]
MAX_BITS = MAX_DIGITS * 4  # C(n, k) is at least 2^k up to the middle
TOO_LARGE_INPUT = 5000  # the double factorial of anything from here on is beyond the budget


def normalise(value: Fraction) -> Rational:
    return value.numerator if value.denominator == 1 else value


def absolute(value: Rational) -> Rational:
    return value if value >= 0 else -value


def fits(value: Rational) -> bool:
    """Whether a value is within the budget of digits."""
    try:
        within_budget(value)
    except TooLarge:
        return False
    return True


def quotient(a: Rational, b: Rational) -> Rational:
    """a / b for b other than 0."""
    if type(a) is int and type(b) is int:
        return a // b if a % b == 0 else Fraction(a, b)
    return normalise(Fraction(a) / b)


# guards


def choice(n: Rational, k: Rational) -> bool:
    return type(n) is int and type(k) is int and n >= k >= 0 and min(k, n - k) <= MAX_BITS


def ordered_choice(n: Rational, k: Rational) -> bool:
    return type(n) is int and type(k) is int and n >= k >= 0 and k <= MAX_BITS


def remainder(a: Rational, b: Rational) -> bool:
    return type(a) is int and type(b) is int and a >= b >= 1


def whole_from_0(*values: Rational) -> bool:
    return all(type(value) is int and value >= 0 for value in values)


def has_root(index: Rational, value: Rational) -> bool:
    if type(index) is not int or index < 2 or (value < 0 and index % 2 == 0):
        return False
    if value in (0, 1, -1):
        return True
    if index > max(abs(value.numerator), value.denominator).bit_length():
        return False
    return rational_root(index, absolute(value)) is not None


def has_square_root(value: Rational) -> bool:
    return has_root(2, value)


def has_power(base: Rational, exponent: Rational) -> bool:
    if type(exponent) is int:
        return True
    return base >= 0 and has_root(exponent.denominator, base)


def has_logarithm_to_10(value: Rational) -> bool:
    return logarithm(10, value) is not None


# quick meanings


def small(implementation: Callable[[int], Rational]) -> Callable[[int], Rational | None]:
    """A function that outgrows the budget early, its few values kept."""

    @lru_cache(maxsize=5000)
    def value(whole: int) -> Rational | None:
        try:
            return within_budget(implementation(whole))
        except TooLarge:
            return None

    return lambda whole: value(whole) if whole < TOO_LARGE_INPUT else None


# the inputs that lead to a value


def squares(value: Rational) -> Iterator[Rational]:
    if value >= 0:
        yield normalise(Fraction(value) ** 2)


def opposites(value: Rational) -> Iterator[Rational]:
    """|s| of s from 0 on is s itself, so only the other one is given."""
    if value > 0:
        yield -value


def powers_of_10(value: Rational) -> Iterator[Rational]:
    if type(value) is int and abs(value) < MAX_DIGITS:
        yield normalise(Fraction(10) ** value)


def triangle_sides(value: Rational) -> Iterator[Rational]:
    return _sides(value, 8)


def rectangle_sides(value: Rational) -> Iterator[Rational]:
    return _sides(value, 4)


def _sides(value: Rational, times: int) -> Iterator[Rational]:
    if type(value) is int and value >= 0:
        root = math.isqrt(1 + times * value)
        if root * root == 1 + times * value and root % 2:
            yield (root - 1) // 2


def by_growth(applied: Quick) -> Preimages:
    """The inputs of a function of whole numbers from 0 that grows from 2 on, by a table of its values as far as they
    were ever needed."""
    return _by_table([], lambda known: applied(len(known)))


def by_recurrence(step: int) -> Preimages:
    """The same for f(n) = n * f(n - step) from f(0) = f(1) = 1: the factorial has step 1, the double factorial 2."""

    def following(known: list[int]) -> Rational | None:
        value = len(known) * known[-step]
        return value if fits(value) else None

    return _by_table([1, 1], following)


def _by_table(known: list[int], following: Callable[[list[int]], Rational | None]) -> Preimages:
    def preimages(value: Rational) -> Iterator[Rational]:
        if type(value) is not int or value < 0:
            return
        while len(known) < 3 or known[-1] <= value:
            more = following(known)
            if more is None:
                break
            known.append(more.numerator)
        for at, each in enumerate(known):
            if each == value:
                yield at
            if each > value and at > 2:
                break

    return preimages
