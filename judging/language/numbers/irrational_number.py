"""The base class of irrational numbers. Each can be approximated as closely as is asked, and so has a sign and a
ceiling."""

from collections.abc import Callable

from judging.language.limits import BITS, TooLarge
from judging.language.numbers.rationals import Rational

Approximation = Callable[[int], tuple[int, int]]  # as Irrational.approximated
FIRST_BITS = 64
# bits to try one after another until a question is answered; the budget of work ends long before the last
PRECISIONS = tuple(FIRST_BITS << at for at in range(BITS.bit_length()))


class Irrational:
    """A real number that is not rational."""

    __slots__ = ("_sign",)
    _sign: int | None

    def approximated(self, bits: int) -> tuple[int, int]:
        """Whole numbers below and above the number times 2^bits. They come as close to it as is wanted with more
        bits."""
        raise NotImplementedError

    def sign(self) -> int:
        if self._sign is None:
            self._sign = self._compared(0)
        return self._sign

    def above(self, border: Rational) -> bool:
        """Whether the number is above a rational one."""
        return (self._compared(border) if border else self.sign()) > 0

    def _compared(self, border: Rational) -> int:
        top, bottom = border.numerator, border.denominator
        for bits in PRECISIONS:
            low, high = self.approximated(bits)
            if low * bottom >= top << bits:
                return 1
            if high * bottom <= top << bits:
                return -1
        raise TooLarge

    def ceiling(self) -> int:
        for bits in PRECISIONS:
            low, high = self.approximated(bits)
            if low >> bits == high >> bits:
                return (low >> bits) + 1
        raise TooLarge


def intervals_differ(a: Irrational, b: Irrational) -> bool:
    """Whether the first approximations show that the numbers differ."""
    (low, high), (lower, higher) = a.approximated(FIRST_BITS), b.approximated(FIRST_BITS)
    return high < lower or higher < low
