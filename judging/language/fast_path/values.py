"""The arithmetic of the fast path: short fractions that are not cancelled, or exact values of any kind."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from judging.language.evaluation.evaluate import IMPLEMENTATIONS
from judging.language.functions.table import FUNCTIONS
from judging.language.keys import uncancelled_fractions
from judging.language.keys.uncancelled_fractions import UncancelledFraction
from judging.language.limits import BITS, MAX_DEPTH
from judging.language.numbers import exact
from judging.language.numbers.exact import Undefined
from judging.language.numbers.rationals import Rational, Value
from judging.messages import message

# a text has at most MAX_DEPTH characters, so whatever + - × ÷ make of its values is within the budget of digits
_MOST_BITS = BITS // (MAX_DEPTH + 28)
# of rational numbers, only these come to irrational ones
_GUARDS = {name: FUNCTIONS[name].guard for name in ("sqrt", "root", "power")}


class NotShort(Exception):
    """A value that is irrational, long or not there, and so one for exact values."""


class Arithmetic(NamedTuple):
    """`number` and `of` make a number of its own from a given one and from an exact value, `exact` takes it back;
    `operations` are + - × ÷, `size` is the absolute value, and `apply` a function of the table over exact values."""

    number: Callable[[int], Any]
    of: Callable[[Value], Any]
    exact: Callable[[Any], Value]
    operations: Mapping[str, Callable[[Any, Any], Any]]
    size: Callable[[Any], Any]
    apply: Callable[[str, list[Value]], Value]


# short fractions: nothing here is work that counts


def lowest_terms(pair: UncancelledFraction) -> UncancelledFraction:
    """The pair without common factors, its denominator above 0."""
    top, bottom = pair
    common = gcd(top, bottom) if bottom > 0 else -gcd(top, bottom)
    return top // common, bottom // common


def _pair(value: Value) -> UncancelledFraction:
    if type(value) is int:
        pair = value, 1
    elif type(value) is Fraction:
        pair = value.numerator, value.denominator
    else:
        raise NotShort
    if pair[0].bit_length() > _MOST_BITS or pair[1].bit_length() > _MOST_BITS:
        raise NotShort
    return pair


def _fraction(pair: UncancelledFraction) -> Rational:
    top, bottom = pair
    return Fraction(top, bottom) if top % bottom else top // bottom


def _over(a: UncancelledFraction, b: UncancelledFraction) -> UncancelledFraction:
    if b[0] == 0:
        raise Undefined(message("by_zero"))
    return uncancelled_fractions.over(a, b)


def _size(pair: UncancelledFraction) -> UncancelledFraction:
    top, bottom = pair
    return pair if top * bottom >= 0 else (-top, bottom)


def _apply_short(function: str, values: list[Value]) -> Value:
    guard = _GUARDS.get(function)
    if guard is not None and not guard(*values):
        raise NotShort
    return IMPLEMENTATIONS[function](*values)


SHORT = Arithmetic(
    number=lambda number: (number, 1),
    of=_pair,
    exact=_fraction,
    operations={**uncancelled_fractions.OPERATIONS, "divide": _over},
    size=_size,
    apply=_apply_short,
)


# exact values, within the budget of a line


def _itself(value: Value) -> Value:
    return value


EXACT = Arithmetic(
    number=_itself,
    of=_itself,
    exact=_itself,
    operations={name: IMPLEMENTATIONS[name] for name in uncancelled_fractions.OPERATIONS},
    size=exact.absolute,
    apply=lambda function, values: IMPLEMENTATIONS[function](*values),
)
