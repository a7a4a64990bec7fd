"""How fast lines are judged: verdict, value and both keys, each row beside its yardstick in the same run."""

from __future__ import annotations

import ast
import gc
import random
import statistics
import time
from collections.abc import Callable

import simpleeval

from judging.language.legality import Edition, edition
from judging.language.verdict import judge

COUNT = 1000
ROUNDS = 9
SAMPLE = 20  # of the texts that SymPy is asked for, since it takes its time
Line = tuple[str, list[int]]


def main() -> None:
    plain, whole = _lines(_arithmetic), _lines(_whole_notation)
    basic, everything = edition("basic-24"), edition("number-tournament")
    took = _medians(
        {
            "judge, + - × ÷": lambda: _judge(plain, basic),
            "judge, the whole notation": lambda: _judge(whole, everything),
            "simpleeval, value only": lambda: [simpleeval.simple_eval(text) for text, _ in plain],
            "ast.parse, no value": lambda: [ast.parse(text, mode="eval") for text, _ in plain],
        }
    )
    took["SymPy parse_expr and simplify"] = _sympy(plain) * COUNT / SAMPLE
    for name, seconds in took.items():
        print(f"{name:32} {seconds / COUNT * 1e6:9.1f} µs a line {COUNT / seconds:9.0f} lines/s")
    mine, notation = took["judge, + - × ÷"], took["judge, the whole notation"]
    _said("+ - × ÷ beside simpleeval, at most 2", mine / took["simpleeval, value only"], 2)
    _said("whole notation beside + - × ÷, at most 1.5", notation / mine, 1.5)
    print(f"SymPy takes {took['SymPy parse_expr and simplify'] / mine:.0f} times as long (75 wanted)")


def _judge(lines: list[Line], rules: Edition) -> None:
    for text, numbers in lines:
        judge(text, numbers, 24, rules)


def _said(what: str, ratio: float, wanted: float) -> None:
    print(f"{what}: {ratio:.2f}{'' if ratio <= wanted else '  MISSED'}")


def _medians(works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Seconds of each work, the median of rounds in which they take turns."""
    took: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            gc.collect()
            begun = time.perf_counter()
            work()
            took[name].append(time.perf_counter() - begun)
    return {name: statistics.median(each) for name, each in took.items()}


def _sympy(lines: list[Line]) -> float:
    """Seconds for a sample; our own generated texts only, never a contestant's."""
    from sympy import simplify
    from sympy.parsing.sympy_parser import parse_expr

    simplify(parse_expr("1 + 2/3"))
    begun = time.perf_counter()
    for text, _ in lines[:SAMPLE]:
        simplify(parse_expr(text))
    return time.perf_counter() - begun


def _lines(make: Callable[[random.Random, list[int]], str]) -> list[Line]:
    """Different texts of four numbers that have a value, always the same ones."""
    chance = random.Random(24)
    found: dict[str, list[int]] = {}
    while len(found) < COUNT:
        numbers = [chance.randint(1, 10) for _ in range(4)]
        text = make(chance, numbers)
        if judge(text, numbers).verdict == "accepted":
            found[text] = numbers
    return list(found.items())


def _arithmetic(chance: random.Random, numbers: list[int]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    at = chance.randint(1, len(numbers) - 1)
    left, right = _arithmetic(chance, numbers[:at]), _arithmetic(chance, numbers[at:])
    return (
        f"({left} {chance.choice('+-*/')} {right})"
        if len(numbers) < 4
        else f"{left} {chance.choice('+-*/')} {right}"
    )


def _whole_notation(chance: random.Random, numbers: list[int]) -> str:
    """Like lines of a tournament: mostly arithmetic, with one or two other functions among it."""
    if len(numbers) == 1:
        return chance.choice(("{}",) * 6 + ("{}!", "T{}", "√{}", "R({})", "{}!!")).format(numbers[0])
    at = chance.randint(1, len(numbers) - 1)
    left, right = _whole_notation(chance, numbers[:at]), _whole_notation(chance, numbers[at:])
    form = chance.choice(
        ("({} + {})", "({} - {})", "{} x {}", "({}) ÷ {}") * 4
        + ("({})^({})", "C({}, {})", "({}) mod ({})", "|{} - {}|", "gcd({}, {})", "({})({})")
    )
    return form.format(left, right)


if __name__ == "__main__":
    main()
