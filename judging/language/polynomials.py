"""Polynomials with rational coefficients, as far as algebraic numbers need them; the leading coefficient comes first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from judging.language.limits import MOST_BITS, TooLarge
from judging.language.rationals import Rational

Poly = tuple[int, ...]  # whole coefficients without common factor, the leading one positive


def primitive(coefficients: Sequence[Rational]) -> Poly:
    """The polynomial with the same roots in whole numbers. Raises TooLarge."""
    bottom = math.lcm(*(c.denominator for c in coefficients))
    whole = [int(c * bottom) for c in coefficients]
    common = math.gcd(*whole) * (1 if whole[0] > 0 else -1)
    result = tuple(c // common for c in whole)
    if any(c.bit_length() > MOST_BITS for c in result):
        raise TooLarge
    return result


def rises(poly: Poly, x: Fraction) -> bool:
    """Whether the polynomial is above zero at x."""
    top, bottom = x.numerator, x.denominator
    value, scale = 0, 1
    for coefficient in poly:
        value = value * top + coefficient * scale
        scale *= bottom
    return value > 0


def scaled(poly: Poly, by: Rational) -> Poly:
    """The polynomial of the roots times `by`."""
    return primitive([c * by**at for at, c in enumerate(poly)])


def shifted(poly: Sequence[Rational], by: Rational) -> list[Rational]:
    """The coefficients of the polynomial of the roots plus `by`, by repeated synthetic division."""
    coefficients = list(poly)
    for end in range(len(coefficients) - 1, 0, -1):
        for at in range(1, end + 1):
            coefficients[at] -= by * coefficients[at - 1]
    return coefficients


def power_sums(poly: Poly, count: int) -> list[Fraction]:
    """Sums of the k-th powers of all complex roots, k from 0 to count (Newton's identities)."""
    degree = len(poly) - 1
    c = [Fraction(each, poly[0]) for each in poly]
    sums = [Fraction(degree)]
    for k in range(1, count + 1):
        total = -k * c[k] if k <= degree else Fraction(0)
        for i in range(1, min(k - 1, degree) + 1):
            total -= c[i] * sums[k - i]
        sums.append(total)
    return sums


def from_power_sums(sums: Sequence[Fraction]) -> Poly:
    """The polynomial whose roots have these power sums; the first says how many roots."""
    c = [Fraction(1)]
    for k in range(1, len(sums)):
        c.append(-sum((c[k - i] * sums[i] for i in range(1, k + 1)), Fraction(0)) / k)
    return primitive(c)


def of_sums(p: Poly, q: Poly) -> Poly:
    """The polynomial of all sums of a root of p and one of q."""
    degree = (len(p) - 1) * (len(q) - 1)
    a, b = power_sums(p, degree), power_sums(q, degree)
    return from_power_sums(
        [
            sum((math.comb(k, i) * a[i] * b[k - i] for i in range(k + 1)), Fraction(0))
            for k in range(degree + 1)
        ]
    )


def of_products(p: Poly, q: Poly) -> Poly:
    """The polynomial of all products of a root of p and one of q."""
    degree = (len(p) - 1) * (len(q) - 1)
    return from_power_sums([a * b for a, b in zip(power_sums(p, degree), power_sums(q, degree), strict=True)])


def of_powers(p: Poly, exponent: int) -> Poly:
    """The polynomial of the roots raised to `exponent`."""
    degree = len(p) - 1
    return from_power_sums(power_sums(p, degree * exponent)[::exponent])


def of_roots(p: Poly, index: int) -> Poly:
    """The polynomial of the `index`-th roots of the roots."""
    spread: list[int] = []
    for each in p[:-1]:
        spread += [each, *[0] * (index - 1)]
    return (*spread, p[-1])
