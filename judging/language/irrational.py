"""+ - × ÷, powers and roots where a value is irrational. `exact` sends here what is not for whole numbers and fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from judging.language import exact, quadratics, radicals, terms
from judging.language.algebraic import Algebraic, Interval, root_below, settle, widest
from judging.language.exact import TooLarge, Value
from judging.language.polynomials import (
    Rational,
    of_powers,
    of_products,
    of_roots,
    of_sums,
    primitive,
    scaled,
    shifted,
)
from judging.language.terms import Writing

MOST_DEGREE = 24


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
        of_sums(first.poly, second.poly),
        interval,
        widest(first, second),
        lambda: terms.added(first.derived(), second.derived()),
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
        widest(first, second),
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

    return settle(
        of_powers(a.poly, exponent), interval, widest(a), lambda: terms.raised(a.derived(), exponent)
    )


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

    return settle(
        of_roots(value.poly, index),
        interval,
        widest(value),
        lambda: terms.part(radicals.root(index, value.text)),
    )


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
