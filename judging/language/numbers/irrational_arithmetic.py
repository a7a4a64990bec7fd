"""Arithmetic where a value is irrational: with sums of radicals, and with algebraic numbers where one is no such sum.
`exact` sends here what is not for whole numbers and fractions."""

from fractions import Fraction
from functools import cache
from types import ModuleType

from judging.language.numbers.irrational_number import Irrational, intervals_differ
from judging.language.numbers.radicals import conjugates, denesting, radical_powers, radical_sums, radical_text
from judging.language.numbers.radicals.radical_sums import RadicalSum
from judging.language.numbers.rationals import Rational, Value, is_rational, within_budget


@cache
def _algebraic() -> ModuleType:
    """The module for other algebraic numbers, loaded with the first of them."""
    from judging.language.numbers import algebraic_operations

    return algebraic_operations


_SUMS = frozenset({int, Fraction, RadicalSum})


def add(a: Value, b: Value) -> Value:
    if type(a) in _SUMS and type(b) in _SUMS:
        return radical_sums.add(a, b)
    return _algebraic().add(a, b)


def negative(a: Irrational) -> Value:
    if isinstance(a, RadicalSum):
        return radical_sums.negative(a)
    return _algebraic().times_rational(a, -1)


def multiply(a: Value, b: Value) -> Value:
    if type(a) in _SUMS and type(b) in _SUMS:
        return radical_sums.multiply(a, b)
    return _algebraic().multiply(a, b)


def reciprocal(a: Irrational) -> Value:
    if isinstance(a, RadicalSum):
        return conjugates.reciprocal(a)
    return _algebraic().reciprocal(a)


def whole_power(a: Irrational, exponent: int) -> Value:
    """The power to a whole number other than 0."""
    if isinstance(a, RadicalSum):
        if exponent > 0:
            return radical_powers.whole_power(a, exponent)
        positive = radical_powers.whole_power(a, -exponent)
        return within_budget(1 / Fraction(positive)) if is_rational(positive) else conjugates.reciprocal(positive)
    return _algebraic().whole_power(a, exponent)


def fraction_power(base: Value, exponent: Fraction) -> Value:
    """A number above 0 to a fraction in lowest terms, from its root."""
    if is_rational(base):
        return denesting.rational_power(base, exponent)
    root = _root(exponent.denominator, base)
    if exponent.numerator == 1:
        return root
    if is_rational(root):
        return denesting.rational_power(root, Fraction(exponent.numerator))
    return whole_power(root, exponent.numerator)


def _root(index: int, a: Irrational) -> Value:
    if isinstance(a, RadicalSum):
        value, left = denesting.root(index, a)
        return value if left == 1 else _algebraic().root(left, value)
    return _algebraic().root(index, a)


def equal(a: Value, b: Value) -> bool:
    """Proved equality. An irrational number is kept in such a form that it never equals a rational one."""
    if type(a) is type(b) or is_rational(a) or is_rational(b):
        return bool(a == b)
    return not intervals_differ(a, b) and bool(_algebraic().of(a) == _algebraic().of(b))


def rational_power(a: Irrational) -> tuple[Rational | None, int]:
    """The first power of it that is rational, and its exponent; None and 0 where no power is. Of a sum of several terms
    none is: the real roots of a rational number have one term."""
    if not isinstance(a, RadicalSum) or (index := radical_powers.order(a)) == 0:
        return None, 0
    return radical_powers.whole_power(a, index), index


def norm(a: Irrational) -> tuple[Rational, int]:
    """The absolute product of all conjugates, and how many they are."""
    poly = conjugates.minimal_polynomial(a) if isinstance(a, RadicalSum) else _algebraic().of(a).poly
    return Fraction(abs(poly[-1]), poly[0]), len(poly) - 1


def write(a: Irrational) -> str:
    if isinstance(a, RadicalSum):
        return radical_text.text(a)
    from judging.language.numbers import algebraic_writing

    return algebraic_writing.write(a)
