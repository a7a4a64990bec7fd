"""Exact numbers: int, Fraction, and algebraic numbers where a root is irrational. Nothing is decided by digits.

Budgets are sizes, never seconds, so that every machine gives the same verdict.
"""

from __future__ import annotations

import math
from fractions import Fraction
from types import ModuleType
from typing import Any

Rational = int | Fraction
Value = Any  # int, Fraction or judging.language.algebraic.Algebraic

MOST_DIGITS = 4000
_LIMIT: int = 10**MOST_DIGITS
_SURELY_SMALL = _LIMIT.bit_length() - 1
LARGEST_ROOT_INDEX = 24


class Undefined(Exception):
    """The function has no value for these inputs; the message is the sentence the contestant reads."""


class TooLarge(Exception):
    """A value, or an algebraic number's degree, beyond the budget."""


class NotProved(Exception):
    """Neither equality nor difference can be proved within the budget."""


def is_rational(value: Value) -> bool:
    return bool(isinstance(value, int | Fraction))


def _small(whole: int) -> bool:
    return whole.bit_length() <= _SURELY_SMALL or -_LIMIT < whole < _LIMIT


def within(value: Value) -> Value:
    """The value, in lowest form (a whole Fraction becomes an int), if it is within the budget. Raises TooLarge."""
    if type(value) is int:
        if value.bit_length() <= _SURELY_SMALL or abs(value) < _LIMIT:
            return value
        raise TooLarge
    if type(value) is Fraction:
        if value.denominator == 1:
            return within(value.numerator)
        if _small(value.numerator) and _small(value.denominator):
            return value
        raise TooLarge
    return value


def write(value: Value) -> str:
    """A value as text: str(Fraction) for a rational one; an irrational one in plain writing that can be read back."""
    return str(value if is_rational(value) else value.text)


def _ops() -> ModuleType:
    from judging.language import algebraic

    return algebraic


def add(a: Value, b: Value) -> Value:
    if is_rational(a) and is_rational(b):
        return within(a + b)
    return _ops().add(a, b)


def subtract(a: Value, b: Value) -> Value:
    if is_rational(a) and is_rational(b):
        return within(a - b)
    return _ops().add(a, _ops().scale(b, -1) if not is_rational(b) else -b)


def multiply(a: Value, b: Value) -> Value:
    if is_rational(a) and is_rational(b):
        return within(a * b)
    return _ops().multiply(a, b)


def divide(a: Value, b: Value) -> Value:
    if b == 0:
        raise Undefined("Nothing can be divided by zero.")
    if is_rational(a) and is_rational(b):
        if type(a) is int and type(b) is int and a % b == 0:
            return a // b
        return within(Fraction(a) / b)
    return _ops().multiply(a, _ops().inverse(b) if not is_rational(b) else Fraction(1) / b)


def sign(value: Value) -> int:
    """-1, 0 or 1."""
    if is_rational(value):
        return int(value > 0) - int(value < 0)
    return int(value.sign())


def absolute(value: Value) -> Value:
    if is_rational(value):
        return abs(value)
    return value if value.sign() > 0 else _ops().scale(value, -1)


def equal(a: Value, b: Value) -> bool:
    """Proved equality: a rational number never equals an irrational one."""
    if is_rational(a) or is_rational(b):
        return is_rational(a) and is_rational(b) and bool(a == b)
    return bool(_ops().equal(a, b))


