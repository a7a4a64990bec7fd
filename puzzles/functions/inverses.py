"""The last step, taken backwards: which second input brings a known one to the target.

`solve_other_argument(name, known, first, target)` lists the rational values y for which `name` of the known value and y
(of y and the known value, where `first` is false) may come to the target. The list leaves none out; a caller that must
be sure of each applies the function. None means that there are too many to list: then every value at hand has to be
tried.
"""

from collections.abc import Callable
from fractions import Fraction

from judging.language.limits import MAX_DIGITS
from judging.language.numbers.rationals import Rational, rational_root
from puzzles.functions import integer_inverses
from puzzles.functions.integer_inverses import Candidates
from puzzles.functions.operations import absolute, logarithm, normalise, quotient

_MAX_BITS = MAX_DIGITS * 4


def solve_other_argument(name: str, known: Rational, first: bool, target: Rational) -> Candidates:
    row = _INVERSES.get(name)
    return None if row is None else row[not first](known, target)


def _addend(known: Rational, target: Rational) -> Candidates:
    return (_normalised(target - known),)


def _subtrahend(known: Rational, target: Rational) -> Candidates:
    return (_normalised(known - target),)


def _minuend(known: Rational, target: Rational) -> Candidates:
    return (_normalised(target + known),)


def _factor(known: Rational, target: Rational) -> Candidates:
    if known:
        return (quotient(target, known),)
    return None if target == 0 else ()


def _divisor(known: Rational, target: Rational) -> Candidates:
    if target:
        return (quotient(known, target),) if known else ()
    return () if known else None


def _dividend(known: Rational, target: Rational) -> Candidates:
    return (_normalised(known * target),) if known else ()


def _normalised(value: Rational) -> Rational:
    return normalise(value) if type(value) is Fraction else value


# powers, roots and logarithms


def _exponent(base: Rational, target: Rational) -> Candidates:
    """The y with base^y = target."""
    if base in (0, 1, -1):
        return None if target in (0, 1, -1) else ()
    if target == 0:
        return ()
    if abs(target) == 1:
        return (0,)
    exponent = logarithm(absolute(base), absolute(target))
    return () if exponent is None else (exponent,)


def _base(exponent: Rational, target: Rational) -> Candidates:
    """The y with y^exponent = target."""
    if exponent == 0:
        return None if target == 1 else ()
    if target == 0:
        return (0,)
    if exponent.numerator in (1, -1):
        root: Rational | None = absolute(target)
    elif abs(exponent.numerator) > 2 * _MAX_BITS:
        root = 1 if abs(target) == 1 else None
    else:
        root = rational_root(abs(exponent.numerator), absolute(target))
    raised = None if root is None else _bounded_power(root, exponent.denominator)
    if raised is None:
        return ()
    value = quotient(1, raised) if exponent < 0 else raised
    return (value, -value)


def _bounded_power(base: Rational, exponent: int) -> Rational | None:
    """base^exponent for base > 0 and exponent > 0, unless it is beyond any budget."""
    bits = max(base.numerator, base.denominator).bit_length() - 1
    return None if bits * exponent > _MAX_BITS else _normalised(base**exponent)


def _radicand(index: Rational, target: Rational) -> Candidates:
    """The y with root(index, y) = target."""
    if type(index) is not int or index < 2:
        return ()
    radicand = _bounded_power(absolute(target), index) if target else 0
    if radicand is None:
        return ()
    return (radicand if target >= 0 else -radicand,)


def _index(radicand: Rational, target: Rational) -> Candidates:
    """The y with root(y, radicand) = target."""
    if abs(target) in (0, 1):
        return None if radicand == target else ()
    return _exponent(absolute(target), absolute(radicand))


def _antilogarithm(base: Rational, target: Rational) -> Candidates:
    """The y with log(base, y) = target."""
    if base <= 0 or base == 1:
        return ()
    root: Rational | None = base
    if type(target) is Fraction:
        root = rational_root(target.denominator, base) if target.denominator < _MAX_BITS else None
    if root is None:
        return ()
    raised = _bounded_power(root, abs(target.numerator)) if target else 1
    if raised is None:
        return ()
    return (quotient(1, raised) if target < 0 else raised,)


def _logarithm_base(value: Rational, target: Rational) -> Candidates:
    """The y with log(y, value) = target."""
    if value <= 0 or (value == 1) != (target == 0):
        return ()
    return None if value == 1 else _antilogarithm(value, quotient(1, target))


# of each: the first input known, the second input known; functions without a row have every value tried
_INVERSES: dict[str, tuple[Callable[[Rational, Rational], Candidates], Callable[[Rational, Rational], Candidates]]]
_INVERSES = {
    "add": (_addend, _addend),
    "subtract": (_subtrahend, _minuend),
    "multiply": (_factor, _factor),
    "divide": (_divisor, _dividend),
    "power": (_exponent, _base),
    "root": (_radicand, _index),
    "log": (_antilogarithm, _logarithm_base),
    "choose": (integer_inverses.choose_k, integer_inverses.choose_n),
    "permute": (integer_inverses.permute_k, integer_inverses.permute_n),
    "gcd": (integer_inverses.gcd_argument, integer_inverses.gcd_argument),
    "lcm": (integer_inverses.lcm_argument, integer_inverses.lcm_argument),
    "mod": (integer_inverses.mod_divisor, integer_inverses.mod_dividend),
}
