"""How an irrational number is written: of a simple kind as `radicals` says, else as it came about, in an order that does
not depend on the order of its parts. A sum is a rational number and terms; a term is a rational number times powers of
parts."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from judging.language import radicals, rationals
from judging.language.algebraic import Algebraic, Value

Factors = tuple[tuple[str, int], ...]  # parts as written, each with its exponent, in one order


class Sum(NamedTuple):
    constant: Fraction
    terms: dict[Factors, Fraction]

    @property
    def text(self) -> str:
        """Terms above zero first, so that a sign stands in front only where all are below."""
        terms = sorted(self.terms.items())
        plus = [_term(factors, times) for factors, times in terms if times > 0]
        minus = [_term(factors, -times) for factors, times in terms if times < 0]
        if self.constant > 0:
            plus.insert(0, rationals.write(self.constant))
        elif self.constant < 0:
            minus.append(rationals.write(-self.constant))
        return " - ".join([" + ".join(plus) or "0", *minus])


def write(value: Value) -> str:
    """Plain writing that reads back as this number; one and the same for each number of a simple kind."""
    if not isinstance(value, Algebraic):
        return rationals.write(value)
    if not value.text:
        value.text = radicals.text(value) or _derived(value).text
    return value.text


def _derived(value: Value) -> Sum:
    """The sum that the way it came about leads to."""
    if not isinstance(value, Algebraic):
        return Sum(Fraction(value), {})
    operation, first, second = value.origin
    if operation == "root":
        text = radicals.root(second, write(first))
        return Sum(Fraction(0), {((text, 1),): Fraction(1)})
    if operation == "power":
        return _raised(_derived(first), second)
    if operation == "sum":
        return _added(_derived(first), _derived(second))
    if isinstance(second, Algebraic):
        return _multiplied(_derived(first), _derived(second))
    return _scaled(_derived(first), Fraction(second))


def _term(factors: Factors, times: Fraction) -> str:
    above = [_power(text, exponent) for text, exponent in factors if exponent > 0]
    below = [_power(text, -exponent) for text, exponent in factors if exponent < 0]
    if times.numerator != 1 or not above:
        above.insert(0, rationals.write(times.numerator))
    if times.denominator != 1:
        below.append(rationals.write(times.denominator))
    return "/".join(["*".join(above), *below])


def _power(text: str, exponent: int) -> str:
    base = radicals.tight(text)
    if exponent == 1:
        return base
    return f"{base}^{exponent}" if base.endswith(")") else f"({base})^{exponent}"


def _added(a: Sum, b: Sum) -> Sum:
    terms = dict(a.terms)
    for factors, times in b.terms.items():
        terms[factors] = terms.get(factors, Fraction(0)) + times
    return Sum(a.constant + b.constant, {factors: times for factors, times in terms.items() if times})


def _scaled(a: Sum, by: Fraction) -> Sum:
    return Sum(a.constant * by, {factors: times * by for factors, times in a.terms.items()})


def _multiplied(a: Sum, b: Sum) -> Sum:
    (first, times), (second, others) = _single(a), _single(b)
    exponents = dict(first)
    for text, exponent in second:
        exponents[text] = exponents.get(text, 0) + exponent
    factors = tuple(sorted(((text, each) for text, each in exponents.items() if each), key=_simple_first))
    return Sum(Fraction(0), {factors: times * others})


def _simple_first(factor: tuple[str, int]) -> tuple[int, str]:
    """Short parts first: read again from the left, they keep what is worked out small for longest."""
    return len(factor[0]), factor[0]


def _raised(a: Sum, exponent: int) -> Sum:
    factors, times = _single(a)
    return Sum(Fraction(0), {tuple((text, each * exponent) for text, each in factors): times**exponent})


def _single(a: Sum) -> tuple[Factors, Fraction]:
    """A sum as one term: its only one, or the whole of it as a part without its rational factor."""
    if a.constant == 0 and len(a.terms) == 1:
        return next(iter(a.terms.items()))
    times = a.constant or a.terms[min(a.terms)]
    return ((_scaled(a, 1 / times).text, 1),), times
