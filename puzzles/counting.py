"""The last step backwards through functions of whole numbers: choosing, remainders, divisors and multiples.

Each function takes the known input and the target, as `partners` does.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from judging.language.rationals import Rational

Partners = tuple[Rational, ...] | None
_LARGEST_TO_DIVIDE = 10**8


def chosen(total: Rational, target: Rational) -> Partners:
    """The y with C(total, y) = target."""
    if type(total) is not int or type(target) is not int or total < 0 or target < 1:
        return ()
    count, many = 0, 1
    while many < target and 2 * count < total:
        many = many * (total - count) // (count + 1)
        count += 1
    return (count, total - count) if many == target else ()


def totals_chosen(count: Rational, target: Rational) -> Partners:
    """The y with C(y, count) = target."""
    if type(count) is int and type(target) is int and count > 2 * target.bit_length() + 4:
        more, many = 0, 1  # C(count + n, n) at least doubles with each n
        while many < target:
            more += 1
            many = many * (count + more) // more
        return (count + more,) if many == target else ()
    return totals(count, target, math.comb)


def permuted(total: Rational, target: Rational) -> Partners:
    """The y with P(total, y) = target."""
    if type(total) is not int or type(target) is not int or total < 0 or target < 1:
        return ()
    count, many, found = 0, 1, []
    while many <= target and count <= total:
        if many == target:
            found.append(count)
        many *= total - count
        count += 1
        if many == 0:
            break
    return tuple(found)


def totals_permuted(count: Rational, target: Rational) -> Partners:
    """The y with P(y, count) = target, which is at least count!."""
    if type(count) is int and type(target) is int and count > 2 * target.bit_length() + 4:
        return ()
    return totals(count, target, math.perm)


def totals(count: Rational, target: Rational, many: Callable[[int, int], int]) -> Partners:
    """The y with many(y, count) = target, by halving: both grow with y."""
    if type(count) is not int or type(target) is not int or count < 0 or target < 1:
        return ()
    if count == 0:
        return None if target == 1 else ()
    low, high = count, count + (count << -(-target.bit_length() // count))  # C(n, k) >= (n/k)^k
    while low < high:
        middle = (low + high) // 2
        if many(middle, count) < target:
            low = middle + 1
        else:
            high = middle
    return (low,) if many(low, count) == target else ()


# whole numbers and what divides them


def common_divisors(known: Rational, target: Rational) -> Partners:
    """The y with gcd(known, y) = target."""
    if type(known) is not int or type(target) is not int or known < 0 or target < 0:
        return ()
    if known == 0:
        return (target,)
    return None if target and known % target == 0 else ()


def common_multiples(known: Rational, target: Rational) -> Partners:
    """The y with lcm(known, y) = target."""
    if type(known) is not int or type(target) is not int or known < 0 or target < 0:
        return ()
    if known == 0 or target == 0:
        return (None if known == 0 else (0,)) if target == 0 else ()
    return divisors(target) if target % known == 0 else ()


def moduli(known: Rational, target: Rational) -> Partners:
    """The y with known mod y = target, and y at most known."""
    if type(known) is not int or type(target) is not int or not 0 <= target < known:
        return ()
    return divisors(known - target)


def dividends(modulus: Rational, target: Rational) -> Partners:
    """The y with y mod modulus = target."""
    if type(modulus) is not int or type(target) is not int or not 0 <= target < modulus:
        return ()
    return None


@lru_cache(maxsize=4096)
def divisors(whole: int) -> Partners:
    """What divides a whole number from 1 on; None where it is too large to say."""
    if whole > _LARGEST_TO_DIVIDE:
        return None
    small = [each for each in range(1, math.isqrt(whole) + 1) if whole % each == 0]
    return (*small, *(whole // each for each in small))
