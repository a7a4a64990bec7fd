"""The last step, taken backwards: which second input brings a known one to the target.

`partners(name, known, first, target)` lists the rational values y for which `name` of the known value and y (of y and
the known value, where `first` is false) may come to the target. The list leaves none out; a caller that must be sure
of each applies the function. None means that there are too many to list: then every value at hand has to be tried.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from judging.language.limits import MOST_DIGITS
from judging.language.rationals import Rational, rational_root
from puzzles import counting
from puzzles.counting import Partners
from puzzles.operations import logarithm, lowest, quotient, size

_LARGEST_BITS = MOST_DIGITS * 4


def partners(name: str, known: Rational, first: bool, target: Rational) -> Partners:
    row = _PARTNERS.get(name)
    return None if row is None else row[not first](known, target)


def _add(known: Rational, target: Rational) -> Partners:
    return (_plain(target - known),)


def _subtract_from(known: Rational, target: Rational) -> Partners:
    return (_plain(known - target),)


def _add_to(known: Rational, target: Rational) -> Partners:
    return (_plain(target + known),)


def _multiply(known: Rational, target: Rational) -> Partners:
    if known:
        return (quotient(target, known),)
    return None if target == 0 else ()


def _divide_from(known: Rational, target: Rational) -> Partners:
    if target:
        return (quotient(known, target),) if known else ()
    return () if known else None


def _divide_by(known: Rational, target: Rational) -> Partners:
    return (_plain(known * target),) if known else ()


def _plain(value: Rational) -> Rational:
    return lowest(value) if type(value) is Fraction else value


# powers, roots and logarithms


def _exponents(base: Rational, target: Rational) -> Partners:
    """The y with base^y = target."""
    if base in (0, 1, -1):
        return None if target in (0, 1, -1) else ()
    if target == 0:
        return ()
    if abs(target) == 1:
        return (0,)
    found = logarithm(size(base), size(target))
    return () if found is None else (found,)


def _bases(exponent: Rational, target: Rational) -> Partners:
    """The y with y^exponent = target."""
    if exponent == 0:
        return None if target == 1 else ()
    if target == 0:
        return (0,)
    if exponent.numerator in (1, -1):
        root: Rational | None = size(target)
    elif abs(exponent.numerator) > 2 * _LARGEST_BITS:
        root = 1 if abs(target) == 1 else None
    else:
        root = rational_root(abs(exponent.numerator), size(target))
    raised = None if root is None else _raised(root, exponent.denominator)
    if raised is None:
        return ()
    value = quotient(1, raised) if exponent < 0 else raised
    return (value, -value)


def _raised(base: Rational, exponent: int) -> Rational | None:
    """base^exponent for base > 0 and exponent > 0, unless it is beyond any budget."""
    bits = max(base.numerator, base.denominator).bit_length() - 1
    return None if bits * exponent > _LARGEST_BITS else _plain(base**exponent)


def _radicands(index: Rational, target: Rational) -> Partners:
    """The y with root(index, y) = target."""
    if type(index) is not int or index < 2:
        return ()
    found = _raised(size(target), index) if target else 0
    if found is None:
        return ()
    return (found if target >= 0 else -found,)


def _indices(radicand: Rational, target: Rational) -> Partners:
    """The y with root(y, radicand) = target."""
    if abs(target) in (0, 1):
        return None if radicand == target else ()
    return _exponents(size(target), size(radicand))


def _logarithm_of(base: Rational, target: Rational) -> Partners:
    """The y with log(base, y) = target."""
    if base <= 0 or base == 1:
        return ()
    root = rational_root(target.denominator, base) if target.denominator < _LARGEST_BITS else None
    if root is None:
        return ()
    raised = _raised(root, abs(target.numerator)) if target else 1
    if raised is None:
        return ()
    return (quotient(1, raised) if target < 0 else raised,)


def _logarithm_to(value: Rational, target: Rational) -> Partners:
    """The y with log(y, value) = target."""
    if value <= 0 or (value == 1) != (target == 0):
        return ()
    return None if value == 1 else _logarithm_of(value, quotient(1, target))


# of each: the first input known, the second input known; functions without a row have every value tried
_PARTNERS: dict[
    str, tuple[Callable[[Rational, Rational], Partners], Callable[[Rational, Rational], Partners]]
]
_PARTNERS = {
    "add": (_add, _add),
    "subtract": (_subtract_from, _add_to),
    "multiply": (_multiply, _multiply),
    "divide": (_divide_from, _divide_by),
    "power": (_exponents, _bases),
    "root": (_radicands, _indices),
    "log": (_logarithm_of, _logarithm_to),
    "choose": (counting.chosen, counting.totals_chosen),
    "permute": (counting.permuted, counting.totals_permuted),
    "gcd": (counting.common_divisors, counting.common_divisors),
    "lcm": (counting.common_multiples, counting.common_multiples),
    "mod": (counting.moduli, counting.dividends),
}
