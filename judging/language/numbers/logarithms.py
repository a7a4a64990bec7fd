"""Logarithms, where they are rational. All others are transcendental, and nothing more is proved of them."""

from fractions import Fraction
from functools import cache, partial

from judging.language.limits import TooLarge
from judging.language.numbers import exact, rationals
from judging.language.numbers.exact import NotProved, Undefined, equal, power, shown, sign
from judging.language.numbers.rationals import Rational, Value, within_budget
from judging.messages import message


def logarithm(base: Value, value: Value) -> Value:
    """The logarithm where it is rational. Where it is not it is transcendental, and nothing more is proved of it."""
    if sign(base) <= 0 or base == 1:
        raise Undefined(message("log_base", value=shown(base)))
    if sign(value) <= 0:
        raise Undefined(message("log_number", value=shown(value)))
    if value == 1:
        return 0
    (root, index), (other, others) = exact.rational_power(base), exact.rational_power(value)
    if root is not None and other is not None:
        exponent = _rational(Fraction(root), Fraction(other))
        return within_budget(Fraction(exponent) * index / others)
    if root is not None or other is not None:
        raise NotProved  # of one of them a power is rational, and of the other none
    return _algebraic(base, value)


def _rational(base: Fraction, value: Fraction) -> Rational:
    exponent = rationals.logarithm(base, value)
    if exponent is None:
        raise NotProved
    return exponent


def _algebraic(base: Value, value: Value) -> Value:
    """A rational logarithm where no power of the inputs is rational: norms, or for units a search, suggest it; powers
    prove it."""
    of_base, of_value = cache(partial(power, base)), cache(partial(power, value))
    try:
        for suggestion in _suggested(base, value):
            if equal(of_base(suggestion.numerator), of_value(suggestion.denominator)):
                return within_budget(suggestion)
    except TooLarge:
        pass
    raise NotProved


_SUGGESTED_TOPS = tuple(sign * size for size in range(1, 13) for sign in (1, -1))


def _suggested(base: Value, value: Value) -> list[Fraction]:
    (norm, degree), (other, others) = exact.norm(base), exact.norm(value)
    if norm != 1 and other != 1:
        return [Fraction(_rational(Fraction(norm), Fraction(other))) * degree / others]
    if norm != 1 or other != 1:
        return []
    return sorted({Fraction(top, bottom) for bottom in range(1, 5) for top in _SUGGESTED_TOPS}, key=abs)
