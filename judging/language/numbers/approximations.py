"""Approximations of an algebraic number that is made from others: whole numbers below and above it, times 2^bits."""

from judging.language.limits import TooLarge, product_work, spend
from judging.language.numbers.irrational_number import PRECISIONS, Approximation, Irrational
from judging.language.numbers.rationals import Rational, divide_up, floor_root, shift_up


def shifted(a: Approximation, by: Rational) -> Approximation:
    def approximation(bits: int) -> tuple[int, int]:
        low, high = a(bits)
        whole = (by.numerator << bits) // by.denominator
        return low + whole, high + whole + 1

    return approximation


def multiplied(a: Approximation, b: Approximation) -> Approximation:
    def approximation(bits: int) -> tuple[int, int]:
        (low, high), (lower, higher) = a(bits), b(bits)
        spend(4 * product_work(high.bit_length() + bits, higher.bit_length() + bits))
        ends = (low * lower, low * higher, high * lower, high * higher)
        return min(ends) >> bits, shift_up(max(ends), bits)

    return approximation


def raised(a: Approximation, exponent: int) -> Approximation:
    """A whole power; of an interval around zero an even one begins at zero."""

    def approximation(bits: int) -> tuple[int, int]:
        low, high = a(bits)
        length = exponent * (max(abs(low), abs(high)).bit_length() + 1)
        spend(4 * product_work(length, length))
        ends = (low**exponent, high**exponent)
        least = 0 if exponent % 2 == 0 and low < 0 < high else min(ends)
        down = bits * (exponent - 1)
        return least >> down, shift_up(max(ends), down)

    return approximation


def inverted(a: Irrational) -> Approximation:
    def approximation(bits: int) -> tuple[int, int]:
        for more in PRECISIONS:
            low, high = a.approximated(bits + more)
            if low > 0 or high < 0:
                one = 1 << 2 * bits + more
                spend(2 * product_work(one.bit_length(), one.bit_length()))
                return one // high, divide_up(one, low)
        raise TooLarge

    return approximation


def rooted(index: int, a: Irrational) -> Approximation:
    def approximation(bits: int) -> tuple[int, int]:
        low, high = a.approximated(bits)
        up = bits * (index - 1)
        spend(24 * product_work(high.bit_length() + up, high.bit_length() + up))
        return floor_root(index, max(low, 0) << up), floor_root(index, high << up) + 1

    return approximation
