"""Exact values: + - × ÷, powers and roots. Nothing is decided by digits.

A value is an int or a Fraction; where a root is irrational it is a sum of radicals, and an algebraic number where it is
no such sum.
"""

import math
from fractions import Fraction
from functools import cache, lru_cache
from types import ModuleType

from judging.language.numbers import rationals
from judging.language.numbers.rationals import Rational, Value, is_rational, reduced_power, whole_power, within_budget
from judging.messages import Message, message

_SMALL = 1 << 64


class Undefined(Exception):
    """The function has no value for these inputs; the message says why."""

    def __init__(self, message: Message):
        super().__init__(message)
        self.message = message


class NotProved(Exception):
    """Neither equality nor difference can be proved within the budget."""


@cache
def _irrational() -> ModuleType:
    """The module for irrational values, loaded with the first of them: most lines never have one."""
    from judging.language.numbers import irrational_arithmetic

    return irrational_arithmetic


def write(value: Value) -> str:
    """A rational value as str(Fraction); an irrational one in plain writing that can be read back."""
    return rationals.write(value) if is_rational(value) else str(_irrational().write(value))


def shown(value: Value) -> str:
    """The value for a sentence: as written, shortened where it is long."""
    text = write(value)
    return text if len(text) <= 40 else f"{text[:18]}…{text[-18:]} ({len(text)} characters)"


# + - × ÷


def add(a: Value, b: Value) -> Value:
    if type(a) is int and type(b) is int:
        return within_budget(a + b)
    if is_rational(a) and is_rational(b):
        return within_budget(a + b)
    return _irrational().add(a, b)


def negative(a: Value) -> Value:
    if is_rational(a):
        return -a
    return _irrational().negative(a)


def subtract(a: Value, b: Value) -> Value:
    if type(a) is int and type(b) is int:
        return within_budget(a - b)
    if is_rational(a) and is_rational(b):
        return within_budget(a - b)
    return _irrational().add(a, negative(b))


def multiply(a: Value, b: Value) -> Value:
    if type(a) is int and type(b) is int:
        return within_budget(a * b)
    if is_rational(a) and is_rational(b):
        return within_budget(a * b)
    return _irrational().multiply(a, b)


def divide(a: Value, b: Value) -> Value:
    if b == 0:
        raise Undefined(message("by_zero"))
    if type(a) is int and type(b) is int:
        return within_budget(a // b if a % b == 0 else Fraction(a, b))
    if is_rational(a) and is_rational(b):
        return within_budget(Fraction(a) / b)
    return multiply(a, reciprocal(b))


def reciprocal(a: Value) -> Value:
    if is_rational(a):
        return within_budget(Fraction(1) / a)
    return _irrational().reciprocal(a)


def sign(value: Value) -> int:
    """-1, 0 or 1."""
    if is_rational(value):
        return int(value > 0) - int(value < 0)
    return int(value.sign())


def absolute(value: Value) -> Value:
    return negative(value) if sign(value) < 0 else value


def equal(a: Value, b: Value) -> bool:
    """Proved equality."""
    if is_rational(a) or is_rational(b):
        return is_rational(a) and bool(a == b)
    return bool(_irrational().equal(a, b))


def ceiling(value: Value) -> int:
    return int(math.ceil(value) if is_rational(value) else value.ceiling())


# roots and powers


def square_root(value: Value) -> Value:
    return root(2, value)


def root(index: Value, value: Value) -> Value:
    """The real root. Odd roots of negative numbers are real."""
    if type(index) is int and index >= 2 and type(value) is int and 0 < value < _SMALL:
        return _small_root(index, value)
    if type(index) is not int or index < 2:
        raise Undefined(message("root_sign", value=shown(index)))
    below_zero = sign(value) < 0
    if below_zero and index % 2 == 0:
        code = "square_root" if index == 2 else "even_root"
        raise Undefined(message(code, index=shown(index), value=shown(value)))
    positive_root = _positive_power(absolute(value), Fraction(1, index)) if value != 0 else 0
    return negative(positive_root) if below_zero else positive_root


@lru_cache(maxsize=4096)
def _small_root(index: int, value: int) -> Value:
    """The root of a whole number above 0: what most roots are taken of. It is shared by lines, and so costs none of
    them any work that is counted."""
    return _positive_power(value, Fraction(1, index))


def power(base: Value, exponent: Value) -> Value:
    if base == 0:
        return _power_of_zero(exponent)
    if type(exponent) is int:
        return _whole_power(base, exponent)
    if sign(base) < 0:
        raise Undefined(message("negative_to_part", value=shown(exponent)))
    if base == 1:
        return 1
    if type(exponent) is Fraction:
        return _positive_power(base, exponent)
    raise NotProved  # a transcendental number, by the theorem of Gelfond and Schneider


def _power_of_zero(exponent: Value) -> int:
    if exponent == 0:
        raise Undefined(message("zero_to_zero"))
    if sign(exponent) < 0:
        raise Undefined(message("zero_to_negative"))
    return 0


def _whole_power(base: Value, exponent: int) -> Value:
    """`base` ≠ 0 to a whole number."""
    if is_rational(base):
        return whole_power(base, exponent)
    if exponent == 0:
        return 1
    return _irrational().whole_power(base, exponent)


def _positive_power(base: Value, exponent: Fraction) -> Value:
    """`base` > 0 to a fraction in lowest terms."""
    if base == 1:
        return 1
    if not is_rational(base):
        return _irrational().fraction_power(base, exponent)
    base, exponent = reduced_power(base, exponent)
    if exponent.denominator == 1:
        return _whole_power(base, exponent.numerator)
    return _irrational().fraction_power(base, exponent)


# what logarithms ask


def rational_power(value: Value) -> tuple[Rational | None, int]:
    """The first power of a number that is rational, and its exponent; None and 0 where no power is."""
    if is_rational(value):
        return value, 1
    result: tuple[Rational | None, int] = _irrational().rational_power(value)
    return result


def norm(value: Value) -> tuple[Rational, int]:
    """The absolute product of an irrational number's conjugates, and how many they are."""
    result: tuple[Rational, int] = _irrational().norm(value)
    return result
