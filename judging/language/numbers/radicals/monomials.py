"""Products of powers of whole numbers with exponents between 0 and 1: √6 is 2^(1/2)·3^(1/2).

Monomials of different primes or exponents are linearly independent over the rational numbers (Besicovitch 1940). The
same holds for whole numbers without common factor in place of primes, as long as none is a power whose exponent has a
factor in common with the index of the root. So what is too long to be factored is left whole, as one base.
"""

import math
from collections.abc import Iterable
from functools import lru_cache

from judging.language.limits import BITS, MAX_INDEX, STEP, TooLarge, product_work, spend
from judging.language.numbers.rationals import Rational, floor_root, rational_root, shift_up, without_factor

Factor = tuple[int, int, int]  # a base, and the numerator and denominator of its exponent in lowest terms
Monomial = tuple[Factor, ...]  # in the order of the bases
ONE: Monomial = ()

LARGEST_DIVISOR = 1_000  # a base up to here is a prime; one above may have factors in common with another
SMALL_PRIMES = [p for p in range(2, LARGEST_DIVISOR) if all(p % d for d in range(2, math.isqrt(p) + 1))]
_ALL_SMALL = math.prod(SMALL_PRIMES)
MAX_PRIME = 1009 * 1009 - 1  # a base up to here is a prime: it has no divisor below 1009


def power(value: Rational, numerator: int, denominator: int) -> tuple[int, int, Monomial]:
    """`value` > 0 to a fraction in lowest terms: a whole number, one below the line, and a monomial."""
    top, bottom = 1, 1
    factors: list[Factor] = []
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for base, times in bases(part, denominator):
            whole, rest = divmod(times * numerator * sign, denominator)
            if (base.bit_length() - 1) * abs(whole) > BITS:
                raise TooLarge
            if whole > 0:
                top *= base**whole
            elif whole:
                bottom *= base**-whole
            if rest:
                factors.append(_factor(base, rest, denominator))
    factors.sort()
    return top, bottom, tuple(factors)


def _factor(base: int, numerator: int, denominator: int) -> Factor:
    common = math.gcd(numerator, denominator)
    if denominator // common > MAX_INDEX or base > MAX_PRIME and base.bit_length() * numerator > BITS * common:
        raise TooLarge
    return base, numerator // common, denominator // common


def bases(number: int, index: int) -> list[tuple[int, int]]:
    """A whole number as a product of powers: (base, exponent) with primes as bases as far as they are found, and what
    is left as a base of which no root can be taken that divides the index."""
    small, left = _small_bases(number) if number.bit_length() <= 64 else _divided_long(number)
    if left == 1:
        return list(small)
    times, prime = 1, 2
    while left > MAX_PRIME and prime <= index and prime * 9 <= left.bit_length():  # no root of it is below 1000
        while index % prime == 0 and (root := rational_root(prime, left)) is not None:
            left, times = int(root), times * prime
        prime += 1 if prime == 2 else 2
    return [*small, (left, times)]


