"""Real algebraic numbers that are no sums of radicals, such as √(1 + √2): an irreducible polynomial with whole
coefficients, and an approximation as close as is asked.

Where a polynomial must be factored SymPy factors it, and exact root counts pick the factor: every step is a proof.
SymPy is imported at the first number that needs it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, NamedTuple

from judging.language.limits import MAX_FACTORED, TooLarge, spend
from judging.language.numbers.irrational_number import PRECISIONS, Approximation, Irrational, intervals_differ
from judging.language.numbers.polynomials import Poly, primitive
from judging.language.numbers.rationals import Rational, Value, within_budget


class Algebraic(Irrational):
    """The root of `poly` that `approximation` approximates. `origin` is the operation it comes from, `text` its
    writing."""

    __slots__ = ("poly", "origin", "text", "_approximation", "_known")

    def __init__(self, poly: Poly, approximation: Approximation, origin: Origin):
        self.poly, self.origin = poly, origin
        self.text = ""
        self._sign = None
        self._approximation = approximation
        self._known: dict[int, tuple[int, int]] = {}

    @property
    def degree(self) -> int:
        return len(self.poly) - 1

    def approximated(self, bits: int) -> tuple[int, int]:
        if bits not in self._known:
            self._known[bits] = self._approximation(bits)
        return self._known[bits]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Algebraic) and self.poly == other.poly and _same_root(self, other)

    def __hash__(self) -> int:
        return hash(self.poly)

    def __repr__(self) -> str:
        return f"Algebraic({self.poly}, {self.approximated(16)[0] / 2**16})"


class Origin(NamedTuple):
    """An operation and its inputs. The second is a value; of a power its exponent, and of a root its index."""

    operation: Literal["sum", "product", "power", "root"]
    first: Value
    second: Any


def _same_root(a: Algebraic, b: Algebraic) -> bool:
    """Two roots of one irreducible polynomial: different as soon as their intervals part, else counted."""
    if intervals_differ(a, b):
        return False
    poly = _sympy_poly(a.poly)
    for bits in PRECISIONS:
        (low, high), (lower, higher) = a.approximated(bits), b.approximated(bits)
        if high < lower or higher < low:
            return False
        if _roots_between(poly, min(low, lower), max(high, higher), bits) == 1:
            return True
    raise TooLarge


def _sympy_poly(poly: Poly) -> Any:
    from sympy import Poly as SympyPoly, Symbol

    return SympyPoly(list(poly), Symbol("x"))


def _roots_between(poly: Any, low: int, high: int, bits: int) -> int:
    from sympy import Rational as Q

    degree, length = int(poly.degree()), max(int(c).bit_length() for c in poly.all_coeffs())
    spend(degree**2 * (500 + 4 * bits + 6 * degree * length))
    return int(poly.count_roots(Q(low, 1 << bits), Q(high, 1 << bits)))


def isolate_root(poly: Poly, approximation: Approximation, origin: Origin) -> Rational | Algebraic:
    """The one root of `poly` that the approximation comes close to: rational, or with its minimal polynomial."""
    degree, bits = len(poly) - 1, max(c.bit_length() for c in poly)
    if degree * bits > MAX_FACTORED:
        raise TooLarge
    spend(50_000 + degree**2 * (1_200 + 2 * degree * bits))
    factors = [factor for factor, _ in _sympy_poly(poly).factor_list()[1]]
    minimal = primitive([int(c) for c in _the_factor(factors, approximation).all_coeffs()])
    if len(minimal) == 2:
        return within_budget(Fraction(-minimal[1], minimal[0]))
    return Algebraic(minimal, approximation, origin)


def _the_factor(factors: list[Any], approximation: Approximation) -> Any:
    if len(factors) == 1:
        return factors[0]
    for bits in PRECISIONS:
        low, high = approximation(bits)
        counts = [_roots_between(factor, low, high, bits) for factor in factors]
        if sum(counts) == 1:
            return factors[counts.index(1)]
    raise TooLarge
