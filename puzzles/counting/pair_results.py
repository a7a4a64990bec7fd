"""What functions of two inputs in order come to, one input being known and a whole number from 0.

`results(name, known, first, items)` goes through the other inputs, each with its count. It says the same as `applied`,
which is asked where there is no quicker way.
"""

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

from judging.language.limits import LIMIT, MAX_DIGITS
from judging.language.numbers.rationals import Rational, floor_root
from puzzles.counting.residues import PRIME, ValueCount
from puzzles.functions.operations import applied, fits, normalise

PairResults = Iterator[ValueCount]
_MARGIN = 1e-6
_PRIME_POWERS = tuple((1 << at, each) for at, each in enumerate((2, 4, 8, 16, 32, 64, 3, 9, 27, 5, 25, 7, 11, 13, 17)))
_SIEVED = math.lcm(*(power for _, power in _PRIME_POWERS))  # within 30 bits, by which dividing is quick
_EXACT = 1 << 50  # the root of anything below, if it is whole, is what a float of it rounds to


def results(name: str, known: Rational, first: bool, items: list[ValueCount]) -> PairResults:
    """The value and the count of every result that there is; `first` says that the known input comes first."""
    quick = _QUICK.get((name, first))
    if quick is None or type(known) is not int or known < 0:
        return _each(name, known, first, items)
    return quick(known, items)


def _each(name: str, known: Rational, first: bool, items: list[ValueCount]) -> PairResults:
    for other, count in items:
        value = applied(name, known, other) if first else applied(name, other, known)
        if value is not None:
            yield value, count


def _filtered(
    name: str, first: bool, fitting: Callable[[int, int], bool]
) -> Callable[[int, list[ValueCount]], PairResults]:
    """Return a function that tries only the whole numbers from 0 that fit."""

    def filtered(known: int, items: list[ValueCount]) -> PairResults:
        wholes = [(value, count) for value, count in items if type(value) is int and value >= 0]
        return _each(name, known, first, [(value, count) for value, count in wholes if fitting(known, value)])

    return filtered


def _powers_of(known: int, items: list[ValueCount]) -> PairResults:
    if known < 2:
        yield from _each("power", known, True, items)
        return
    most, parts = _largest_exponent(known), []
    for exponent, count in items:
        if type(exponent) is not int:
            parts.append((exponent, count))
        elif 0 <= exponent <= most:
            yield known**exponent, count
        elif -most <= exponent < 0:
            yield Fraction(1, known**-exponent), count
    yield from _each("power", known, True, parts)


@lru_cache(maxsize=1024)
def _largest_exponent(base: int) -> int:
    """The largest with a power within the budget of digits."""
    exponent = int(MAX_DIGITS / math.log10(base)) + 1
    while base**exponent >= LIMIT:
        exponent -= 1
    return exponent


def _powers_to(known: int, items: list[ValueCount]) -> PairResults:
    most = LIMIT.bit_length()
    for base, count in items:
        size = max(abs(base.numerator), base.denominator).bit_length() - 1
        if size * known <= most and (base or known):
            value = base**known
            if fits(value):
                yield normalise(value) if type(value) is Fraction else value, count


def _roots_by(known: int, items: list[ValueCount]) -> PairResults:
    if known < 2:
        return
    parts = []
    for radicand, count in items:
        if type(radicand) is not int or -2 < radicand < 2:
            parts.append((radicand, count))
            continue
        size = abs(radicand)
        if size.bit_length() > known and (radicand > 0 or known % 2) and _may_be_power(size, known):
            root = round(size ** (1 / known)) if size < _EXACT else floor_root(known, size)
            if root**known == size:
                yield (root if radicand > 0 else -root), count
    yield from _each("root", known, True, parts)


