"""What each function comes to, exactly: values in, a value out, or Undefined with the message for the contestant.

Limits here only save work: they refuse nothing that lies within the budget of digits.
"""

from __future__ import annotations

import math

from judging.language import exact
from judging.language.exact import Undefined, Value
from judging.language.limits import MOST_DIGITS, TooLarge
from judging.language.logarithms import logarithm
from judging.language.rationals import within
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
    if whole > 4000:
        raise TooLarge
    return math.prod(range(whole, 0, -2))


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
    if (
        chosen > 13_300
    ):  # the total is at least twice as large, so the result is above 2^13300, and that above 10^4000
        raise TooLarge
    if chosen and chosen * (math.log10(total) - math.log10(chosen)) > MOST_DIGITS:
        raise TooLarge
    return math.comb(total, chosen)


def permute(n: Value, k: Value) -> Value:
    total, chosen = _pair(n, k, "permute")
    if chosen > 2000 or chosen * math.log10(total - chosen + 1 or 1) > MOST_DIGITS + 1:
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
        within(result)
    return result


def subfactorial(n: Value) -> Value:
    whole = _whole(n, "subfactorial")
    if whole > 2000:
        raise TooLarge
    result = 1
    for each in range(1, whole + 1):
        result = result * each + (-1) ** each
    return result


def primorial(n: Value) -> Value:
    whole = _whole(n, "primorial")
    if whole > 20_000:
        raise TooLarge
    sieve = bytearray([1]) * (whole + 1)
    result = 1
    for each in range(2, whole + 1):
        if sieve[each]:
            result *= each
            sieve[each * each :: each] = bytes(len(range(each * each, whole + 1, each)))
    return result


def fibonacci(n: Value) -> Value:
    whole = _whole(n, "fibonacci")
    if whole > 20_000:
        raise TooLarge
    a, b = 0, 1
    for _ in range(whole):
        a, b = b, a + b
    return a


def negative(a: Value) -> Value:
    return exact.subtract(0, a)


def log10(a: Value) -> Value:
    return logarithm(10, a)
