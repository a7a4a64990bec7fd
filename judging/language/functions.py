"""The table of functions: one row each. Parser, evaluator, keys, writings and the help page all read it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from judging.language import exact
from judging.language.exact import Undefined, Value

Fixity = Literal["infix", "postfix", "prefix", "call", "bars", "sign"]

SUM, LOOSE_MOD, PRODUCT, POWER, CHOOSE = 20, 10, 30, 40, 50


@dataclass(frozen=True)
class Function:
    """One function. `meaning` takes exact values and gives one, or raises exact.Undefined with a sentence.

    `symbols` are how it is typed in place, `calls` its names with bracketed inputs; `most` inputs is None where any
    number from `least` on may be given. `default` says whether editions with the whole notation have it.
    """

    name: str
    title: str
    symbols: tuple[str, ...]
    calls: tuple[str, ...]
    fixity: Fixity
    least: int
    most: int | None
    precedence: int
    meaning: Callable[..., Value]
    rule: str
    example: str
    domain: str = "any numbers"
    commutes: bool = False
    associates: bool = False
    default: bool = True


def _whole(value: Value, what: str) -> int:
    if type(value) is not int or value < 0:
        raise Undefined(f"{what} is only for whole numbers from 0, not for {exact.write(value)}.")
    return value


def _factorial(n: Value) -> Value:
    whole = _whole(n, "A factorial")
    if whole > 2000:  # 2000! already has 5,736 digits
        raise exact.TooLarge
    return math.factorial(whole)


def _double_factorial(n: Value) -> Value:
    whole = _whole(n, "A double factorial")
    if whole > 4000:
        raise exact.TooLarge
    return math.prod(range(whole, 0, -2))


def _triangular(n: Value) -> Value:
    whole = _whole(n, "A triangular number T")
    return whole * (whole + 1) // 2


def _rectangle(n: Value) -> Value:
    whole = _whole(n, "A rectangle number R")
    return whole * (whole + 1)


def _pair(n: Value, k: Value, what: str) -> tuple[int, int]:
    if type(n) is not int or type(k) is not int or not 0 <= k <= n:
        raise Undefined(
            f"{what} needs whole numbers, the second between 0 and the first, not {exact.write(n)} and {exact.write(k)}."
        )
    return n, k


def _choose(n: Value, k: Value) -> Value:
    total, chosen = _pair(n, k, "Choose (C)")
    chosen = min(chosen, total - chosen)
    if chosen and chosen * (math.log10(total) - math.log10(chosen)) > exact.MOST_DIGITS:
        raise exact.TooLarge
    return math.comb(total, chosen)


def _permute(n: Value, k: Value) -> Value:
    total, chosen = _pair(n, k, "Permute (P)")
    if chosen > 2000 or chosen * math.log10(total - chosen + 1 or 1) > exact.MOST_DIGITS + 1:
        raise exact.TooLarge
    return math.perm(total, chosen)


def _mod(a: Value, b: Value) -> Value:
    if type(a) is not int or type(b) is not int or b < 1:
        raise Undefined(
            f"A remainder needs whole numbers and a divisor of at least 1, not {exact.write(a)} and {exact.write(b)}."
        )
    return a % b


def _gcd(*values: Value) -> Value:
    return math.gcd(*(_whole(value, "gcd") for value in values))


def _lcm(*values: Value) -> Value:
    result = 1
    for value in values:
        result = exact.within(math.lcm(result, _whole(value, "lcm")))
    return result


def _subfactorial(n: Value) -> Value:
    whole = _whole(n, "A subfactorial")
    if whole > 2000:
        raise exact.TooLarge
    result = 1
    for each in range(1, whole + 1):
        result = result * each + (-1) ** each
    return result


def _primorial(n: Value) -> Value:
    whole = _whole(n, "A primorial")
    if whole > 20_000:
        raise exact.TooLarge
    sieve = bytearray([1]) * (whole + 1)
    result = 1
    for each in range(2, whole + 1):
        if sieve[each]:
            result *= each
            sieve[each * each :: each] = bytes(len(range(each * each, whole + 1, each)))
    return result


def _fibonacci(n: Value) -> Value:
    whole = _whole(n, "A Fibonacci number F")
    if whole > 20_000:
        raise exact.TooLarge
    a, b = 0, 1
    for _ in range(whole):
        a, b = b, a + b
    return a


def _negative(a: Value) -> Value:
    return exact.subtract(0, a)


def _row(*row: object, **more: object) -> Function:
    return Function(*row, **more)  # type: ignore[arg-type]


FUNCTIONS: dict[str, Function] = {
    row.name: row
    for row in (
        _row(
            "add",
            "addition",
            ("+",),
            (),
            "infix",
            2,
            2,
            SUM,
            exact.add,
            "NT-M1",
            "1 + 2",
            commutes=True,
            associates=True,
        ),
        _row("subtract", "subtraction", ("-",), (), "infix", 2, 2, SUM, exact.subtract, "NT-M1", "5 - 3"),
        _row(
            "multiply",
            "multiplication",
            ("*",),
            (),
            "infix",
            2,
            2,
            PRODUCT,
            exact.multiply,
            "NT-M1",
            "3 x 4",
            commutes=True,
            associates=True,
        ),
        _row(
            "divide",
            "division",
            ("/",),
            (),
            "infix",
            2,
            2,
            PRODUCT,
            exact.divide,
            "NT-M1",
            "6 / 4",
            "a divisor other than 0",
        ),
        _row(
            "power",
            "power",
            ("^",),
            (),
            "infix",
            2,
            2,
            POWER,
            exact.power,
            "NT-M2",
            "2^3",
            "not 0^0; a negative base only to a whole power",
        ),
        _row(
            "sqrt",
            "square root",
            ("√",),
            ("sqrt",),
            "prefix",
            1,
            1,
            0,
            exact.square_root,
            "NT-M3",
            "√9",
            "numbers from 0",
        ),
        _row(
            "root",
            "n-th root",
            (),
            ("root",),
            "call",
            2,
            2,
            0,
            exact.root,
            "NT-M3",
            "root(3, 8)",
            "an index of at least 2; an even root only of numbers from 0",
        ),
        _row(
            "factorial",
            "factorial",
            ("!",),
            (),
            "postfix",
            1,
            1,
            0,
            _factorial,
            "NT-M4",
            "5!",
            "whole numbers from 0",
        ),
        _row(
            "double_factorial",
            "double factorial",
            ("!!",),
            (),
            "postfix",
            1,
            1,
            0,
            _double_factorial,
            "NT-M4",
            "5!!",
            "whole numbers from 0",
        ),
        _row(
            "triangular",
            "triangular number",
            ("t",),
            ("t",),
            "prefix",
            1,
            1,
            0,
            _triangular,
            "NT-M5",
            "T4",
            "whole numbers from 0",
        ),
        _row(
            "rectangle",
            "rectangle number",
            ("r",),
            ("r",),
            "prefix",
            1,
            1,
            0,
            _rectangle,
            "NT-M5",
            "R4",
            "whole numbers from 0",
        ),
        _row(
            "choose",
            "choose",
            ("c", "choose"),
            ("c",),
            "infix",
            2,
            2,
            CHOOSE,
            _choose,
            "NT-M6",
            "4C3",
            "whole numbers, the second between 0 and the first",
        ),
        _row(
            "permute",
            "permute",
            ("p",),
            ("p",),
            "infix",
            2,
            2,
            CHOOSE,
            _permute,
            "NT-M6",
            "4P3",
            "whole numbers, the second between 0 and the first",
        ),
        _row(
            "mod",
            "remainder",
            ("mod", "%"),
            ("mod",),
            "infix",
            2,
            2,
            PRODUCT,
            _mod,
            "NT-M7",
            "7 mod 5",
            "whole numbers, the divisor at least 1",
        ),
        _row("abs", "absolute value", ("|",), ("abs",), "bars", 1, 1, 0, exact.absolute, "NT-M8", "|3-5|"),
        _row(
            "gcd",
            "greatest common divisor",
            (),
            ("gcd",),
            "call",
            2,
            None,
            0,
            _gcd,
            "NT-M9",
            "gcd(4, 6)",
            "whole numbers from 0",
            commutes=True,
            associates=True,
        ),
        _row(
            "lcm",
            "least common multiple",
            (),
            ("lcm",),
            "call",
            2,
            None,
            0,
            _lcm,
            "NT-M9",
            "lcm(4, 6)",
            "whole numbers from 0",
            commutes=True,
            associates=True,
        ),
        _row(
            "log",
            "logarithm",
            (),
            ("log",),
            "call",
            2,
            2,
            0,
            exact.logarithm,
            "NT-M10",
            "log_2(8)",
            "positive numbers, the base not 1",
        ),
        _row(
            "subfactorial",
            "subfactorial",
            ("!",),
            (),
            "prefix",
            1,
            1,
            0,
            _subfactorial,
            "NT-M11",
            "!4",
            "whole numbers from 0",
            default=False,
        ),
        _row(
            "primorial",
            "primorial",
            ("#",),
            (),
            "postfix",
            1,
            1,
            0,
            _primorial,
            "NT-M11",
            "5#",
            "whole numbers from 0",
            default=False,
        ),
        _row(
            "fibonacci",
            "Fibonacci number",
            ("f",),
            ("f",),
            "prefix",
            1,
            1,
            0,
            _fibonacci,
            "NT-M11",
            "F6",
            "whole numbers from 0",
            default=False,
        ),
        _row(
            "log10",
            "logarithm without a base",
            (),
            ("log",),
            "call",
            1,
            1,
            0,
            lambda a: exact.logarithm(10, a),
            "NT-M11",
            "log(100)",
            "positive numbers",
            default=False,
        ),
        _row(
            "negative",
            "minus sign before a number",
            ("-",),
            (),
            "sign",
            1,
            1,
            0,
            _negative,
            "NT-14",
            "-3",
            default=False,
        ),
    )
}
