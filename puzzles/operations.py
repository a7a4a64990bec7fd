"""The judge's functions on rational values, forwards and backwards.

`applied` is the meaning of the judge's own table, where it is rational. `before` gives the inputs that a one-input
function turns into a value. Both return values in lowest form, as the judge does.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

from judging.language import exact
from judging.language.functions import FUNCTIONS
from judging.language.limits import MOST_DIGITS, TooLarge
from judging.language.rationals import Rational, rational_root, within

_MEANING = {name: row.meaning for name, row in FUNCTIONS.items()}
_GROWING = ("factorial", "double_factorial", "subfactorial", "primorial", "fibonacci")
_MOST_BITS = MOST_DIGITS * 4  # C(n, k) is at least 2^k up to the middle
_FAR = 5000  # the double factorial of anything from here on is beyond the budget
_TOO_FAR = (exact.Undefined, TooLarge, exact.NotProved)


def lowest(value: Fraction) -> Rational:
    return value.numerator if value.denominator == 1 else value


def size(value: Rational) -> Rational:
    return value if value >= 0 else -value


def quotient(a: Rational, b: Rational) -> Rational:
    """a / b for b other than 0."""
    if type(a) is int and type(b) is int:
        return a // b if a % b == 0 else Fraction(a, b)
    return lowest(Fraction(a) / b)


def applied(name: str, *inputs: Rational) -> Rational | None:
    """What the function comes to; None where it is undefined, irrational, or beyond the budget of digits."""
    guard = _GUARDS.get(name)
    if guard is not None and not guard(*inputs):
        return None
    quick = _QUICK.get(name)
    if quick is not None:
        return quick(*inputs)
    try:
        value = within(_MEANING[name](*inputs))
    except _TOO_FAR:
        return None
    return value if isinstance(value, int | Fraction) else None


# What need not be tried, because it is undefined, refused or irrational: the judge's algebra is slow to say so.


def _choice(n: Rational, k: Rational) -> bool:
    return type(n) is int and type(k) is int and n >= k >= 0 and min(k, n - k) <= _MOST_BITS


def _ordered_choice(n: Rational, k: Rational) -> bool:
    return type(n) is int and type(k) is int and n >= k >= 0 and k <= _MOST_BITS


def _remainder(a: Rational, b: Rational) -> bool:
    return type(a) is int and type(b) is int and a >= b >= 1


def _whole_from_0(*values: Rational) -> bool:
    return all(type(value) is int and value >= 0 for value in values)


def _has_root(index: Rational, value: Rational) -> bool:
    if type(index) is not int or index < 2 or (value < 0 and index % 2 == 0):
        return False
    if value in (0, 1, -1):
        return True
    if index > max(abs(value.numerator), value.denominator).bit_length():
        return False
    return rational_root(index, size(value)) is not None


def _has_power(base: Rational, exponent: Rational) -> bool:
    if type(exponent) is int:
        return True
    return base >= 0 and _has_root(exponent.denominator, base)


_GUARDS: dict[str, Callable[..., bool]] = {
    "choose": _choice,
    "permute": _ordered_choice,
    "mod": _remainder,
    "gcd": _whole_from_0,
    "lcm": _whole_from_0,
    "root": _has_root,
    "power": _has_power,
    "sqrt": lambda value: _has_root(2, value),
    "factorial": _whole_from_0,
    "double_factorial": _whole_from_0,
    "triangular": _whole_from_0,
    "rectangle": _whole_from_0,
    "log10": lambda value: logarithm(10, value) is not None,
}


def _small(meaning: Callable[[int], Rational]) -> Callable[[int], Rational | None]:
    """A function that outgrows the budget early, its few values kept."""

    @lru_cache(maxsize=5000)
    def value(whole: int) -> Rational | None:
        try:
            return within(meaning(whole))
        except TooLarge:
            return None

    return lambda whole: value(whole) if whole < _FAR else None


def logarithm(base: Rational, value: Rational) -> Rational | None:
    """log of `value` to `base` where it is rational: both are then powers of one number, found by dividing."""
    if base <= 0 or base == 1 or value <= 0:
        return None
    if value == 1:
        return 0
    sign = 1
    if base < 1:
        base, sign = quotient(1, base), -sign
    if value < 1:
        value, sign = quotient(1, value), -sign
    found = _common_exponent(base.numerator, value.numerator)
    whole = base.denominator == value.denominator == 1
    if found is None or not (whole or _common_exponent(base.denominator, value.denominator) == found):
        return None
    return lowest(sign * found)


# The same as the judge's meanings on inputs that pass the guard, without work that is done already.
_QUICK: dict[str, Callable[..., Rational | None]] = {
    "mod": operator.mod,
    "gcd": math.gcd,
    "log": logarithm,
    "factorial": _small(_MEANING["factorial"]),
    "double_factorial": _small(_MEANING["double_factorial"]),
}


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
        a, p, q = a // b, p - r, q - s
        if a == 1:
            break
    if a == b:
        p, q = p - r, q - s
    return Fraction(-p, q)  # base^p value^q = 1


@lru_cache(maxsize=20000)
def before(name: str, value: Rational) -> tuple[Rational, ...]:
    """Every rational input that the one-input function turns into `value`."""
    return tuple(_inputs(name, value))


def _inputs(name: str, value: Rational) -> Iterator[Rational]:
    if name == "sqrt":
        if value >= 0:
            yield lowest(Fraction(value) ** 2)
    elif name == "abs":
        if value > 0:
            yield -value  # |s| of s from 0 on is s itself
    elif name == "log10":
        if type(value) is int and abs(value) < MOST_DIGITS:
            yield lowest(Fraction(10) ** value)
    elif type(value) is int and value >= 0:
        if name in ("triangular", "rectangle"):
            twice = 8 * value if name == "triangular" else 4 * value
            root = math.isqrt(1 + twice)
            if root * root == 1 + twice and root % 2:
                yield (root - 1) // 2
        elif name in _GROWING:
            yield from _grown(name, value)


_GROWTH: dict[str, list[int]] = {name: [] for name in _GROWING}


def _grown(name: str, value: int) -> Iterator[int]:
    """Inputs of a function that grows, by a table of its values as far as they were ever needed."""
    known = _GROWTH[name]
    while len(known) < 3 or known[-1] <= value:
        more = applied(name, len(known))
        if more is None:
            break
        known.append(more.numerator)
    for at, each in enumerate(known):
        if each == value:
            yield at
        if each > value and at > 2:
            break
