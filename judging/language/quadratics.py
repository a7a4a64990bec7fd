"""Sums and products of square roots without factoring: m + s√d and n + t√e, where √(d·e) is rational or both m and n
are zero. All else goes the general way."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from judging.language.algebraic import Algebraic
from judging.language.polynomials import primitive
from judging.language.rationals import rational_root


class Quadratic(NamedTuple):
    """middle + times·√inside, with times = 1 or -1 when it is taken from a number."""

    middle: Fraction
    times: Fraction
    inside: Fraction

    def poly(self) -> tuple[int, ...]:
        return primitive((1, -2 * self.middle, self.middle**2 - self.times**2 * self.inside))


def of(a: Algebraic) -> Quadratic:
    """A number of degree two, taken apart."""
    x, y, z = a.poly
    middle = Fraction(-y, 2 * x)
    return Quadratic(middle, Fraction(1 if a.above(middle) else -1), middle**2 - Fraction(z, x))


def added(a: Algebraic, b: Algebraic) -> Fraction | Quadratic | None:
    """The sum, where both lie in one field."""
    p, q = of(a), of(b)
    shared = rational_root(2, q.inside / p.inside)
    if shared is None:
        return None
    return _settled(Quadratic(p.middle + q.middle, p.times + q.times * shared, p.inside))


def multiplied(a: Algebraic, b: Algebraic) -> Fraction | Quadratic | None:
    """The product, where both lie in one field or are bare roots."""
    p, q = of(a), of(b)
    shared = rational_root(2, q.inside / p.inside)
    if shared is not None:
        middle = p.middle * q.middle + p.times * q.times * shared * p.inside
        return _settled(Quadratic(middle, p.middle * q.times * shared + q.middle * p.times, p.inside))
    if p.middle == q.middle == 0:
        return Quadratic(Fraction(0), p.times * q.times, p.inside * q.inside)
    return None


def _settled(found: Quadratic) -> Fraction | Quadratic:
    return found.middle if found.times == 0 else found