def whole_root(index: int, whole: int) -> int | None:
    """The whole number whose `index`-th power is `whole` ≥ 0, or None."""
    if index == 2:
        root = math.isqrt(whole)
        return root if root * root == whole else None
    if whole < 2:
        return whole
    if index >= whole.bit_length():
        return None
    root = 1 << -(-whole.bit_length() // index)
    while True:  # Newton from above
        better = ((index - 1) * root + whole // root ** (index - 1)) // index
        if better >= root:
            return root if root**index == whole else None
        root = better


def rational_root(index: int, value: Rational) -> Rational | None:
    """The rational index-th root of a rational ≥ 0, or None where it is irrational."""
    top = whole_root(index, value.numerator)
    bottom = whole_root(index, value.denominator) if top is not None else None
    if top is None or bottom is None:
        return None
    return top if bottom == 1 else Fraction(top, bottom)


def square_root(value: Value) -> Value:
    return root(2, value)


def root(index: Value, value: Value) -> Value:
    """The real root. Odd roots of negative numbers are real."""
    if type(index) is not int or index < 2:
        raise Undefined(f"A root needs a whole number of at least 2 as its index, not {write(index)}.")
    if sign(value) < 0:
        if index % 2 == 0:
            raise Undefined(f"{write(value)} is below zero and has no {_ordinal(index)} root.")
        return subtract(0, root(index, absolute(value)))
    if is_rational(value):
        if value in (0, 1):
            return value
        found = rational_root(index, value)
        if found is not None:
            return found
        if index > LARGEST_ROOT_INDEX * 64:
            raise TooLarge
    return _ops().root(index, value)


def _ordinal(index: int) -> str:
    return {2: "square", 3: "cube"}.get(index, f"{index}th")


def power(base: Value, exponent: Value) -> Value:
    if not is_rational(exponent):
        if base == 1:
            return 1
        if base == 0 and sign(exponent) > 0:
            return 0
        if sign(base) < 0:
            raise Undefined("A negative number can only be raised to a whole number.")
        if base == 0:
            raise Undefined("Zero cannot be raised to a number below zero.")
        raise NotProved
    if base == 0:
        if exponent == 0:
            raise Undefined("0^0 has no value.")
        if exponent < 0:
            raise Undefined("Zero cannot be raised to a number below zero.")
        return 0
    if type(exponent) is int:
        return _whole_power(base, exponent)
    if sign(base) < 0:
        raise Undefined("A negative number can only be raised to a whole number.")
    return _fractional_power(base, exponent)


def _whole_power(base: Value, exponent: int) -> Value:
    if not is_rational(base):
        return _ops().power(base, exponent)
    if base in (1, -1):
        return 1 if exponent % 2 == 0 else base
    largest = max(abs(base.numerator), base.denominator)
    if abs(exponent).bit_length() > 20 or abs(exponent) * (largest.bit_length() - 1) > _SURELY_SMALL + 2:
        raise TooLarge
    raised = Fraction(base) ** exponent if exponent < 0 or type(base) is Fraction else base**exponent
    return within(raised)


def _fractional_power(base: Value, exponent: Fraction) -> Value:
    if base == 1:
        return 1
    index, times = exponent.denominator, exponent.numerator
    if is_rational(base):
        found = rational_root(index, base) if index < 20_000 else None
        if found is not None:
            return _whole_power(found, times)
        if index > LARGEST_ROOT_INDEX * 64:
            raise TooLarge
    return _whole_power(root(index, base), times)


def logarithm(base: Value, value: Value) -> Value:
    """log of `value` to `base` where it is rational; where it is not it is transcendental and nothing is proved."""
    if sign(base) <= 0 or base == 1:
        raise Undefined(f"A logarithm needs a base above zero other than 1, not {write(base)}.")
    if sign(value) <= 0:
        raise Undefined(f"Only numbers above zero have a logarithm, not {write(value)}.")
    if value == 1:
        return 0
    if is_rational(base) and is_rational(value):
        (first, times), (second, others) = _primitive(base), _primitive(value)
        if first == second:
            return within(Fraction(others, times))
        if first * second == 1:
            return within(Fraction(-others, times))
        raise NotProved
    return _ops().logarithm(base, value)


def _primitive(value: Rational) -> tuple[Rational, int]:
    """(r, n) with r^n = value > 0, value ≠ 1, and n as large as can be."""
    exponent, largest = 1, max(value.numerator, value.denominator).bit_length()
    for prime in _primes(largest):
        while (found := rational_root(prime, value)) is not None:
            value, exponent = found, exponent * prime
    return value, exponent


def _primes(most: int) -> list[int]:
    return [n for n in range(2, most + 1) if all(n % d for d in range(2, math.isqrt(n) + 1))]


def ceiling(value: Value) -> int:
    return int(math.ceil(value) if is_rational(value) else value.ceiling())
