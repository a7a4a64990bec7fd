"""Real algebraic numbers: an irreducible polynomial with whole coefficients and an interval that holds one root of it.

Sums and products come from power sums, SymPy factors the result, and exact root counts pick the factor: every step is
a proof. SymPy is imported at the first number that needs factoring.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from judging.language.limits import MOST_FACTORED, TooLarge
from judging.language.polynomials import Poly, primitive, rises
from judging.language.rationals import Rational, floor_root, within

Interval = tuple[Fraction, Fraction]


class Algebraic:
    """An irrational real number, the one root of `poly` between two bounds. `origin` is how it came about, and `text`
    its writing, both for `terms`."""

    __slots__ = ("poly", "low", "high", "origin", "text")

    def __init__(self, poly: Poly, low: Fraction, high: Fraction, origin: Origin):
        self.poly, self.low, self.high, self.origin = poly, low, high, origin
        self.text = ""

    @property
    def degree(self) -> int:
        return len(self.poly) - 1

    def bounds(self, width: Fraction) -> Interval:
        """An interval around the number, no wider than `width`; what was found is kept."""
        if self.high - self.low > width and not self._bare_root(width):
            rising = rises(self.poly, self.high)
            while self.high - self.low > width:
                middle = (self.low + self.high) / 2
                if rises(self.poly, middle) == rising:
                    self.high = middle
                else:
                    self.low = middle
        return self.low, self.high

    def _bare_root(self, width: Fraction) -> bool:
        """The interval at once, for m ± the root of a rational number: a great one would take thousands of halvings."""
        if self.degree > 2 and any(self.poly[1:-1]):
            return False
        lead, last = self.poly[0], self.poly[-1]
        middle = Fraction(-self.poly[1], self.degree * lead) if self.degree == 2 else Fraction(0)
        if self.low < middle < self.high:
            return False
        fine = Fraction(1, math.ceil(1 / width))
        root = root_below(self.degree, abs(middle**2 - Fraction(last, lead)), fine)
        if self.low >= middle:
            self.low, self.high = middle + root, middle + root + fine
        else:
            self.low, self.high = middle - root - fine, middle - root
        return True

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
        return f"Algebraic({self.poly}, {self.low}, {self.high})"


Value = Rational | Algebraic


class Origin(NamedTuple):
    """An operation and its inputs. The second is a value; of a power its exponent, and of a root its index."""

    operation: Literal["sum", "product", "power", "root"]
    first: Value
    second: Any


def _same_root(a: Algebraic, b: Algebraic) -> bool:
    """Two roots of one irreducible polynomial: different as soon as their intervals part, else counted."""
    from sympy import Poly as SympyPoly
    from sympy import Symbol

    poly, width = SympyPoly(list(a.poly), Symbol("x")), widest(a, b)
    while True:
        (low, high), (lower, higher) = a.bounds(width), b.bounds(width)
        if high < lower or higher < low:
            return False
        if poly.count_roots(*_ends(min(low, lower), max(high, higher))) == 1:
            return True
        width /= 256


def widest(*numbers: Algebraic) -> Fraction:
    """The width to begin with: what is known already, as great numbers are known less closely."""
    return max(each.high - each.low for each in numbers)


def _ends(low: Fraction, high: Fraction) -> tuple[object, object]:
    from sympy import Rational as Q

    return Q(low.numerator, low.denominator), Q(high.numerator, high.denominator)


def settle(poly: Poly, interval: Callable[[Fraction], Interval], width: Fraction, origin: Origin) -> Value:
    """The number that `poly` has within every `interval(width)`, the first width being given: rational, or with its own
    irreducible polynomial."""
    from sympy import Poly as SympyPoly
    from sympy import Symbol

    if (len(poly) - 1) * max(c.bit_length() for c in poly) > MOST_FACTORED:
        raise TooLarge
    factors = [factor for factor, _ in SympyPoly(list(poly), Symbol("x")).factor_list()[1]]
    while True:
        low, high = interval(width)
        ends = _ends(low, high)
        found = [factor for factor in factors for _ in range(factor.count_roots(*ends))]
        if len(found) == 1:
            break
        width /= 256
    own = primitive([int(c) for c in found[0].all_coeffs()])
    if len(own) == 2:
        return within(Fraction(-own[1], own[0]))
    return Algebraic(own, low, high, origin)


def root_below(index: int, value: Fraction, width: Fraction) -> Fraction:
    """The largest multiple of `width` (1 over a whole number) whose index-th power is at most value ≥ 0."""
    scale = width.denominator
    return Fraction(floor_root(index, value.numerator * scale**index // value.denominator), scale)
