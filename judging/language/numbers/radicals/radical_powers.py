"""Whole powers of sums of radicals."""

from fractions import Fraction

from judging.language.limits import BITS, TooLarge
from judging.language.numbers import rationals
from judging.language.numbers.radicals import monomials
from judging.language.numbers.radicals.monomials import Monomial
from judging.language.numbers.radicals.radical_sums import RadicalSum, RadicalValue, multiply, term
from judging.language.numbers.rationals import within_budget


def whole_power(a: RadicalSum, exponent: int) -> RadicalValue:
    """The power to a whole number above 0. No power of a sum of several terms is simpler than the sum, so what is met
    on the way is no longer than the result."""
    if exponent == 1:
        return a
    if (single := a.single()) is not None:
        return _power_of_single(*single, exponent)
    result: RadicalValue = 1
    square: RadicalValue = a
    while True:
        if exponent & 1:
            result = multiply(result, square)
        exponent >>= 1
        if not exponent:
            return result
        square = multiply(square, square)


def _power_of_single(times: Fraction, monomial: Monomial, exponent: int) -> RadicalValue:
    """A power of one term, from the power of it that is rational."""
    order = monomials.order(monomial)
    whole, rest = divmod(exponent, order)
    result: RadicalValue = 1
    if whole:
        outside, _ = monomials.raised(monomial, order, 1)
        result = rationals.whole_power(within_budget(_bounded_power(times, order) * outside), whole)
    if rest:
        outside, monomial = monomials.raised(monomial, rest, 1)
        result = multiply(term(_bounded_power(times, rest), outside, 1, monomial), result)
    return result


def _bounded_power(times: Fraction, exponent: int) -> Fraction:
    """A power before the monomial has taken its part of it, which is no longer than the limit."""
    if (max(abs(times.numerator), times.denominator).bit_length() - 1) * exponent > 2 * BITS:
        raise TooLarge
    return times**exponent


def order(a: RadicalSum) -> int:
    """The least power that is rational; 0 where none is."""
    single = a.single()
    return 0 if single is None else monomials.order(single[1])
