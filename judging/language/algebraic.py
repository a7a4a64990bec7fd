"""Real algebraic numbers: an irreducible polynomial with whole coefficients and an interval that holds one root of it.

Sums and products come from power sums, SymPy factors the result, and exact root counts pick the factor: every step is
a proof. SymPy is imported at the first number that needs factoring.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from judging.language import exact, quadratics, radicals, terms
from judging.language.exact import TooLarge, Value
from judging.language.polynomials import (
    Poly,
    Rational,
    of_powers,
    of_products,
    of_roots,
    of_sums,
    primitive,
    rises,
    scaled,
    shifted,
)
from judging.language.terms import Writing

MOST_DEGREE = 24
MOST_FACTORED = 12_000  # degree times bits of what SymPy is asked to factor
Interval = tuple[Fraction, Fraction]


class Algebraic:
    """An irrational real number, the one root of `poly` between two bounds. `derived` writes how it came about, if
    it is ever asked."""

    __slots__ = ("poly", "low", "high", "derived", "_text")

    def __init__(self, poly: Poly, low: Fraction, high: Fraction, derived: Writing):
        self.poly, self.low, self.high, self.derived = poly, low, high, derived
        self._text = ""

    @property
    def text(self) -> str:
        """Plain writing that reads back as this number; one and the same for each number of a simple kind."""
        if not self._text:
            self._text = radicals.text(self) or self.derived().text
        return self._text

    @property
    def degree(self) -> int:
        return len(self.poly) - 1

    def bounds(self, width: Fraction) -> Interval:
        """An interval around the number, no wider than `width`; what was found is kept."""
        if self.high - self.low > width:
            rising = rises(self.poly, self.high)
            while self.high - self.low > width:
                middle = (self.low + self.high) / 2
                if rises(self.poly, middle) == rising:
                    self.high = middle
                else:
                    self.low = middle
        return self.low, self.high

    def above(self, border: Rational) -> bool:
        """Whether the number is above a rational one."""
        while self.low < border < self.high:
            self.bounds((self.high - self.low) / 4)
        return self.low >= border

    def sign(self) -> int:
        return 1 if self.above(0) else -1

    def off_zero(self) -> None:
        """Narrow the interval until zero is outside it, its ends included."""
        while self.low <= 0 <= self.high:
            self.bounds((self.high - self.low) / 4)

    def ceiling(self) -> int:
        low, high = self.bounds(Fraction(1, 2))
        while math.floor(low) != math.floor(high):
            low, high = self.bounds((high - low) / 4)
        return math.floor(low) + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Algebraic) and self.poly == other.poly and _same_root(self, other)

    def __hash__(self) -> int:
        return hash(self.poly)

    def __repr__(self) -> str:
        return f"Algebraic({self.text})"


def _same_root(a: Algebraic, b: Algebraic) -> bool:
    """Two roots of one irreducible polynomial: different as soon as their intervals part, else counted."""
    from sympy import Poly as SympyPoly
    from sympy import Symbol

    poly, width = SympyPoly(list(a.poly), Symbol("x")), Fraction(1, 16)
    while True:
        (low, high), (lower, higher) = a.bounds(width), b.bounds(width)
        if high < lower or higher < low:
            return False
        if poly.count_roots(*_ends(min(low, lower), max(high, higher))) == 1:
            return True
        width /= 256


def _ends(low: Fraction, high: Fraction) -> tuple[object, object]:
    from sympy import Rational as Q

    return Q(low.numerator, low.denominator), Q(high.numerator, high.denominator)


def settle(poly: Poly, interval: Callable[[Fraction], Interval], derived: Writing) -> Value:
    """The number that `poly` has within every `interval(width)`: rational, or with its own irreducible polynomial."""
    from sympy import Poly as SympyPoly
    from sympy import Symbol

    if (len(poly) - 1) * max(c.bit_length() for c in poly) > MOST_FACTORED:
        raise TooLarge
    factors = [factor for factor, _ in SympyPoly(list(poly), Symbol("x")).factor_list()[1]]
    width = Fraction(1, 16)
    while True:
        low, high = interval(width)
        ends = _ends(low, high)
        found = [factor for factor in factors for _ in range(factor.count_roots(*ends))]
        if len(found) == 1:
            break
        width /= 256
    own = primitive([int(c) for c in found[0].all_coeffs()])
    if len(own) == 2:
        return exact.within(Fraction(-own[1], own[0]))
    return Algebraic(own, low, high, derived)


def times_rational(a: Algebraic, by: Rational) -> Value:
    if by == 0:
        return 0
    if by == 1:
        return a
    low, high = sorted((a.low * by, a.high * by))
    return Algebraic(scaled(a.poly, by), low, high, lambda: terms.scaled(a.derived(), Fraction(by)))


def add(a: Value, b: Value) -> Value:
    if not isinstance(a, Algebraic):
        a, b = b, a
    first, second = a, b
    if not isinstance(second, Algebraic):
        return _plus_rational(first, second)

    def interval(width: Fraction) -> Interval:
        (low, high), (lower, higher) = first.bounds(width), second.bounds(width)
        return low + lower, high + higher

    if first.degree == second.degree == 2 and (found := quadratics.added(first, second)) is not None:
        return _quadratic(found, interval, lambda: terms.added(first.derived(), second.derived()))
    _degree(first, second)
    return settle(
        of_sums(first.poly, second.poly), interval, lambda: terms.added(first.derived(), second.derived())
    )


def _plus_rational(a: Algebraic, b: Rational) -> Algebraic:
    if b == 0:
        return a
    poly = primitive(shifted(a.poly, b))
    more = terms.Sum(Fraction(b), {})
    return Algebraic(poly, a.low + b, a.high + b, lambda: terms.added(a.derived(), more))


def _quadratic(
    found: Value | quadratics.Quadratic, interval: Callable[[Fraction], Interval], derived: Writing
) -> Value:
    """A number of degree two at most, from its parts."""
    if not isinstance(found, quadratics.Quadratic):
        return exact.within(found)
    if (whole := exact.rational_root(2, found.inside)) is not None:
        return exact.within(found.middle + found.times * whole)
    poly, width = found.poly(), Fraction(1, 16)
    low, high = interval(width)
    while low <= found.middle <= high:  # the other root lies on the other side
        width /= 256
        low, high = interval(width)
    return Algebraic(poly, low, high, derived)


def _degree(a: Algebraic, b: Algebraic) -> None:
    if a.degree * b.degree > MOST_DEGREE:
        raise TooLarge


def multiply(a: Value, b: Value) -> Value:
    if not isinstance(a, Algebraic):
        a, b = b, a
    first, second = a, b
    if not isinstance(second, Algebraic):
        return times_rational(first, second)

    def interval(width: Fraction) -> Interval:
        (low, high), (lower, higher) = first.bounds(width), second.bounds(width)
        ends = (low * lower, low * higher, high * lower, high * higher)
        return min(ends), max(ends)

    if first.degree == second.degree == 2 and (found := quadratics.multiplied(first, second)) is not None:
        return _quadratic(found, interval, lambda: terms.multiplied(first.derived(), second.derived()))
    if first == second:
        return whole_power(first, 2)
    _degree(first, second)
    return settle(
        of_products(first.poly, second.poly),
        interval,
        lambda: terms.multiplied(first.derived(), second.derived()),
    )


def reciprocal(a: Algebraic) -> Algebraic:
    a.off_zero()
    return Algebraic(primitive(a.poly[::-1]), 1 / a.high, 1 / a.low, lambda: terms.raised(a.derived(), -1))


def whole_power(a: Algebraic, exponent: int) -> Value:
    """By squares, since a radical soon has a rational power."""
    if exponent < 0:
        return exact.reciprocal(whole_power(a, -exponent))
    pure = _pure(a)
    if pure is not None:  # a^n is rational
        return exact.multiply(exact.power(pure, exponent // a.degree), _small_power(a, exponent % a.degree))
    return _small_power(a, exponent)


def _pure(a: Algebraic) -> Rational | None:
    """The value of a^degree where the polynomial has no other terms."""
    return None if any(a.poly[1:-1]) else Fraction(-a.poly[-1], a.poly[0])


def _small_power(a: Algebraic, exponent: int) -> Value:
    if exponent < 2:
        return (1, a)[exponent]
    if exponent > MOST_DEGREE * 16:
        raise TooLarge
    a.off_zero()

    def interval(width: Fraction) -> Interval:
        low, high = a.bounds(width)
        ends = (low**exponent, high**exponent)
        return min(ends), max(ends)

    return settle(of_powers(a.poly, exponent), interval, lambda: terms.raised(a.derived(), exponent))


def fraction_power(a: Algebraic, exponent: Fraction) -> Value:
    """A number above 0 to a fraction: the root of its power, or where that is too large the power of its root."""
    index = exponent.denominator
    return exact.power(_root(index, a), exponent.numerator)


def _root(index: int, value: Algebraic) -> Value:
    """The root of an irrational number above 0."""
    if index * value.degree > MOST_DEGREE:
        raise TooLarge
    value.off_zero()

    def interval(width: Fraction) -> Interval:
        low, high = value.bounds(width)
        return root_below(index, low, width), root_below(index, high, width) + width

    return settle(of_roots(value.poly, index), interval, lambda: terms.part(radicals.root(index, value.text)))


def radical(base: Rational, exponent: Fraction) -> Value:
    """A rational number above 0 to a fraction that leaves it irrational; the base is no power that could be undone."""
    index = exponent.denominator
    if index > MOST_DEGREE:
        raise TooLarge
    raised = exact.power(base, exponent.numerator)
    width = Fraction(1, 16)
    low = root_below(index, Fraction(raised), width)
    while low == 0:
        width /= 256
        low = root_below(index, Fraction(raised), width)
    poly = primitive((raised.denominator, *[0] * (index - 1), -raised.numerator))
    return Algebraic(poly, low, low + width, lambda: terms.part(radicals.root(index, exact.write(raised))))


def root_below(index: int, value: Fraction, width: Fraction) -> Fraction:
    """The largest multiple of `width` (1 over a whole number) whose index-th power is at most value ≥ 0."""
    scale = width.denominator
    return Fraction(exact.floor_root(index, value.numerator * scale**index // value.denominator), scale)
