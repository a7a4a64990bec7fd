"""How an irrational number is written: m ± a root, wherever its polynomial shows that it is one.

The writing depends on the number alone, not on how it came about: √2 + √3 and √(5 + 2*√6) are written alike.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from judging.language.algebraic import Algebraic
from judging.language.polynomials import shifted
from judging.language.rationals import Rational, write

_TIGHT = re.compile(r"√?[0-9]+")
MOST_TRIED = 1_000  # squares of primes beyond this are not taken out of a root


def tight(text: str) -> str:
    """The writing as it stands as a part of a product: in brackets unless nothing can come between its parts."""
    return text if _TIGHT.fullmatch(text) or _is_root(text) else f"({text})"


def _is_root(text: str) -> bool:
    """Whether the bracket that a root opens closes at the end."""
    if not text.startswith(("√(", "root(")):
        return False
    level = 0
    for at, character in enumerate(text):
        level += (character == "(") - (character == ")")
        if character == ")" and level == 0:
            return at == len(text) - 1
    return False


def root(index: int, inside: str) -> str:
    if index > 2:
        return f"root({index}, {inside})"
    return f"√{inside}" if inside.isdigit() else f"√({inside})"


def text(a: Algebraic) -> str | None:
    """m ± the k-th root of a number of degree at most two, or None where the number is not of this kind."""
    middle = Fraction(-a.poly[1], a.degree * a.poly[0])
    around = shifted(a.poly, -middle)
    index = math.gcd(*(a.degree - at for at, c in enumerate(around) if c and at < a.degree))
    inner = around[::index]
    above = a.above(middle)
    if len(inner) == 2:
        part = _root_of_rational(index, abs(Fraction(-inner[1]) / inner[0]))
    elif len(inner) == 3:
        part = root(index, _quadratic(a, middle, index, inner, turned=not above and index % 2 == 1))
    else:
        return None
    return _around(middle, above, part)


def _around(middle: Fraction, above: bool, part: str) -> str:
    """middle ± part, without a sign in front."""
    if middle <= 0 and above:
        return part if middle == 0 else f"{part} - {write(-middle)}"
    shown = write(middle) if middle >= 0 else f"0 - {write(-middle)}"
    return f"{shown} {'+' if above else '-'} {part}"


def _quadratic(a: Algebraic, middle: Fraction, index: int, inner: list[Rational], turned: bool) -> str:
    """The root of a polynomial of degree two that (a - middle)^index is; with its sign turned where asked."""
    centre = Fraction(-inner[1]) / (2 * inner[0])
    square = centre**2 - Fraction(inner[2]) / inner[0]
    width = a.high - a.low
    while True:
        low, high = a.bounds(width)
        ends = sorted(((low - middle) ** index, (high - middle) ** index))
        if index % 2 == 0 and low < middle < high:
            ends[0] = Fraction(0)
        if not ends[0] <= centre <= ends[1]:
            break
        width /= 4
    above = ends[0] > centre
    if turned:
        centre, above = -centre, not above
    return _around(centre, above, _root_of_rational(2, square))


def _root_of_rational(index: int, value: Fraction) -> str:
    if index > 2:
        return root(index, write(value))
    bottom = value.denominator
    below = math.isqrt(bottom)
    if below * below == bottom:
        inside, outside = without_squares(value.numerator)
        part = Fraction(outside, below)
    else:
        inside, outside = without_squares(value.numerator * bottom)
        part = Fraction(outside, bottom)
    written = f"√{write(inside)}" if part.numerator == 1 else f"{write(part.numerator)}*√{write(inside)}"
    return written if part.denominator == 1 else f"{written}/{write(part.denominator)}"


def without_squares(number: int) -> tuple[int, int]:
    """(d, k) with number = d·k²; d is free of squares of small primes, and is no square beside its small primes."""
    outside, inside, prime = 1, 1, 2
    while prime * prime <= number and prime < MOST_TRIED:
        while number % (prime * prime) == 0:
            number, outside = number // (prime * prime), outside * prime
        if number % prime == 0:
            number, inside = number // prime, inside * prime
        prime += 1 if prime == 2 else 2
    if (whole := math.isqrt(number)) ** 2 == number:
        number, outside = 1, outside * whole
    return number * inside, outside
