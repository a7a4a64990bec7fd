"""How fast lines are judged. Each row has its yardstick in the same run, and the ratio to it.

CPU time, medians of rounds in which all works take turns. Value, distance and both keys are read within the time.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

from simpleeval import SimpleEval

from judging.language.editions import Edition, edition
from judging.language.verdict import judge

COUNT = 1000
ROUNDS = 9
STREAMED = 20  # how often the lines go through `judge --jsonl`
PAIRS = 5  # of processes, one after the other
Line = tuple[str, list[int]]
Work = Callable[[], object]


class Row(NamedTuple):
    """One row of the table: its lines, and what it is held against."""

    name: str
    lines: list[Line]
    rules: Edition
    yardstick: str
    at_most: float


SIMPLE_EVAL = "SimpleEval().eval, reused, value alone"
PLAIN, WHOLE, IRRATIONAL = "+ - × ÷", "whole notation, rational", "irrational"
JSON_LINES = "judge --jsonl, + - × ÷"
READ_BY_SIMPLE_EVAL = """
import json, sys
from simpleeval import SimpleEval
evaluate = SimpleEval().eval
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "value": evaluate(asked["expression"])}))
"""


def main() -> None:
    everything = edition("number-tournament")
    plain = _lines(_arithmetic)
    whole = _lines(_whole_notation)
    irrational = [line for line in whole if _is_irrational(line)]
    whole = [line for line in whole if line not in irrational]
    rows = [
        Row(PLAIN, plain, edition("basic-24"), SIMPLE_EVAL, 2),
        Row(WHOLE, whole, everything, PLAIN, 2),
        Row(IRRATIONAL, irrational, everything, PLAIN, 3),
    ]
    took = _microseconds(rows)
    print(f"{SIMPLE_EVAL}: {took[SIMPLE_EVAL]:.1f} µs a line")
    for row in rows:
        _say(row.name, took, row.yardstick, row.at_most)
    _say_streamed(plain, "basic-24", 2.3)


def _say(name: str, took: dict[str, float], yardstick: str, at_most: float) -> None:
    ratio = took[name] / took[yardstick]
    missed = "" if ratio <= at_most else "  MISSED"
    print(f"{name:26} {took[name]:6.1f} µs a line, {ratio:.2f} × {yardstick} (at most {at_most}){missed}")


def _is_irrational(line: Line) -> bool:
    """Whether a value on the way is irrational."""
    text, numbers = line
    steps = judge(text, numbers, steps=True).steps or ()
    return any("√" in step.value or "root" in step.value for step in steps)


def _judge(lines: list[Line], rules: Edition) -> None:
    for text, numbers in lines:
        verdict = judge(text, numbers, 24, rules)
        _ = verdict.value, verdict.distance, verdict.method_key, verdict.kin_key


def _microseconds(rows: list[Row]) -> dict[str, float]:
    """CPU time a line of each row, and the yardstick of the first."""
    evaluate = SimpleEval().eval
    counts: dict[str, int] = {SIMPLE_EVAL: len(rows[0].lines)}
    works: dict[str, Work] = {SIMPLE_EVAL: lambda: [evaluate(text) for text, _ in rows[0].lines]}
    for row in rows:
        works[row.name] = lambda row=row: _judge(row.lines, row.rules)
        counts[row.name] = len(row.lines)
    took: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            gc.collect()
            begun = time.process_time()
            work()
            took[name].append(time.process_time() - begun)
    return {name: statistics.median(each) / counts[name] * 1e6 for name, each in took.items()}


def _say_streamed(lines: list[Line], rules: str, at_most: float) -> None:
    """`judge --jsonl` beside a process that reads the same JSON and gives each text to one SimpleEval: pairs of
    processes, from start to end."""
    asked = [
        json.dumps({"id": at, "expression": text, "numbers": numbers, "target": 24, "rules": rules})
        for at, (text, numbers) in enumerate(lines * STREAMED)
    ]
    judged = [sys.executable, "-m", "judging", "judge", "--jsonl"]
    evaluated = [sys.executable, "-c", READ_BY_SIMPLE_EVAL]
    pairs = [(_cpu_of_stream(judged, asked), _cpu_of_stream(evaluated, asked)) for _ in range(PAIRS)]
    ratio = statistics.median(ours / other for ours, other in pairs)
    seconds = statistics.median(ours for ours, _ in pairs)
    missed = "" if ratio <= at_most else "  MISSED"
    print(
        f"{JSON_LINES:26} {seconds:6.2f} s for {len(asked):,} lines, from start to end, {ratio:.2f} × SimpleEval with"
        f" the same JSON (at most {at_most}){missed}"
    )


def _cpu_of_stream(command: list[str], asked: list[str]) -> float:
    with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile() as answers:
        given.write("".join(f"{line}\n" for line in asked))
        given.seek(0)
        begun = _cpu_of_children()
        subprocess.run(command, stdin=given, stdout=answers, check=True)
        return _cpu_of_children() - begun


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# the lines


def _lines(make: Callable[[random.Random, list[int]], str]) -> list[Line]:
    """Different texts of four numbers that have a value, always the same ones."""
    chance = random.Random(24)
    lines: dict[str, list[int]] = {}
    while len(lines) < COUNT:
        numbers = [chance.randint(1, 10) for _ in range(4)]
        text = make(chance, numbers)
        if judge(text, numbers).verdict == "accepted":
            lines[text] = numbers
    return list(lines.items())


def _arithmetic(chance: random.Random, numbers: list[int]) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    at = chance.randint(1, len(numbers) - 1)
    left, right = _arithmetic(chance, numbers[:at]), _arithmetic(chance, numbers[at:])
    return (
        f"({left} {chance.choice('+-*/')} {right})" if len(numbers) < 4 else f"{left} {chance.choice('+-*/')} {right}"
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
