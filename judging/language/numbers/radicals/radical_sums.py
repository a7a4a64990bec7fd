"""Sums of radicals: rational numbers times monomials, such as 1/2 + √5/2 or 3·∛2·√5, and their + - ×.

The monomials are linearly independent over the rational numbers (monomials.py), so equal numbers have equal sums, and a
sum is zero only where nothing is left of it. Nothing is factored or found by digits.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from judging.language.limits import BITS, MAX_SUM_BITS, MAX_TERMS, STEP, TooLarge, product_work, spend
from judging.language.numbers.irrational_number import FIRST_BITS, Irrational
from judging.language.numbers.radicals import monomials
from judging.language.numbers.radicals.monomials import LARGEST_DIVISOR, ONE, Monomial
from judging.language.numbers.rationals import Rational, divide_up, within_budget

_NONE: frozenset[int] = frozenset()


class RadicalSum(Irrational):
    """An irrational number: whole numbers times monomials, over one whole number above 0, in lowest terms.

    `bits` is the length of its longest whole number; `unfactored` are the bases that division by
    small primes left over: they may be products.
    """

    __slots__ = ("terms", "bottom", "bits", "unfactored", "_first")

    def __init__(self, terms: Mapping[Monomial, int], bottom: int, bits: int, unfactored: frozenset[int]):
        self.terms, self.bottom, self.bits, self.unfactored = terms, bottom, bits, unfactored
        self._sign = None
        self._first: tuple[int, int] | None = None

    def approximated(self, bits: int) -> tuple[int, int]:
        if bits != FIRST_BITS or len(self.terms) == 1:  # lines share single roots, and each is to spend alike for them
            return self._approximated(bits)
        if self._first is None:
            self._first = self._approximated(bits)
        return self._first

    def _approximated(self, bits: int) -> tuple[int, int]:
        spend(sum([monomials.approximation_work(monomial, bits) for monomial in self.terms]))
        low = high = 0
        for monomial, times in self.terms.items():
            below, above = monomials.approximated(monomial, bits)
            if times < 0:
                below, above = above, below
            low += times * below
            high += times * above
        return (low, high) if self.bottom == 1 else (low // self.bottom, divide_up(high, self.bottom))

    def sign(self) -> int:
        if self._sign is None:
            positive = {times > 0 for times in self.terms.values()}
            if len(positive) > 1:
                self._sign = self._compared(0)
            else:
                self._sign = 1 if True in positive else -1
        return self._sign

    def single(self) -> tuple[Fraction, Monomial] | None:
        """The rational number and the monomial whose product it is."""
        if len(self.terms) > 1:
            return None
        ((monomial, times),) = self.terms.items()
        return Fraction(times, self.bottom), monomial

    def content(self) -> Fraction:
        """The rational number by which it can be divided so that its whole numbers have no common factor."""
        return Fraction(math.gcd(*self.terms.values()), self.bottom)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RadicalSum):
            return False if isinstance(other, int | Fraction) else NotImplemented
        if self.unfactored != other.unfactored:
            self, other = _over_common_bases(self, other)
        return self.bottom == other.bottom and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(self.ceiling())

    def __repr__(self) -> str:
        return f"RadicalSum({self.terms}, {self.bottom})"


RadicalValue = Any  # int, Fraction or RadicalSum


def value(terms: dict[Monomial, int], bottom: int, unfactored: frozenset[int] = _NONE) -> RadicalValue:
    """The number with these terms over `bottom` > 0, rational where it is. Raises TooLarge."""
    if 0 in terms.values():
        terms = {monomial: times for monomial, times in terms.items() if times}
    if not terms:
        return 0
    if bottom != 1 and (common := math.gcd(bottom, *terms.values())) > 1:
        terms, bottom = {monomial: times // common for monomial, times in terms.items()}, bottom // common
    if len(terms) == 1 and ONE in terms:
        return within_budget(terms[ONE] if bottom == 1 else Fraction(terms[ONE], bottom))
    bits = bottom.bit_length()
    for times in terms.values():
        if times.bit_length() > bits:
            bits = times.bit_length()
    if bits > BITS or len(terms) > MAX_TERMS:
        raise TooLarge
    if len(terms) * bits > BITS and _size(terms) > MAX_SUM_BITS:
        raise TooLarge
    if unfactored:
        long = [base for monomial in terms for base, _, _ in monomial if base > LARGEST_DIVISOR]
        if sum(map(int.bit_length, long)) > MAX_SUM_BITS:
            raise TooLarge
        unfactored = frozenset(long)
    return RadicalSum(terms, bottom, bits, unfactored)


def _size(terms: Mapping[Monomial, int]) -> int:
    return sum(map(int.bit_length, terms.values()))


def term(times: Rational, top: int, bottom: int, monomial: Monomial) -> RadicalValue:
    """times · top / bottom · monomial."""
    long = _NONE
    if monomial and monomial[-1][0] > LARGEST_DIVISOR:
        long = frozenset(base for base, _, _ in monomial if base > LARGEST_DIVISOR)
    return value({monomial: times.numerator * top}, times.denominator * bottom, long)


def of(number: RadicalValue) -> RadicalSum:
    """A number of either kind as a sum, which may be a rational one here."""
    if isinstance(number, RadicalSum):
        return number
    top, bottom = number.numerator, number.denominator
    return RadicalSum({ONE: top}, bottom, max(top.bit_length(), bottom.bit_length()), _NONE)


def _over_common_bases(a: RadicalSum, b: RadicalSum) -> tuple[RadicalSum, RadicalSum]:
    """Both sums over bases without common factors."""
    numbers = a.unfactored | b.unfactored
    bits = max(map(int.bit_length, numbers))
    spend(len(numbers) ** 2 * product_work(bits, bits * 16))
    if monomials.coprime(numbers) == numbers:
        return a, b
    index = math.lcm(*(monomials.order(each) for terms in (a.terms, b.terms) for each in terms))
    over = monomials.common_bases(numbers, index)
    return _rebased(a, over), _rebased(b, over)


def _rebased(a: RadicalSum, over: frozenset[int]) -> RadicalSum:
    terms: dict[Monomial, int] = {}
    for monomial, times in a.terms.items():
        outside, monomial = monomials.rebased(monomial, over)
        terms[monomial] = terms.get(monomial, 0) + times * outside
    return of(value(terms, a.bottom, over))


# + - ×


def scaled(a: RadicalValue, by: Rational) -> RadicalValue:
    if not isinstance(a, RadicalSum):
        return within_budget(a * by)
    if by == 0:
        return 0
    top = by.numerator
    spend(len(a.terms) * product_work(a.bits, top.bit_length()))
    terms = {monomial: times * top for monomial, times in a.terms.items()}
    return value(terms, a.bottom * by.denominator, a.unfactored)


def negative(a: RadicalValue) -> RadicalValue:
    if not isinstance(a, RadicalSum):
        return -a
    result = RadicalSum({m: -times for m, times in a.terms.items()}, a.bottom, a.bits, a.unfactored)
    result._sign = None if a._sign is None else -a._sign
    if a._first is not None:
        result._first = -a._first[1], -a._first[0]
    return result


def add(first: RadicalValue, second: RadicalValue) -> RadicalValue:
    if type(first) is int and isinstance(second, RadicalSum):
        return _plus_whole(second, first)
    if type(second) is int and isinstance(first, RadicalSum):
        return _plus_whole(first, second)
    a, b = of(first), of(second)
    if a.unfactored != b.unfactored and a.unfactored and b.unfactored:
        a, b = _over_common_bases(a, b)
    spend((len(a.terms) + len(b.terms)) * product_work(a.bits, b.bits))
    bottom = a.bottom if a.bottom == b.bottom else math.lcm(a.bottom, b.bottom)
    here, there = bottom // a.bottom, bottom // b.bottom
    terms = {monomial: times * here for monomial, times in a.terms.items()}
    for monomial, times in b.terms.items():
        terms[monomial] = terms.get(monomial, 0) + times * there
    return value(terms, bottom, a.unfactored | b.unfactored)


def _plus_whole(a: RadicalSum, by: int) -> RadicalValue:
    """The sum with a whole number, which leaves it in lowest terms."""
    spend(product_work(a.bits, by.bit_length()))
    terms = dict(a.terms)
    terms[ONE] = terms.get(ONE, 0) + by * a.bottom
    return value(terms, a.bottom, a.unfactored)


def multiply(first: RadicalValue, second: RadicalValue) -> RadicalValue:
    if not isinstance(second, RadicalSum):
        return scaled(first, second)
    if not isinstance(first, RadicalSum):
        return scaled(second, first)
    a, b = first, second
    if a.unfactored != b.unfactored and a.unfactored and b.unfactored:
        a, b = _over_common_bases(a, b)
    spend(len(a.terms) * len(b.terms) * (2 * STEP + product_work(a.bits, b.bits)))
    terms: dict[Monomial, int] = {}
    for monomial, times in a.terms.items():
        for other, others in b.terms.items():
            outside, product = monomials.times(monomial, other)
            terms[product] = terms.get(product, 0) + times * others * outside
    return value(terms, a.bottom * b.bottom, a.unfactored | b.unfactored)
