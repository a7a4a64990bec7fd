"""Rational numbers: int where they are whole, else Fraction. Their budget, writing, roots, logarithms and whole powers.

An estimate here is always a proved lower bound of the result's size: it saves the work, and refuses nothing that would
have fitted.
"""

import math
from fractions import Fraction
from typing import Any

from judging.language.limits import BITS, LIMIT, MAX_DIGITS, TooLarge

Rational = int | Fraction
Value = Any  # a Rational; where a root is irrational a RadicalSum, or an Algebraic where it is no such sum

_SHORT = 40  # bits of a root that a float holds, with a margin for what a float is off
_MARGIN = 1 + 2**-30
_SURE = BITS - 1  # a whole number of so many bits or fewer is within the limit


def divide_up(top: int, bottom: int) -> int:
    """top / bottom, rounded up to a whole number."""
    return -(-top // bottom)


def shift_up(whole: int, bits: int) -> int:
    """whole / 2^bits, rounded up to a whole number."""
    return -(-whole >> bits)


def is_rational(value: object) -> bool:
    return type(value) is int or type(value) is Fraction


def within_budget(value: Rational) -> Rational:
    """A rational in lowest form (a whole Fraction becomes an int); any other value as it is. Raises TooLarge."""
    if type(value) is int:
        if value.bit_length() <= _SURE or -LIMIT < value < LIMIT:
            return value
        raise TooLarge
    if type(value) is Fraction:
        top, bottom = value.numerator, value.denominator
        if bottom == 1:
            return within_budget(top)
        if top.bit_length() > _SURE or bottom.bit_length() > _SURE:
            within_budget(top)
            within_budget(bottom)
    return value


def whole_text(number: int) -> str:
    """str() of a whole number of any length; Python's own stops at 4,300 digits."""
    if number.bit_length() < 14_000:
        return str(number)
    upper, lower = divmod(abs(number), 10**MAX_DIGITS)
    return ("-" if number < 0 else "") + whole_text(upper) + str(lower).zfill(MAX_DIGITS)


def write(value: Rational) -> str:
    """The text of a rational number, as str(Fraction) writes it."""
    return write_fraction(value.numerator, value.denominator)


def write_fraction(top: int, bottom: int) -> str:
    """The same for a numerator and a denominator in lowest terms."""
    if bottom == 1:
        return whole_text(top)
    return f"{whole_text(top)}/{whole_text(bottom)}"


def floor_root(index: int, whole: int) -> int:
    """The largest whole number whose `index`-th power is at most `whole` ≥ 0."""
    if index == 2:
        return math.isqrt(whole)
    if whole < 2 or index >= whole.bit_length():
        return min(whole, 1)
    root = _root_above(index, whole)
    while True:  # Newton's steps from above
        better = ((index - 1) * root + whole // root ** (index - 1)) // index
        if better >= root:
            return root
        root = better


def _root_above(index: int, whole: int) -> int:
    """A whole number a little above the root: twice as many digits of it are right as of the root of half the
    digits."""
    length = divide_up(whole.bit_length(), index)
    if length <= _SHORT:
        return int(2 ** (math.log2(whole) / index) * _MARGIN) + 1
    half = length // 2
    return floor_root(index, whole >> index * half) + 1 << half


def rational_root(index: int, value: Rational) -> Rational | None:
    """The rational `index`-th root of a rational ≥ 0, or None where it is irrational."""
    top = floor_root(index, value.numerator)
    if top > 1 and index * (top.bit_length() - 1) > BITS or top**index != value.numerator:
        return None
    bottom = floor_root(index, value.denominator)
    if bottom**index != value.denominator:
        return None
    return top if bottom == 1 else Fraction(top, bottom)


def whole_power(base: Rational, exponent: int) -> Rational:
    """`base` ≠ 0 to a whole number."""
    if base in (1, -1):
        return 1 if exponent % 2 == 0 else base
    largest = max(abs(base.numerator), base.denominator)
    if (largest.bit_length() - 1) * abs(exponent) >= BITS:
        raise TooLarge
    if type(base) is int and exponent >= 0:
        return within_budget(base**exponent)
    return within_budget(Fraction(base) ** exponent)


def reduced_power(base: Rational, exponent: Fraction) -> tuple[Rational, Fraction]:
    """The same power with as small a denominator in the exponent as can be: 4^(1/6) is 2^(1/3)."""
    index = exponent.denominator
    most = max(base.numerator, base.denominator).bit_length()
    prime = 2
    while prime <= most and prime <= index:
        while index % prime == 0 and (root := rational_root(prime, base)) is not None:
            base, index = root, index // prime
        prime += 1 if prime == 2 else 2
    return base, Fraction(exponent.numerator, index)


def logarithm(base: Rational, value: Rational) -> Rational | None:
    """log of `value` to `base` where it is rational: both are then powers of one number, found by dividing."""
    if base <= 0 or base == 1 or value <= 0:
        return None
    if value == 1:
        return 0
    sign = 1
    if base < 1:
        base, sign = 1 / Fraction(base), -sign
    if value < 1:
        value, sign = 1 / Fraction(value), -sign
    exponent = _common_exponent(base.numerator, value.numerator)
    whole = base.denominator == value.denominator == 1
    if exponent is None or not (whole or _common_exponent(base.denominator, value.denominator) == exponent):
        return None
    return within_budget(sign * exponent)


def _common_exponent(base: int, value: int) -> Fraction | None:
    """The rational e with base^e = value, both at least 1; None where there is none, or it is not one number."""
    if base == 1 or value == 1:
        return None
    (p, q), (r, s) = (1, 0), (0, 1)  # a = base^p value^q and b = base^r value^s throughout
    a, b = base, value
    while a != b:
        if a < b:
            a, b, p, q, r, s = b, a, r, s, p, q
        if a % b:
            return None
        a, times = without_factor(a, b)
        p -= times * r
        q -= times * s
        if a == 1:
            break
    if a == b:
        p -= r
        q -= s
    return Fraction(-p, q)  # base^p value^q = 1


def without_factor(number: int, factor: int) -> tuple[int, int]:
    """The number without a factor that divides it, and how often it did."""
    times, powers = 0, [factor]  # the factor to the powers 1, 2, 4, 8, ...
    while number % powers[-1] == 0:
        number //= powers[-1]
        times += 1 << len(powers) - 1
        powers.append(powers[-1] ** 2)
    for at in range(len(powers) - 2, -1, -1):
        if number % powers[at] == 0:
            number //= powers[at]
            times += 1 << at
    return number, times
