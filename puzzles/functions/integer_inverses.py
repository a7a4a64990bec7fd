"""The last step backwards through functions of whole numbers: choosing, remainders, divisors and multiples.

Each function takes the known input and the target, as `solve_other_argument` does.
"""

import math
from collections.abc import Callable
from functools import lru_cache

from judging.language.numbers.rationals import Rational

Candidates = tuple[Rational, ...] | None
_MAX_FACTORED = 10**8


def choose_k(total: Rational, target: Rational) -> Candidates:
    """The y with C(total, y) = target."""
    if type(total) is not int or type(target) is not int or total < 0 or target < 1:
        return ()
    count, choices = 0, 1
    while choices < target and 2 * count < total:
        choices = choices * (total - count) // (count + 1)
        count += 1
    return (count, total - count) if choices == target else ()


def choose_n(count: Rational, target: Rational) -> Candidates:
    """The y with C(y, count) = target."""
    if type(count) is int and type(target) is int and count > 2 * target.bit_length() + 4:
        more, choices = 0, 1  # C(count + n, n) at least doubles with each n
        while choices < target:
            more += 1
            choices = choices * (count + more) // more
        return (count + more,) if choices == target else ()
    return monotonic_n(count, target, math.comb)


def permute_k(total: Rational, target: Rational) -> Candidates:
    """The y with P(total, y) = target."""
    if type(total) is not int or type(target) is not int or total < 0 or target < 1:
        return ()
    count, orders, counts = 0, 1, []
    while orders <= target and count <= total:
        if orders == target:
            counts.append(count)
        orders *= total - count
        count += 1
        if orders == 0:
            break
    return tuple(counts)


def permute_n(count: Rational, target: Rational) -> Candidates:
    """The y with P(y, count) = target, which is at least count!."""
    if type(count) is int and type(target) is int and count > 2 * target.bit_length() + 4:
        return ()
    return monotonic_n(count, target, math.perm)


def monotonic_n(count: Rational, target: Rational, function: Callable[[int, int], int]) -> Candidates:
    """The y with function(y, count) = target, by halving: the result grows with y."""
    if type(count) is not int or type(target) is not int or count < 0 or target < 1:
        return ()
    if count == 0:
        return None if target == 1 else ()
    low, high = count, count + (count << math.ceil(target.bit_length() / count))  # C(n, k) >= (n/k)^k
    while low < high:
        middle = (low + high) // 2
        if function(middle, count) < target:
            low = middle + 1
        else:
            high = middle
    return (low,) if function(low, count) == target else ()


# whole numbers and what divides them


def gcd_argument(known: Rational, target: Rational) -> Candidates:
    """The y with gcd(known, y) = target."""
    if type(known) is not int or type(target) is not int or known < 0 or target < 0:
        return ()
    if known == 0:
        return (target,)
    return None if target and known % target == 0 else ()


def lcm_argument(known: Rational, target: Rational) -> Candidates:
    """The y with lcm(known, y) = target."""
    if type(known) is not int or type(target) is not int or known < 0 or target < 0:
        return ()
    if known == 0 or target == 0:
        if target:
            return ()
        return None if known == 0 else (0,)
    return divisors(target) if target % known == 0 else ()


def mod_divisor(known: Rational, target: Rational) -> Candidates:
    """The y with known mod y = target, and y at most known."""
    if type(known) is not int or type(target) is not int or not 0 <= target < known:
        return ()
    return divisors(known - target)


def mod_dividend(modulus: Rational, target: Rational) -> Candidates:
    """The y with y mod modulus = target."""
    if type(modulus) is not int or type(target) is not int or not 0 <= target < modulus:
        return ()
    return None


@lru_cache(maxsize=4096)
def divisors(whole: int) -> Candidates:
    """The divisors of a whole number from 1 on; None if it is too large."""
    if whole > _MAX_FACTORED:
        return None
    small = [each for each in range(1, math.isqrt(whole) + 1) if whole % each == 0]
    return (*small, *(whole // each for each in small))
