"""Logarithms, where they are rational. All others are transcendental, and nothing more is proved of them."""

from fractions import Fraction
from functools import cache, partial

from judging.language.limits import TooLarge
from judging.language.numbers import exact
from judging.language.numbers.exact import NotProved, Undefined, equal, negative, power, shown, sign
from judging.language.numbers.rationals import Value, within_budget
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


def _rational(base: Fraction, value: Fraction) -> Value:
    """Euclid's algorithm on exponents: if base = r^n and value = r^m, dividing one by the other leaves powers of r."""
    if base < 1:
        return negative(_rational(1 / base, value))
    if value < 1:
        return negative(_rational(base, 1 / value))
    a, b = (1, 0), (0, 1)  # what base and value are by now, as exponents of the first two
    first, second = base, value
    while second != 1:
        if first > second:
            first, second, a, b = second, first, b, a
        times = _times_within(first, second)
        if times == 0:
            raise NotProved
        second /= first**times
        b = (b[0] - times * a[0], b[1] - times * a[1])
        if second == 1:
            break
    # base^b0 × value^b1 = 1
    return within_budget(Fraction(-b[0], b[1]))


def _times_within(small: Fraction, large: Fraction) -> int:
    """The number of times that `small` > 1 divides `large`, numerator by numerator and denominator by denominator."""
    powers = [small]
    while (square := powers[-1] ** 2) <= large and _divides(square, large):
        powers.append(square)
    times = 0
    for at in range(len(powers) - 1, -1, -1):
        if powers[at] <= large and _divides(powers[at], large):
            large /= powers[at]
            times += 1 << at
    return times


def _divides(small: Fraction, large: Fraction) -> bool:
    return large.numerator % small.numerator == 0 and large.denominator % small.denominator == 0


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
