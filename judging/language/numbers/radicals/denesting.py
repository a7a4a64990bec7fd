"""Roots of sums of radicals that are sums of radicals themselves: √(5 + 2√6) is √2 + √3, and ∛(2 + √5) is (1 +
√5)/2."""

import math
from fractions import Fraction
from typing import NamedTuple

from judging.language.limits import MAX_INDEX, TooLarge, product_work, spend
from judging.language.numbers.radicals import monomials
from judging.language.numbers.radicals.monomials import Monomial
from judging.language.numbers.radicals.radical_powers import whole_power
from judging.language.numbers.radicals.radical_sums import (
    RadicalSum,
    RadicalValue,
    add,
    multiply,
    negative,
    scaled,
    term,
)
from judging.language.numbers.rationals import Rational, floor_root, rational_root

_EXTRA_BITS = 8


def rational_power(base: Rational, exponent: Fraction) -> RadicalValue:
    """A rational number above 0 to a fraction."""
    top, bottom, monomial = monomials.power(base, exponent.numerator, exponent.denominator)
    return term(1, top, bottom, monomial)


def root(index: int, a: RadicalSum) -> tuple[RadicalValue, int]:
    """A number above 0 and an index, 1 where possible, that have the same root: the root of `a` > 0."""
    if (single := _root_of_single(index, a)) is not None:
        return single, 1
    if index > MAX_INDEX:
        raise TooLarge
    left, prime = index, 2
    while prime <= left:
        while left % prime == 0 and (inside := _prime_root(prime, a)) is not None:
            a, left = inside, left // prime
            if left > 1 and (single := _root_of_single(left, a)) is not None:
                return single, 1
        prime += 1
        while prime <= left and left % prime:
            prime += 1
    return a, left


def _root_of_single(index: int, a: RadicalSum) -> RadicalValue | None:
    if (single := a.single()) is None:
        return None
    times, monomial = single
    outside, monomial = monomials.raised(monomial, 1, index)
    return multiply(rational_power(times, Fraction(1, index)), term(1, outside, 1, monomial))


class _Quadratic(NamedTuple):
    """shared · (middle + times·√inside): a sum of two terms whose quotient is a square root."""

    shared: Monomial
    middle: Fraction
    times: Fraction
    inside: int

    def length(self) -> int:
        """The bits of its whole numbers together."""
        fractions = (self.middle, self.times)
        return self.inside.bit_length() + sum(
            each.numerator.bit_length() + each.denominator.bit_length() for each in fractions
        )


def _quadratic(middle: Rational, times: Rational, inside: int) -> RadicalValue:
    return add(middle, scaled(rational_power(inside, Fraction(1, 2)), times))


def _quadratic_factor(a: RadicalSum, turned: bool) -> _Quadratic | None:
    """The sum as a monomial, the other one with `turned`, times a number of a quadratic field."""
    if len(a.terms) != 2:
        return None
    (first, times), (second, others) = sorted(a.terms.items(), reverse=turned)
    below, inverse = monomials.inverse(first)
    outside, ratio = monomials.times(second, inverse)
    if monomials.order(ratio) != 2:
        return None
    ((_, inside),) = monomials.radicals(ratio)
    return _Quadratic(first, Fraction(times, a.bottom), Fraction(others * outside, below * a.bottom), inside)


def _prime_root(prime: int, a: RadicalSum) -> RadicalSum | None:
    """The root where it is a sum of radicals of two terms."""
    for turned in (False, True):
        if (parts := _quadratic_factor(a, turned)) is None:
            return None
        length = prime * parts.length()
        spend(40 * product_work(length, length))
        result = _square_root(parts) if prime == 2 else _odd_root(prime, parts)
        if result is not None:
            outside, monomial = monomials.raised(parts.shared, 1, prime)
            product = multiply(result, term(1, outside, 1, monomial))
            return product if isinstance(product, RadicalSum) else None
    return None


def _square_root(parts: _Quadratic) -> RadicalValue | None:
    """√(m + t√c) = √((m + r)/2) ± √((m - r)/2) where r² = m² - t²c."""
    middle, times, inside = parts.middle, parts.times, parts.inside
    norm = middle**2 - times**2 * inside
    if norm < 0 or (half := rational_root(2, norm)) is None:
        return None
    first, second = (rational_power((middle + each) / 2, Fraction(1, 2)) for each in (half, -half))
    return add(first, second if times > 0 else negative(second))


def _odd_root(prime: int, parts: _Quadratic) -> RadicalValue | None:
    """The root where it lies in the same quadratic field: times `scale` it is an algebraic integer there, whose trace
    and norm are whole numbers. They are found by rounding and proved by raising to the power."""
    scale = math.lcm(parts.middle.denominator, parts.times.denominator)
    middle, times = int(parts.middle * scale**prime), int(parts.times * scale**prime)
    norm = middle**2 - times**2 * parts.inside
    product = rational_root(prime, abs(norm))
    if product is None:
        return None
    product = product if norm > 0 else -product
    number = _quadratic(middle, times, parts.inside)
    total = _whole_sum_of_roots(prime, number, _quadratic(middle, -times, parts.inside))
    if total is None or (square := Fraction(total**2 - 4 * product, parts.inside)) <= 0:
        return None
    difference = rational_root(2, square)
    if difference is None:
        return None
    candidate = _quadratic(Fraction(total, 2), Fraction(difference) / (2 if times > 0 else -2), parts.inside)
    return scaled(candidate, Fraction(1, scale)) if whole_power(candidate, prime) == number else None


def _whole_sum_of_roots(index: int, *numbers: RadicalSum) -> int | None:
    """The whole number that the roots of the numbers may come to."""
    bits = _EXTRA_BITS + max(each.bits for each in numbers) // index
    low = high = 0
    for each in numbers:
        below, above = each.approximated(bits * index)
        low += _floor_root(index, below)
        high += _floor_root(index, above) + 1
    return high >> bits if high >> bits == (low - 1 >> bits) + 1 else None


def _floor_root(index: int, whole: int) -> int:
    return floor_root(index, whole) if whole >= 0 else -floor_root(index, -whole) - 1


def middle_and_root(middle: Fraction, index: int, inside: RadicalValue, above: bool) -> RadicalValue | None:
    """middle ± the root of a number above 0, where that is a sum of radicals."""
    if isinstance(inside, RadicalSum):
        root_of_inside, left = root(index, inside)
        if left > 1:
            return None
    else:
        root_of_inside = rational_power(inside, Fraction(1, index))
    return add(middle, root_of_inside if above else negative(root_of_inside))
