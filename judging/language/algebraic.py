"""Real algebraic numbers: an irreducible polynomial with whole coefficients and an interval that holds one root of it.

Sums and products come from power sums (Newton's identities), SymPy factors the result, and exact root counts pick the
factor: every step is a proof. SymPy is imported at the first number that needs factoring.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from judging.language.exact import MOST_DIGITS, NotProved, TooLarge, Value, rational_root, within

MOST_DEGREE = 24
MOST_BITS = 14_000

Rational = int | Fraction
Poly = tuple[int, ...]  # whole coefficients, the leading one first and positive, without common factor
Interval = tuple[Fraction, Fraction]


class Algebraic:
    """An irrational real number. `text` is its plain writing."""

    __slots__ = ("poly", "_low", "_high", "_text", "_loose")

    def __init__(self, poly: Poly, low: Fraction, high: Fraction, text: str, loose: bool = False):
        self.poly, self._low, self._high, self._text, self._loose = poly, low, high, text, loose

    @property
    def text(self) -> str:
        return _quadratic_text(self) if len(self.poly) == 3 else self._text

    @property
    def degree(self) -> int:
        return len(self.poly) - 1

    @property
    def tight(self) -> str:
        """The writing with brackets around it where a sign stands in it."""
        text = self.text
        return (
            f"({text})"
            if self._loose or any(mark in text for mark in "+-*/ ^") and not text.startswith("root(")
            else text
        )

    def bounds(self, width: Fraction) -> Interval:
        """An interval around the number, no wider than `width`; what was found is kept."""
        if self._high - self._low > width:
            rising = _at(self.poly, self._high) > 0
            while self._high - self._low > width:
                middle = (self._low + self._high) / 2
                if (_at(self.poly, middle) > 0) == rising:
                    self._high = middle
                else:
                    self._low = middle
        return self._low, self._high

    def sign(self) -> int:
        width = self._high - self._low
        while self._low < 0 < self._high or self._low == 0 or self._high == 0:
            width /= 4
            self.bounds(width)
        return 1 if self._low > 0 else -1

    def ceiling(self) -> int:
        width = min(self._high - self._low, Fraction(1, 2))
        low, high = self.bounds(width)
        while math.floor(low) != math.floor(high):
            width /= 4
            low, high = self.bounds(width)
        return math.floor(low) + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Algebraic) and equal(self, other)

    def __hash__(self) -> int:
        return hash(self.poly)

    def __repr__(self) -> str:
        return f"Algebraic({self.text})"


def _at(poly: Poly, x: Fraction) -> int:
    """The sign-giving numerator of the polynomial at x."""
    top, bottom = x.numerator, x.denominator
    value, scale = 0, 1
    for coefficient in poly:
        value = value * top + coefficient * scale
        scale *= bottom
    return value


def _primitive(coefficients: Sequence[Rational]) -> Poly:
    bottom = math.lcm(*(Fraction(c).denominator for c in coefficients))
    whole = [int(c * bottom) for c in coefficients]
    common = math.gcd(*whole) * (1 if whole[0] > 0 else -1)
    result = tuple(c // common for c in whole)
    if any(c.bit_length() > MOST_BITS for c in result):
        raise TooLarge
    return result


def _power_sums(poly: Poly, count: int) -> list[Fraction]:
    """Sums of the k-th powers of all complex roots, k from 0 to count."""
    lead, degree = poly[0], len(poly) - 1
    c = [Fraction(each, lead) for each in poly]
    sums = [Fraction(degree)]
    for k in range(1, count + 1):
        total = -k * c[k] if k <= degree else Fraction(0)
        for i in range(1, min(k - 1, degree) + 1):
            total -= c[i] * sums[k - i]
        sums.append(total)
    return sums


def _from_power_sums(sums: list[Fraction], degree: int) -> Poly:
    c = [Fraction(1)]
    for k in range(1, degree + 1):
        c.append(-sum((c[k - i] * sums[i] for i in range(1, k + 1)), Fraction(0)) / k)
    return _primitive(c)


def _settle(
    poly: Poly, interval: Callable[[Fraction], Interval], text: str, loose: bool = True
) -> Rational | Algebraic:
    """The number that `poly` has within every `interval(width)`: rational, or with its own irreducible polynomial."""
    from sympy import Poly as SympyPoly
    from sympy import Rational as Q
    from sympy import Symbol

    factors = [factor for factor, _ in SympyPoly(list(poly), Symbol("x")).factor_list()[1]]
    width = Fraction(1, 16)
    while True:
        low, high = interval(width)
        ends = Q(low.numerator, low.denominator), Q(high.numerator, high.denominator)
        found = [factor for factor in factors for _ in range(factor.count_roots(*ends))]
        if len(found) == 1:
            break
        width /= 256
    coefficients = [int(c) for c in found[0].all_coeffs()]
    if coefficients[0] < 0:
        coefficients = [-c for c in coefficients]
    if len(coefficients) == 2:
        return _rational(Fraction(-coefficients[1], coefficients[0]))
    return Algebraic(_primitive(list(coefficients)), low, high, text, loose)


def scale(a: Algebraic, by: Rational) -> Algebraic:
    """a × by, for a rational number other than 0."""
    by, degree = Fraction(by), a.degree
    poly = _primitive([c * by**at for at, c in enumerate(a.poly)])
    low, high = sorted((a._low * by, a._high * by))
    text = f"-{a.tight}" if by == -1 else f"{_factor(by)}*{a.tight}"
    if by < 0:
        text = f"0 - {a.tight}" if by == -1 else f"0 - {_factor(-by)}*{a.tight}"
    assert degree == len(poly) - 1
    return Algebraic(poly, low, high, text, True)


def _rational(value: Fraction) -> Rational:
    lowest: Rational = within(value)
    return lowest


def _factor(by: Fraction) -> str:
    return str(by) if by.denominator == 1 else f"({by})"


def shift(a: Algebraic, by: Rational) -> Algebraic:
    """a + by, for a rational number."""
    coefficients: list[Rational] = [Fraction(c) for c in a.poly]
    for end in range(len(coefficients) - 1, 0, -1):  # p(x - by), by repeated synthetic division
        for at in range(1, end + 1):
            coefficients[at] -= by * coefficients[at - 1]
    sign = "+" if by >= 0 else "-"
    return Algebraic(_primitive(coefficients), a._low + by, a._high + by, f"{a.text} {sign} {abs(by)}", True)


def add(a: Value, b: Value) -> Value:
    if not isinstance(a, Algebraic):
        a, b = b, a
    if not isinstance(b, Algebraic):
        return a if b == 0 else shift(a, b)
    degree = _degree(a, b)
    p, q = _power_sums(a.poly, degree), _power_sums(b.poly, degree)
    sums = [
        sum((math.comb(k, i) * p[i] * q[k - i] for i in range(k + 1)), Fraction(0)) for k in range(degree + 1)
    ]

    def interval(width: Fraction) -> Interval:
        (low, high), (lower, higher) = a.bounds(width), b.bounds(width)
        return low + lower, high + higher

    return _settle(_from_power_sums(sums, degree), interval, _sum_text(a, b))


def _sum_text(a: Algebraic, b: Algebraic) -> str:
    if b.text.startswith("0 - "):
        return f"{a.text} - {b.text[4:]}"
    return f"{a.text} + {b.text}" if not b.text.startswith("0 - ") else f"{a.text} + ({b.text})"


def _degree(a: Algebraic, b: Algebraic) -> int:
    if a.degree * b.degree > MOST_DEGREE:
        raise TooLarge
    return a.degree * b.degree


def multiply(a: Value, b: Value) -> Value:
    if not isinstance(a, Algebraic):
        a, b = b, a
    if not isinstance(b, Algebraic):
        return 0 if b == 0 else a if b == 1 else scale(a, b)
    degree = _degree(a, b)
    p, q = _power_sums(a.poly, degree), _power_sums(b.poly, degree)
    sums = [x * y for x, y in zip(p, q, strict=True)]

    def interval(width: Fraction) -> Interval:
        (low, high), (lower, higher) = a.bounds(width), b.bounds(width)
        ends = (low * lower, low * higher, high * lower, high * higher)
        return min(ends), max(ends)

    return _settle(_from_power_sums(sums, degree), interval, f"{a.tight}*{b.tight}")


def inverse(a: Algebraic) -> Algebraic:
    a.sign()  # moves the interval off zero
    poly = _primitive(list(reversed(a.poly)))
    return Algebraic(poly, 1 / a._high, 1 / a._low, f"1/{a.tight}", True)


def power(a: Algebraic, exponent: int) -> Value:
    if exponent == 0:
        return 1
    if exponent < 0:
        raised = power(a, -exponent)
        return inverse(raised) if isinstance(raised, Algebraic) else _rational(Fraction(1) / raised)
    for small in range(2, min(exponent, MOST_DEGREE) + 1):  # a radical has a rational power soon
        raised = _power(a, small)
        if not isinstance(raised, Algebraic):
            from judging.language import exact

            rest = power(a, exponent % small) if exponent % small else 1
            return exact.multiply(exact.power(raised, exponent // small), rest)
    return _power(a, exponent)


def _power(a: Algebraic, exponent: int) -> Rational | Algebraic:
    if exponent == 1:
        return a
    if exponent > 400:
        raise TooLarge
    degree = a.degree
    sums = _power_sums(a.poly, degree * exponent)[::exponent]
    a.sign()

    def interval(width: Fraction) -> Interval:
        low, high = a.bounds(width)
        ends = (low**exponent, high**exponent)
        return min(ends), max(ends)

    return _settle(_from_power_sums(sums, degree), interval, f"{a.tight}^{exponent}")


def root(index: int, value: Value) -> Rational | Algebraic:
    """The root of a positive number that has no rational one."""
    if not isinstance(value, Algebraic):
        return _root_of_rational(index, value)
    if index * value.degree > MOST_DEGREE:
        raise TooLarge
    poly = tuple(c for at, each in enumerate(value.poly) for c in ([0] * (index - 1) if at else []) + [each])
    value.sign()

    def interval(width: Fraction) -> Interval:
        low, high = value.bounds(width)
        return _root_below(index, low, width), _root_below(index, high, width) + width

    return _settle(poly, interval, _root_text(index, value.text), False)


def _root_of_rational(index: int, value: Rational) -> Algebraic:
    for inner in range(index, 1, -1):  # 4 has a rational square root, so its fourth root is a square root
        if index % inner == 0 and (found := rational_root(inner, value)) is not None:
            index, value = index // inner, found
            break
    if index > MOST_DEGREE:
        raise TooLarge
    width = Fraction(1, 16)
    low = _root_below(index, Fraction(value), width)
    poly = (value.denominator, *([0] * (index - 1)), -value.numerator)
    return Algebraic(poly, low, low + width, _root_text(index, str(value)), False)


def _root_below(index: int, value: Fraction, width: Fraction) -> Fraction:
    """The largest multiple of `width` whose index-th power is at most value ≥ 0."""
    steps = int(value / width**index)
    low, high = 0, 1 << (steps.bit_length() // index + 1)
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**index <= value / width**index else (low, middle)
    return low * width


def _root_text(index: int, inside: str) -> str:
    if index == 2:
        return f"√{inside}" if inside.isdigit() else f"√({inside})"
    return f"root({index}, {inside})"


def equal(a: Algebraic, b: Algebraic) -> bool:
    if a.poly != b.poly:
        return False
    from sympy import Poly as SympyPoly
    from sympy import Rational as Q
    from sympy import Symbol

    poly, width = SympyPoly(list(a.poly), Symbol("x")), Fraction(1, 16)
    while True:
        (low, high), (lower, higher) = a.bounds(width), b.bounds(width)
        if high < lower or higher < low:
            return False
        start, end = min(low, lower), max(high, higher)
        if poly.count_roots(Q(start.numerator, start.denominator), Q(end.numerator, end.denominator)) == 1:
            return True
        width /= 256


def logarithm(base: Value, value: Value) -> Rational:
    """Rational logarithms with an irrational base or value, found among small fractions and then proved."""
    from judging.language import exact

    for below in range(1, 13):
        raised = exact.power(value, below)
        for above in range(1, 25):
            for sign in (1, -1):
                if exact.equal(exact.power(base, sign * above), raised):
                    return _rational(Fraction(sign * above, below))
    raise NotProved


def _quadratic_text(a: Algebraic) -> str:
    """(p + q√d) with d free of squares: the one writing of a number of degree two."""
    x, y, z = a.poly
    inside, outside = _without_squares(y * y - 4 * x * z)
    part = Fraction(outside, 2 * x)
    middle = Fraction(-y, 2 * x)
    above = a._low >= middle or (a._high > middle and _above(a, middle))
    radical = f"√{inside}"
    times = f"{radical}" if part == 1 else f"{part.numerator}*{radical}" if part.numerator != 1 else radical
    if part.denominator != 1:
        times = f"{times}/{part.denominator}"
    if middle == 0:
        return times if above else f"0 - {times}"
    return f"{middle} {'+' if above else '-'} {times}"


def _above(a: Algebraic, middle: Fraction) -> bool:
    width = a._high - a._low
    while a._low < middle < a._high:
        width /= 4
        a.bounds(width)
    return a._low >= middle


def _without_squares(number: int) -> tuple[int, int]:
    """(d, k) with number = d·k² and, for squares of small primes, d free of them."""
    outside, prime = 1, 2
    root = math.isqrt(number)
    if root * root == number:
        return 1, root
    while prime * prime <= number and prime < 10_000:
        while number % (prime * prime) == 0:
            number, outside = number // (prime * prime), outside * prime
        prime += 1 if prime == 2 else 2
    return number, outside


assert MOST_DIGITS < MOST_BITS