def _may_be_power(value: int, exponent: int) -> bool:
    """Euler's test by a prime, which leaves out nearly all that are no such power."""
    prime = _prime_above(exponent)
    return pow(value, (prime - 1) // exponent, prime) in (0, 1)


@lru_cache(maxsize=1024)
def _prime_above(exponent: int) -> int:
    """A prime that leaves 1 when divided by the exponent."""
    prime = exponent * (1 + 5000 // exponent) + 1
    while any(prime % each == 0 for each in range(2, math.isqrt(prime) + 1)):
        prime += exponent
    return prime


def _remainders_of(known: int, items: list[ValueCount]) -> PairResults:
    for divisor, count in items:
        if type(divisor) is int and 1 <= divisor <= known:
            yield known % divisor, count


def _remainders_by(known: int, items: list[ValueCount]) -> PairResults:
    if known:
        for dividend, count in items:
            if type(dividend) is int and dividend >= known:
                yield dividend % known, count


def remainders(known: int, first: bool, items: list[tuple[int, int]], wanted: set[Rational]) -> list[ValueCount]:
    """The wanted remainders of the known value by the items, or of the items by it, each with its count; items come in
    order."""
    at, most = bisect_left(items, (known + 1 if first else known, 0)), max(wanted)
    if first:
        made = [(known % each, count) for each, count in items[:at] if each]
    else:
        made = [(each % known, count) for each, count in items[at:]]
    return [item for item in made if item[0] <= most and item[0] in wanted]


def count_remainders(dividends: list[tuple[int, int]], divisors: list[tuple[int, int]], wanted: int) -> int:
    """How often a dividend leaves the remainder that is wanted. Where it does, what divides the divisor divides the
    dividend without the remainder: few pairs have to be tried."""
    by_mask: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for divisor, count in divisors:
        if divisor > wanted:
            by_mask[_divided_by(divisor)].append((divisor, count))
    total = 0
    for dividend, count in dividends:
        if dividend <= wanted:
            continue
        missing = ~_divided_by(dividend - wanted)
        for mask, fitting in by_mask.items():
            if not mask & missing:
                total += count * sum([more for divisor, more in fitting if dividend % divisor == wanted])
    return total


def _divided_by(value: int) -> int:
    """Which of some prime powers divide a whole number, as bits."""
    rest = value % _SIEVED
    return sum([bit for bit, power in _PRIME_POWERS if rest % power == 0])


def _logarithms(known: int, items: list[ValueCount]) -> PairResults:
    """Logarithms of the items to the known base."""
    if known < 2:
        return
    root, exponent = primitive_root(known)
    for value, count in items:
        power = _exponent_of(root, value)
        if power is not None:
            yield (power // exponent if power % exponent == 0 else Fraction(power, exponent)), count


def _logarithms_to(known: int, items: list[ValueCount]) -> PairResults:
    """Logarithms of the known value to the items as bases."""
    if known == 1:
        yield from ((0, count) for base, count in items if base > 0 and base != 1)
    if known < 2:
        return
    root, exponent = primitive_root(known)
    for base, count in items:
        power = _exponent_of(root, base)
        if power:
            yield (exponent // power if exponent % power == 0 else Fraction(exponent, power)), count


@lru_cache(maxsize=1024)
def primitive_root(value: int) -> tuple[int, int]:
    """The least whole number of which `value` ≥ 2 is a power, and the exponent."""
    prime, exponent = 2, 1
    while prime < value.bit_length():
        root = floor_root(prime, value)
        if root**prime == value:
            value, exponent = root, exponent * prime
        else:
            prime += 1
    return value, exponent


def _exponent_of(root: int, value: Rational) -> int | None:
    """The whole exponent with which `root` comes to `value`, None where there is none."""
    if type(value) is Fraction:
        power = _exponent_of(root, value.denominator) if value.numerator == 1 else None
        return None if power is None else -power
    if type(value) is not int or value < 1:
        return None
    # the length leaves one exponent or none, the margin being for what a float is off; a residue decides about most
    length, unit = value.bit_length(), math.log2(root)
    for exponent in range(math.ceil((length - 1) / unit - _MARGIN), math.floor(length / unit + _MARGIN) + 1):
        if pow(root, exponent, PRIME) == value % PRIME and root**exponent == value:
            return exponent
    return None


_QUICK: dict[tuple[str, bool], Callable[[int, list[ValueCount]], PairResults]] = {
    ("power", True): _powers_of,
    ("power", False): _powers_to,
    ("root", True): _roots_by,
    ("root", False): _filtered("root", False, lambda known, index: known < 2 or index < known.bit_length()),
    ("choose", True): _filtered("choose", True, lambda total, chosen: chosen <= total),
    ("choose", False): _filtered("choose", False, lambda chosen, total: chosen <= total),
    ("permute", True): _filtered("permute", True, lambda total, chosen: chosen <= total),
    ("permute", False): _filtered("permute", False, lambda chosen, total: chosen <= total),
    ("mod", True): _remainders_of,
    ("mod", False): _remainders_by,
    ("log", True): _logarithms,
    ("log", False): _logarithms_to,
}
