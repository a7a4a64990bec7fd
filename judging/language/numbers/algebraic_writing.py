"""The writing of an algebraic number that is no sum of radicals: m ± the root of a sum where its equation shows that it
is one; else as it was computed, in an order that does not depend on the order of its parts."""

import re
from fractions import Fraction
from typing import NamedTuple

from judging.language.numbers import rationals
from judging.language.numbers.algebraic import Algebraic
from judging.language.numbers.algebraic_operations import nested_parts
from judging.language.numbers.radicals import radical_text
from judging.language.numbers.radicals.radical_sums import RadicalSum
from judging.language.numbers.rationals import Value

Factors = tuple[tuple[str, int], ...]  # parts as written, each with its exponent, in one order
_TIGHT = re.compile(r"√?[0-9]+")


class Sum(NamedTuple):
    """A rational number and terms; a term is a rational number times powers of parts."""

    constant: Fraction
    terms: dict[Factors, Fraction]

    @property
    def text(self) -> str:
        terms = sorted(self.terms.items())
        plus = [_term(factors, times) for factors, times in terms if times > 0]
        minus = [_term(factors, -times) for factors, times in terms if times < 0]
        if self.constant > 0:
            plus.insert(0, rationals.write(self.constant))
        elif self.constant < 0:
            minus.append(rationals.write(-self.constant))
        return radical_text.joined(plus, minus)


def write(value: Value) -> str:
    """Plain writing that reads back as this number."""
    if isinstance(value, RadicalSum):
        return radical_text.text(value)
    if not isinstance(value, Algebraic):
        return rationals.write(value)
    if not value.text:
        value.text = _nested(value) or _derived(value).text
    return value.text


def _nested(a: Algebraic) -> str | None:
    """m ± the k-th root of a sum of radicals, which is the same for equal numbers."""
    if (parts := nested_parts(a)) is None:
        return None
    root = radical_text.root(parts.root_index, write(parts.inside))
    middle = parts.middle
    if middle <= 0 and parts.above:
        return root if middle == 0 else f"{root} - {rationals.write(-middle)}"
    shown = rationals.write(middle) if middle >= 0 else f"0 - {rationals.write(-middle)}"
    return f"{shown} {'+' if parts.above else '-'} {root}"


def _derived(value: Value) -> Sum:
    """The sum that follows from the number's origin."""
    if isinstance(value, RadicalSum):
        return _of_radicals(value)
    if not isinstance(value, Algebraic):
        return Sum(Fraction(value), {})
    operation, first, second = value.origin
    if operation == "root":
        text = radical_text.root(second, write(first))
        return Sum(Fraction(0), {((text, 1),): Fraction(1)})
    if operation == "power":
        return _raised(_derived(first), second)
    if operation == "sum":
        return _added(_derived(first), _derived(second))
    if isinstance(second, RadicalSum | Algebraic):
        return _multiplied(_derived(first), _derived(second))
    return _scaled(_derived(first), Fraction(second))


def _of_radicals(a: RadicalSum) -> Sum:
    constant, terms = Fraction(0), {}
    for monomial, times in a.terms.items():
        if monomial:
            terms[tuple((text, 1) for text in radical_text.parts(monomial))] = Fraction(times, a.bottom)
        else:
            constant = Fraction(times, a.bottom)
    return Sum(constant, terms)


def tight(text: str) -> str:
    """The writing as it stands as a part of a product: in brackets unless nothing can come between its parts."""
    return text if _TIGHT.fullmatch(text) or _is_root(text) else f"({text})"


def _is_root(text: str) -> bool:
    """Whether the bracket that a root opens closes at the end."""
    if not text.startswith(("√(", "root(")):
        return False
    level = 0
    for at, character in enumerate(text):
        if character == "(":
            level += 1
        elif character == ")":
            level -= 1
            if level == 0:
                return at == len(text) - 1
    return False


def _term(factors: Factors, times: Fraction) -> str:
    above = [_power(text, exponent) for text, exponent in factors if exponent > 0]
    below = [_power(text, -exponent) for text, exponent in factors if exponent < 0]
    if times.numerator != 1 or not above:
        above.insert(0, rationals.write(times.numerator))
    if times.denominator != 1:
        below.append(rationals.write(times.denominator))
    return "/".join(["*".join(above), *below])


def _power(text: str, exponent: int) -> str:
    base = tight(text)
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
