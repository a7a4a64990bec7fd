"""Exact values: + - × ÷, powers and roots. Nothing is decided by digits.

A value is an int or a Fraction, or an algebraic number where a root is irrational.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from judging.language import rationals
from judging.language.rationals import is_rational, unwrapped, whole_power, within
from judging.messages import Message, message

Value = Any  # int, Fraction or judging.language.algebraic.Algebraic


class Undefined(Exception):
    """The function has no value for these inputs; the message says why."""

    def __init__(self, message: Message):
        super().__init__(message)
        self.message = message


class NotProved(Exception):
    """Neither equality nor difference can be proved within the budget."""


class _Irrational(NamedTuple):
    arithmetic: ModuleType
    writing: ModuleType


@cache
def _irrational() -> _Irrational:
    """What is needed for irrational values, loaded with the first of them: most lines never have one."""
    from judging.language import irrational, terms

    return _Irrational(irrational, terms)


def write(value: Value) -> str:
    """A rational value as str(Fraction); an irrational one in plain writing that can be read back."""
    return rationals.write(value) if is_rational(value) else str(_irrational().writing.write(value))


def shown(value: Value) -> str:
    """The value for a sentence: as written, shortened where it is long."""
    text = write(value)
    return text if len(text) <= 40 else f"{text[:18]}…{text[-18:]} ({len(text)} characters)"


# + - × ÷


def add(a: Value, b: Value) -> Value:
    if type(a) is int and type(b) is int:
        return within(a + b)
    if is_rational(a) and is_rational(b):
        return within(a + b)
    return _irrational().arithmetic.add(a, b)


def negative(a: Value) -> Value:
    if is_rational(a):
        return -a
    return _irrational().arithmetic.times_rational(a, -1)


def subtract(a: Value, b: Value) -> Value:
    if type(a) is int and type(b) is int:
        return within(a - b)
    if is_rational(a) and is_rational(b):
        return within(a - b)
    return add(a, negative(b))


def multiply(a: Value, b: Value) -> Value:
    if type(a) is int and type(b) is int:
        return within(a * b)
    if is_rational(a) and is_rational(b):
        return within(a * b)
    return _irrational().arithmetic.multiply(a, b)


def divide(a: Value, b: Value) -> Value:
    if b == 0:
        raise Undefined(message("by_zero"))
    if type(a) is int and type(b) is int:
        return within(a // b if a % b == 0 else Fraction(a, b))
    if is_rational(a) and is_rational(b):
        return within(Fraction(a) / b)
    return multiply(a, reciprocal(b))


def reciprocal(a: Value) -> Value:
    if is_rational(a):
        return within(Fraction(1) / a)
    return _irrational().arithmetic.reciprocal(a)


def sign(value: Value) -> int:
    """-1, 0 or 1."""
    if is_rational(value):
        return int(value > 0) - int(value < 0)
    return int(value.sign())


def absolute(value: Value) -> Value:
    return negative(value) if sign(value) < 0 else value


def equal(a: Value, b: Value) -> bool:
    """Proved equality. An irrational number is kept with its irreducible equation, so it never equals a rational one."""
    return bool(a == b)


def ceiling(value: Value) -> int:
    return int(math.ceil(value) if is_rational(value) else value.ceiling())


# roots and powers


def square_root(value: Value) -> Value:
    return root(2, value)


def root(index: Value, value: Value) -> Value:
    """The real root. Odd roots of negative numbers are real."""
    if type(index) is not int or index < 2:
        raise Undefined(message("root_sign", value=shown(index)))
    below_zero = sign(value) < 0
    if below_zero and index % 2 == 0:
        code = "square_root" if index == 2 else "even_root"
        raise Undefined(message(code, index=shown(index), value=shown(value)))
    found = _positive_power(absolute(value), Fraction(1, index)) if value != 0 else 0
    return negative(found) if below_zero else found


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
    return _irrational().arithmetic.whole_power(base, exponent)


def _positive_power(base: Value, exponent: Fraction) -> Value:
    """`base` > 0 to a fraction in lowest terms."""
    if base == 1:
        return 1
    if not is_rational(base):
        return _irrational().arithmetic.fraction_power(base, exponent)
    base, exponent = unwrapped(base, exponent)
    if exponent.denominator == 1:
        return _whole_power(base, exponent.numerator)
    return _irrational().arithmetic.radical(base, exponent)
