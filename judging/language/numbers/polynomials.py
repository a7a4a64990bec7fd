"""Polynomials with rational coefficients, as far as algebraic numbers need them; the leading coefficient comes
first."""

import math
from collections.abc import Sequence
from fractions import Fraction

from judging.language.limits import MAX_COEFFICIENT_BITS, TooLarge
from judging.language.numbers.rationals import Rational

PRIME = (1 << 61) - 1
Poly = tuple[int, ...]  # whole coefficients without common factor, the leading one positive


def primitive(coefficients: Sequence[Rational]) -> Poly:
    """The polynomial with the same roots in whole numbers. Raises TooLarge."""
    bottom = math.lcm(*(c.denominator for c in coefficients))
    whole = [int(c * bottom) for c in coefficients]
    common = math.gcd(*whole) * (1 if whole[0] > 0 else -1)
    result = tuple(c // common for c in whole)
    if any(c.bit_length() > MAX_COEFFICIENT_BITS for c in result):
        raise TooLarge
    return result


def scaled(poly: Poly, by: Rational) -> Poly:
    """The polynomial of the roots times `by`."""
    return primitive([c * by**at for at, c in enumerate(poly)])


def taylor_shift(poly: Sequence[Rational], by: Rational) -> list[Rational]:
    """The coefficients of p(x - by), whose roots are those of p plus `by`, by repeated synthetic division."""
    coefficients = list(poly)
    for end in range(len(coefficients) - 1, 0, -1):
        for at in range(1, end + 1):
            coefficients[at] -= by * coefficients[at - 1]
    return coefficients


def nested(poly: Poly) -> tuple[Fraction, int, Fraction, Fraction] | None:
    """(m, k, c, s) where every root x has (x - m)^k = c ± √s, with s = 0 where one number is enough; else None."""
    degree = len(poly) - 1
    middle = Fraction(-poly[1], degree * poly[0])
    around = taylor_shift(poly, -middle)
    index = math.gcd(*(degree - at for at, c in enumerate(around) if c and at < degree))
    inner = [Fraction(c) for c in around[::index]]
    if len(inner) == 2:
        return middle, index, -inner[1] / inner[0], Fraction(0)
    if len(inner) == 3:
        centre = -inner[1] / (2 * inner[0])
        return middle, index, centre, centre**2 - inner[2] / inner[0]
    return None


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


def monic_from_power_sums(sums: Sequence[Fraction]) -> list[Fraction]:
    """The polynomial whose roots have these power sums; the first says how many roots."""
    c = [Fraction(1)]
    for k in range(1, len(sums)):
        c.append(-sum((c[k - i] * sums[i] for i in range(1, k + 1)), Fraction(0)) / k)
    return c


def from_power_sums(sums: Sequence[Fraction]) -> Poly:
    return primitive(monic_from_power_sums(sums))


def is_squarefree(poly: Poly) -> bool:
    """Whether it is proved that no root is a multiple one: modulo a prime it has no factor in common with its
    derivative."""
    degree = len(poly) - 1
    a = [c % PRIME for c in poly]
    b = [c * (degree - at) % PRIME for at, c in enumerate(poly[:-1])]
    if not a[0]:
        return False
    while len(b) > 1 or b and b[0]:
        while b and not b[0]:
            b = b[1:]
        if not b:
            return len(a) == 1
        a, b = b, _remainder(a, b)
    return len(a) == 1


def _remainder(a: list[int], b: list[int]) -> list[int]:
    """The remainder of one polynomial by another modulo the prime, both without leading zeros."""
    rest, inverse = list(a), pow(b[0], -1, PRIME)
    for at in range(len(a) - len(b) + 1):
        times = rest[at] * inverse % PRIME
        for place, c in enumerate(b):
            rest[at + place] = (rest[at + place] - times * c) % PRIME
    return rest[len(a) - len(b) + 1 :]


def composed_sum(p: Poly, q: Poly) -> Poly:
    """The polynomial of all sums of a root of p and one of q."""
    degree = (len(p) - 1) * (len(q) - 1)
    a, b = power_sums(p, degree), power_sums(q, degree)
    return from_power_sums(
        [sum((math.comb(k, i) * a[i] * b[k - i] for i in range(k + 1)), Fraction(0)) for k in range(degree + 1)]
    )


def composed_product(p: Poly, q: Poly) -> Poly:
    """The polynomial of all products of a root of p and one of q."""
    degree = (len(p) - 1) * (len(q) - 1)
    return from_power_sums([a * b for a, b in zip(power_sums(p, degree), power_sums(q, degree), strict=True)])


def composed_power(p: Poly, exponent: int) -> Poly:
    """The polynomial of the roots raised to `exponent`."""
    degree = len(p) - 1
    return from_power_sums(power_sums(p, degree * exponent)[::exponent])


def inflate(p: Poly, index: int) -> Poly:
    """p(x^index): the polynomial of the `index`-th roots of the roots."""
    coefficients: list[int] = []
    for each in p[:-1]:
        coefficients += [each, *[0] * (index - 1)]
    return (*coefficients, p[-1])
