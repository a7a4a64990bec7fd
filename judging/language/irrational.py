"""+ - × ÷, powers and roots where a value is irrational. `exact` sends here what is not for whole numbers and fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from judging.language import quadratics, rationals
from judging.language.algebraic import Algebraic, Interval, Origin, Value, root_below, settle, widest
from judging.language.limits import MOST_DEGREE, TooLarge
from judging.language.polynomials import of_powers, of_products, of_roots, of_sums, primitive, scaled, shifted
from judging.language.rationals import Rational, rational_root, within


def times_rational(a: Value, by: Rational) -> Value:
    if not isinstance(a, Algebraic):
        return within(a * by)
    if by == 0:
        return 0
    if by == 1:
        return a
    low, high = sorted((a.low * by, a.high * by))
    return Algebraic(scaled(a.poly, by), low, high, Origin("product", a, by))


def add(a: Value, b: Value) -> Value:
    if not isinstance(b, Algebraic):
        return _plus_rational(a, b)
    if not isinstance(a, Algebraic):
        return _plus_rational(b, a)

    def interval(width: Fraction) -> Interval:
        (low, high), (lower, higher) = a.bounds(width), b.bounds(width)
        return low + lower, high + higher

    if a.degree == b.degree == 2 and (found := quadratics.added(a, b)) is not None:
        return _quadratic(found, interval, Origin("sum", a, b))
    _degree(a, b)
    return settle(
        of_sums(a.poly, b.poly),
        interval,
        widest(a, b),
        Origin("sum", a, b),
    )


def _plus_rational(a: Value, b: Rational) -> Value:
    if not isinstance(a, Algebraic):
        return within(a + b)
    if b == 0:
        return a
    poly = primitive(shifted(a.poly, b))
    return Algebraic(poly, a.low + b, a.high + b, Origin("sum", a, b))


def _quadratic(
    found: Fraction | quadratics.Quadratic, interval: Callable[[Fraction], Interval], origin: Origin
) -> Value:
    """A number of degree two at most, from its parts."""
    if not isinstance(found, quadratics.Quadratic):
        return within(found)
    if (whole := rational_root(2, found.inside)) is not None:
        return within(found.middle + found.times * whole)
    poly, width = found.poly(), Fraction(1, 16)
    low, high = interval(width)
    while low <= found.middle <= high:  # the other root lies on the other side
        width /= 256
        low, high = interval(width)
    return Algebraic(poly, low, high, origin)


def _degree(a: Algebraic, b: Algebraic) -> None:
    if a.degree * b.degree > MOST_DEGREE:
        raise TooLarge


def multiply(a: Value, b: Value) -> Value:
    if not isinstance(b, Algebraic):
        return times_rational(a, b)
    if not isinstance(a, Algebraic):
        return times_rational(b, a)

    def interval(width: Fraction) -> Interval:
        (low, high), (lower, higher) = a.bounds(width), b.bounds(width)
        ends = (low * lower, low * higher, high * lower, high * higher)
        return min(ends), max(ends)

    if a.degree == b.degree == 2 and (found := quadratics.multiplied(a, b)) is not None:
        return _quadratic(found, interval, Origin("product", a, b))
    if a == b:
        return whole_power(a, 2)
    _degree(a, b)
    return settle(
        of_products(a.poly, b.poly),
        interval,
        widest(a, b),
        Origin("product", a, b),
    )


def reciprocal(a: Value) -> Value:
    if not isinstance(a, Algebraic):
        return within(1 / Fraction(a))
    a.off_zero()
    return Algebraic(primitive(a.poly[::-1]), 1 / a.high, 1 / a.low, Origin("power", a, -1))


def whole_power(a: Value, exponent: int) -> Value:
    """A radical soon has a rational power, which saves the rest: the seventh of ∛2 is 4·∛2."""
    if not isinstance(a, Algebraic):
        return rationals.whole_power(a, exponent)
    if exponent < 0:
        return reciprocal(whole_power(a, -exponent))
    pure = _pure(a)
    if pure is not None:  # a^n is rational
        by = rationals.whole_power(pure, exponent // a.degree)
        return times_rational(_small_power(a, exponent % a.degree), by)
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

    return settle(of_powers(a.poly, exponent), interval, widest(a), Origin("power", a, exponent))


def fraction_power(a: Algebraic, exponent: Fraction) -> Value:
    """A number above 0 to a fraction: the root of its power, or where that is too large the power of its root."""
    index = exponent.denominator
    return whole_power(_root(index, a), exponent.numerator)


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
        Origin("root", value, index),
    )


def radical(base: Rational, exponent: Fraction) -> Value:
    """A rational number above 0 to a fraction that leaves it irrational; the base is no power that could be undone."""
    index = exponent.denominator
    if index > MOST_DEGREE:
        raise TooLarge
    raised = rationals.whole_power(base, exponent.numerator)
    width = Fraction(1, 16)
    low = root_below(index, Fraction(raised), width)
    while low == 0:
        width /= 256
        low = root_below(index, Fraction(raised), width)
    poly = primitive((raised.denominator, *[0] * (index - 1), -raised.numerator))
    return Algebraic(poly, low, low + width, Origin("root", raised, index))
