"""Exact numbers: int, Fraction, and algebraic numbers where a root is irrational. Nothing is decided by digits.

Budgets are sizes, never seconds, so that every machine gives the same verdict. An estimate here is always a proved lower
bound of the result's size: it saves the work, and refuses nothing that would have fitted.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from judging.language.sentences import say

Rational = int | Fraction
Value = Any  # int, Fraction or judging.language.algebraic.Algebraic

MOST_DIGITS = 4000
LIMIT = 10**MOST_DIGITS
BITS = LIMIT.bit_length()  # a whole number of more bits is beyond the limit
_SURE = BITS - 1  # one of so many bits or fewer is within it


class Undefined(Exception):
    """The function has no value for these inputs; the message is the sentence the contestant reads."""


class TooLarge(Exception):
    """A value, or the equation of an algebraic number, beyond the budget."""


class NotProved(Exception):
    """Neither equality nor difference can be proved within the budget."""


def within(value: Value) -> Value:
    """The value in lowest form (a whole Fraction becomes an int). Raises TooLarge beyond the budget."""
    if type(value) is int:
        if value.bit_length() <= _SURE or -LIMIT < value < LIMIT:
            return value
        raise TooLarge
    if type(value) is Fraction:
        top, bottom = value.numerator, value.denominator
        if bottom == 1:
            return within(top)
        if top.bit_length() > _SURE or bottom.bit_length() > _SURE:
            within(top)
            within(bottom)
    return value


def is_rational(value: Value) -> bool:
    return type(value) is int or type(value) is Fraction


def whole_text(number: int) -> str:
    """str() of a whole number of any length; Python's own stops at 4,300 digits."""
    if number.bit_length() < 14_000:
        return str(number)
    upper, lower = divmod(abs(number), 10**MOST_DIGITS)
    return ("-" if number < 0 else "") + whole_text(upper) + str(lower).zfill(MOST_DIGITS)


def write(value: Value) -> str:
    """A rational value as str(Fraction); an irrational one in plain writing that can be read back."""
    if type(value) is int:
        return whole_text(value)
    if type(value) is Fraction:
        top = whole_text(value.numerator)
        return top if value.denominator == 1 else f"{top}/{whole_text(value.denominator)}"
    return str(value.text)


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
    from judging.language import irrational

    return irrational.add(a, b)


def negative(a: Value) -> Value:
    if is_rational(a):
        return -a
    from judging.language import irrational

    return irrational.times_rational(a, -1)


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
    from judging.language import irrational

    return irrational.multiply(a, b)


def divide(a: Value, b: Value) -> Value:
    if b == 0:
        raise Undefined(say("by_zero"))
    if type(a) is int and type(b) is int:
        return within(a // b if a % b == 0 else Fraction(a, b))
    if is_rational(a) and is_rational(b):
        return within(Fraction(a) / b)
    return multiply(a, reciprocal(b))


def reciprocal(a: Value) -> Value:
    if is_rational(a):
        return within(Fraction(1) / a)
    from judging.language import irrational

    return irrational.reciprocal(a)


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


def floor_root(index: int, whole: int) -> int:
    """The largest whole number whose `index`-th power is at most `whole` ≥ 0."""
    if index == 2:
        return math.isqrt(whole)
    if whole < 2 or index >= whole.bit_length():
        return min(whole, 1)
    root = 1 << -(-whole.bit_length() // index)
    while True:  # Newton's steps from above
        better = ((index - 1) * root + whole // root ** (index - 1)) // index
        if better >= root:
            return root
        root = better


def rational_root(index: int, value: Rational) -> Rational | None:
    """The rational `index`-th root of a rational ≥ 0, or None where it is irrational."""
    top = floor_root(index, value.numerator)
    if top > 1 and index * (top.bit_length() - 1) > BITS or top**index != value.numerator:
        return None
    bottom = floor_root(index, value.denominator)
    if bottom**index != value.denominator:
        return None
    return top if bottom == 1 else Fraction(top, bottom)


def square_root(value: Value) -> Value:
    return root(2, value)


def root(index: Value, value: Value) -> Value:
    """The real root. Odd roots of negative numbers are real."""
    if type(index) is not int or index < 2:
        raise Undefined(say("root_sign", value=shown(index)))
    below_zero = sign(value) < 0
    if below_zero and index % 2 == 0:
        code = "square_root" if index == 2 else "even_root"
        raise Undefined(say(code, index=shown(index), value=shown(value)))
    found = _positive_power(absolute(value), Fraction(1, index)) if value != 0 else 0
    return negative(found) if below_zero else found


def power(base: Value, exponent: Value) -> Value:
    if base == 0:
        return _power_of_zero(exponent)
    if type(exponent) is int:
        return _whole_power(base, exponent)
    if sign(base) < 0:
        raise Undefined(say("negative_to_part", value=shown(exponent)))
    if base == 1:
        return 1
    if type(exponent) is Fraction:
        return _positive_power(base, exponent)
    raise NotProved  # a transcendental number, by the theorem of Gelfond and Schneider


def _power_of_zero(exponent: Value) -> int:
    if exponent == 0:
        raise Undefined(say("zero_to_zero"))
    if sign(exponent) < 0:
        raise Undefined(say("zero_to_negative"))
    return 0


def _whole_power(base: Value, exponent: int) -> Value:
    """`base` ≠ 0 to a whole number."""
    if not is_rational(base):
        from judging.language import irrational

        return irrational.whole_power(base, exponent)
    if base in (1, -1):
        return 1 if exponent % 2 == 0 else base
    largest = max(abs(base.numerator), base.denominator)
    if (largest.bit_length() - 1) * abs(exponent) >= BITS:
        raise TooLarge
    if type(base) is int and exponent >= 0:
        return within(base**exponent)
    return within(Fraction(base) ** exponent)


def _positive_power(base: Value, exponent: Fraction) -> Value:
    """`base` > 0 to a fraction in lowest terms."""
    if base == 1:
        return 1
    if not is_rational(base):
        from judging.language import irrational

        return irrational.fraction_power(base, exponent)
    base, exponent = unwrapped(base, exponent)
    if exponent.denominator == 1:
        return _whole_power(base, exponent.numerator)
    from judging.language import irrational

    return irrational.radical(base, exponent)


def unwrapped(base: Rational, exponent: Fraction) -> tuple[Rational, Fraction]:
    """The same power with as small a denominator in the exponent as can be: 4^(1/6) is 2^(1/3)."""
    index = exponent.denominator
    most = max(base.numerator, base.denominator).bit_length()
    prime = 2
    while prime <= most and index > 1:
        while index % prime == 0 and (found := rational_root(prime, base)) is not None:
            base, index = found, index // prime
        prime += 1 if prime == 2 else 2
    return base, Fraction(exponent.numerator, index)
