"""The functions of whole numbers, exactly: values in, a value out, or Undefined with the message for the contestant.

With them stand the two that the notation adds to `exact` and `logarithms`: a minus sign, and a logarithm without a
base.

Limits here only save work: they refuse nothing that lies within the budget of digits.
"""

import math
from collections.abc import Sequence
from functools import cache

from judging.language.limits import LIMIT, MAX_DIGITS, TooLarge
from judging.language.numbers import exact
from judging.language.numbers.exact import Undefined
from judging.language.numbers.logarithms import logarithm
from judging.language.numbers.rationals import Value, within_budget
from judging.messages import message


def _whole(value: Value, name: str) -> int:
    if type(value) is not int or value < 0:
        raise Undefined(message("whole_only", what=message(f"begins_{name}"), value=exact.write(value)))
    return value


def factorial(n: Value) -> Value:
    whole = _whole(n, "factorial")
    if whole > 2000:  # 2000! already has 5,736 digits
        raise TooLarge
    return math.factorial(whole)


def double_factorial(n: Value) -> Value:
    whole = _whole(n, "double_factorial")
    if whole > 2_672:  # 2673!! and 2674!! have more digits than the limit
        raise TooLarge
    half = whole // 2
    if whole % 2 == 0:
        return math.factorial(half) << half
    return math.perm(whole + 1, half + 1) >> half + 1  # (2m)! / m! is 2^m times (2m - 1)!!


def triangular(n: Value) -> Value:
    whole = _whole(n, "triangular")
    return whole * (whole + 1) // 2


def rectangle(n: Value) -> Value:
    whole = _whole(n, "rectangle")
    return whole * (whole + 1)


def _pair(n: Value, k: Value, name: str) -> tuple[int, int]:
    if type(n) is not int or type(k) is not int or not 0 <= k <= n:
        raise Undefined(
            message("pair_only", what=message(f"begins_{name}"), value=exact.write(n), second=exact.write(k))
        )
    return n, k


def choose(n: Value, k: Value) -> Value:
    total, chosen = _pair(n, k, "choose")
    chosen = min(chosen, total - chosen)
    if chosen > 13_300:  # the total is at least twice as large, so the result is above 2^13300, and that above 10^4000
        raise TooLarge
    if chosen and _log10_below(total, chosen) > MAX_DIGITS:
        raise TooLarge
    if chosen > 1_000 and total < _MOST_CHOSEN_FROM:
        return chosen_by_primes(total, chosen)
    return math.comb(total, chosen)


def _log10_below(total: int, chosen: int) -> float:
    """A bound below the logarithm of the number of choices: of (n/k)^k, or closer of 2^(n·H(k/n)) / (n + 1)."""
    if total >= _MOST_CHOSEN_FROM:
        return chosen * (math.log10(total) - math.log10(chosen))
    rest = total - chosen
    entropy = chosen * math.log10(total / chosen) + rest * math.log10(total / rest)
    return entropy - math.log10(total + 1) - 0.001  # far more than a float is off


def chosen_by_primes(total: int, chosen: int) -> int:
    """The number of choices by its primes: each as often as there are carries in chosen + rest (Kummer)."""
    factors = []
    for prime in _primes():
        if prime > total:
            break
        if prime * prime > total:
            if total % prime < chosen % prime:
                factors.append(prime)
        else:
            factors += [prime] * _carries(total, chosen, prime)
    return _product(factors)


def _carries(total: int, chosen: int, prime: int) -> int:
    power, times = prime, 0
    while power <= total:
        times += total % power < chosen % power
        power *= prime
    return times


_MOST_CHOSEN_FROM = 30_000  # of more, so few are chosen within the digits that multiplying is faster


@cache
def _primes() -> tuple[int, ...]:
    sieve = bytearray([1]) * _MOST_CHOSEN_FROM
    for each in range(2, math.isqrt(_MOST_CHOSEN_FROM) + 1):
        sieve[each * each :: each] = bytes(len(range(each * each, _MOST_CHOSEN_FROM, each)))
    return tuple(each for each in range(2, _MOST_CHOSEN_FROM) if sieve[each])


def _product(numbers: Sequence[int]) -> int:
    """The product, in groups: long numbers are multiplied with long ones."""
    return math.prod(math.prod(numbers[at : at + 32]) for at in range(0, len(numbers), 32))


def permute(n: Value, k: Value) -> Value:
    total, chosen = _pair(n, k, "permute")
    if chosen > 2000 or chosen * math.log10(total - chosen + 1 or 1) > MAX_DIGITS + 1:
        raise TooLarge
    return math.perm(total, chosen)


def mod(a: Value, b: Value) -> Value:
    if type(a) is not int or type(b) is not int or b < 1:
        raise Undefined(message("remainder", value=exact.write(a), second=exact.write(b)))
    return a % b


def gcd(*values: Value) -> Value:
    return math.gcd(*(_whole(value, "gcd") for value in values))


def lcm(*values: Value) -> Value:
    result = 1
    for value in values:
        result = math.lcm(result, _whole(value, "lcm"))
        within_budget(result)
    return result


def subfactorial(n: Value) -> Value:
    whole = _whole(n, "subfactorial")
    if whole >= len(_subfactorials()):
        raise TooLarge
    return _subfactorials()[whole]


@cache
def _subfactorials() -> tuple[int, ...]:
    """All within the digits, and one more; made once, since the way to one of them leads over all below it."""
    values = [1]
    while values[-1] < LIMIT:
        values.append(values[-1] * len(values) + (-1) ** len(values))
    return tuple(values)


def primorial(n: Value) -> Value:
    whole = _whole(n, "primorial")
    if whole > 9_500:  # 9500# already has 4,091 digits
        raise TooLarge
    return _product([prime for prime in _primes() if prime <= whole])


def fibonacci(n: Value) -> Value:
    whole = _whole(n, "fibonacci")
    if whole > 20_000:
        raise TooLarge
    a, b = 0, 1  # F(m) and F(m + 1) for the first digits of n in binary, m
    for digit in f"{whole:b}":
        a, b = a * (2 * b - a), a * a + b * b
        if digit == "1":
            a, b = b, a + b
    return a


def negative(a: Value) -> Value:
    return exact.subtract(0, a)


def log10(a: Value) -> Value:
    return logarithm(10, a)