def _divided(number: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """The small primes in a number of up to 64 bits, and what is left of it."""
    powers: list[tuple[int, int]] = []
    for prime in SMALL_PRIMES:
        if prime * prime > number:
            break
        if number % prime == 0:
            number, times = without_factor(number, prime)
            powers.append((prime, times))
    if 1 < number < LARGEST_DIVISOR:
        return (*powers, (number, 1)), 1
    return tuple(powers), number


_small_bases = lru_cache(maxsize=4096)(_divided)


def _divided_long(number: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """The same for a number of any length: it is divided once by all primes together."""
    spend(len(SMALL_PRIMES) * STEP + number.bit_length())
    rest = number % _ALL_SMALL
    powers: list[tuple[int, int]] = []
    for prime in SMALL_PRIMES:
        if rest % prime == 0:
            number, times = without_factor(number, prime)
            powers.append((prime, times))
    return tuple(powers), number


@lru_cache(maxsize=8192)
def times(a: Monomial, b: Monomial) -> tuple[int, Monomial]:
    """The product of two monomials over bases without common factor: a whole number and a monomial."""
    if not a or not b:
        return 1, a or b
    exponents = {base: (numerator, denominator) for base, numerator, denominator in a}
    outside = 1
    for base, numerator, denominator in b:
        if (other := exponents.pop(base, None)) is not None:
            numerator = numerator * other[1] + other[0] * denominator
            denominator *= other[1]
            if numerator >= denominator:
                outside *= base
                numerator -= denominator
        if numerator:
            _, *exponent = _factor(base, numerator, denominator)
            exponents[base] = exponent[0], exponent[1]
    return outside, tuple(sorted((base, *exponent) for base, exponent in exponents.items()))


def inverse(monomial: Monomial) -> tuple[int, Monomial]:
    """1 over a monomial: a whole number below the line, and a monomial."""
    outside = math.prod(base for base, _, _ in monomial)
    return outside, tuple((base, denominator - numerator, denominator) for base, numerator, denominator in monomial)


def raised(monomial: Monomial, numerator: int, denominator: int) -> tuple[int, Monomial]:
    """A monomial to a fraction above 0: a whole number and a monomial."""
    outside, length = 1, 0
    factors: list[Factor] = []
    for base, over, under in monomial:
        whole, rest = divmod(over * numerator, under * denominator)
        length += (base.bit_length() - 1) * whole
        if length > 2 * BITS:
            raise TooLarge
        outside *= base**whole
        if rest:
            for root, power_of_it in bases(base, denominator) if base > MAX_PRIME else [(base, 1)]:
                more, left = divmod(rest * power_of_it, under * denominator)
                outside *= root**more
                if left:
                    factors.append(_factor(root, left, under * denominator))
    return outside, tuple(sorted(factors))


def order(monomial: Monomial) -> int:
    """The least power of it that is a whole number."""
    return math.lcm(*(denominator for _, _, denominator in monomial))


def is_long(monomial: Monomial) -> bool:
    """Whether its powers together have more digits than a number may have. Then they are multiplied out only after
    their work is counted."""
    return bool(sum([base.bit_length() * numerator for base, numerator, _ in monomial]) > BITS)


@lru_cache(maxsize=4096)
def radicals(monomial: Monomial) -> tuple[tuple[int, int], ...]:
    """The monomial as roots of whole numbers, (index, radicand), each index once."""
    radicands: dict[int, int] = {}
    for base, numerator, denominator in monomial:
        radicands[denominator] = radicands.get(denominator, 1) * base**numerator
    return tuple(sorted(radicands.items()))


def _lengths(monomial: Monomial) -> Iterable[tuple[int, int]]:
    """The length of each radicand, with its index; of long ones an upper bound."""
    if not is_long(monomial):
        return [(index, radicand.bit_length()) for index, radicand in radicals(monomial)]
    lengths: dict[int, int] = {}
    for base, numerator, index in monomial:
        lengths[index] = lengths.get(index, 0) + base.bit_length() * numerator
    return lengths.items()


@lru_cache(maxsize=4096)
def approximation_work(monomial: Monomial, bits: int) -> int:
    """The cost of `approximated`."""
    work = STEP
    for index, length in _lengths(monomial):
        length += index * bits
        work += (2 if index == 2 else 12) * product_work(length, length)
    return work


@lru_cache(maxsize=1024)
def approximated(monomial: Monomial, bits: int) -> tuple[int, int]:
    """Whole numbers below and above the monomial times 2^bits; their difference is small."""
    low = high = 1 << bits
    for index, radicand in radicals(monomial):
        root = floor_root(index, radicand << index * bits)
        low = low * root >> bits
        high = shift_up(high * (root + 1), bits)
    return low, high


# bases without common factor


def coprime(numbers: frozenset[int]) -> frozenset[int]:
    """Numbers above 1 without common factors, in pairs, of which all these are products."""
    parts: list[int] = []
    todo = sorted(numbers)
    while todo:
        number = todo.pop()
        for at, other in enumerate(parts):
            common = math.gcd(number, other)
            if common > 1:
                del parts[at]
                todo += [each for each in (common, number // common, other // common) if each > 1]
                break
        else:
            if number > 1:
                parts.append(number)
    return frozenset(parts)


def common_bases(numbers: frozenset[int], index: int) -> frozenset[int]:
    """Bases of which all these are products, without common factors and none a power with an exponent in the index."""
    return frozenset(base for number in coprime(numbers) for base, _ in bases(number, index))


def rebased(monomial: Monomial, over: frozenset[int]) -> tuple[int, Monomial]:
    """The monomial over new bases of which its long ones are products: a whole number and a monomial."""
    outside = 1
    factors: list[Factor] = []
    for base, numerator, denominator in monomial:
        for part, exponent in [(base, 1)] if base <= LARGEST_DIVISOR else _as_product(base, over):
            whole, rest = divmod(numerator * exponent, denominator)
            outside *= part**whole
            if rest:
                factors.append(_factor(part, rest, denominator))
    return outside, tuple(sorted(factors))


def _as_product(base: int, over: frozenset[int]) -> list[tuple[int, int]]:
    powers = []
    for part in over:
        exponent = 0
        while base % part == 0:
            base //= part
            exponent += 1
        if exponent:
            powers.append((part, exponent))
    return powers
