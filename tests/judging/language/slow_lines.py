"""A search for lines that take long: the slowest are changed a little, again and again, and what is slower is kept.

`python -m tests.judging.language.slow_lines --count 200000` is the long run, and prints the worst ten with their CPU
time; the suite does a short one. What it finds belongs into tests/corpus/slow.txt.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from judging.language.editions import edition
from judging.language.limits import MAX_LENGTH, line_budget
from judging.language.verdict import Verdict, judge

from .corpus import lines
from .fuzz import own_numbers_of

RULES = edition({"edition": "number-tournament", "on": ["subfactorial", "primorial", "fibonacci", "log10"]})
NUMBERS = [
    2,
    3,
    5,
    6,
    7,
    9,
    10,
    12,
    16,
    23,
    24,
    34,
    97,
    127,
    383,
    1009,
    1463,
    13000,
    1000003,
    54002551198266,
    10**40 + 1,
]
LEAVES = [
    "√2",
    "√3",
    "√(5)",
    "root(3,2)",
    "root(23,5)",
    "root(7,10)",
    "(1+√2)",
    "√√2",
    "√(1+√2)",
    "(3/7)",
    "2^(1/3)",
    "7",
]
UNCLEAR = [
    "√9!",
    "T4!",
    "|3-5|",
    "6/2(1+2)",
    "4C3!",
    "2^4C3",
    "3√8",
    "7 mod 5",
    "5!!!",
    "floor(2)",
    "12",
    "0.5",
    "²√9",
]
KNOWN = [line.parts[0] for line in lines("slow.txt")]
POOL = 60


class Try(NamedTuple):
    """A line with its CPU time in seconds and the work that was counted."""

    seconds: float
    work: int
    text: str
    verdict: str


Wrap = Callable[[random.Random, str, str], str]
WRAPS: list[Wrap] = [
    lambda chance, a, b: f"({a}+{b})",
    lambda chance, a, b: f"({a}-{b})",
    lambda chance, a, b: f"({a})*({b})",
    lambda chance, a, b: f"({a})/({b})",
    lambda chance, a, b: f"√({a})",
    lambda chance, a, b: f"1/({a})",
    lambda chance, a, b: f"|{a}-{b}|",
    lambda chance, a, b: f"log({a},{b})",
    lambda chance, a, b: f"({a})^({b})",
    lambda chance, a, b: f"root({chance.randint(2, 30)},{a})",
    lambda chance, a, b: f"({a})^{chance.choice(NUMBERS)}",
    lambda chance, a, b: f"({a})^({chance.randint(1, 9)}/{chance.randint(2, 30)})",
    lambda chance, a, b: f"({a}){chance.choice(['!', '!!', '#'])}",
    lambda chance, a, b: f"({a})C({b})",
    lambda chance, a, b: f"{a}{b}",
]


def mutated(chance: random.Random, pool: list[str]) -> str:
    """A line from one or two others: wrapped, repeated, joined, or with a number, a sign or a piece changed."""
    text = chance.choice(pool)
    for _ in range(chance.randint(1, 3)):
        text = chance.choice(CHANGES)(chance, text, chance.choice(pool))
    return text[:MAX_LENGTH]


def _wrapped(chance: random.Random, text: str, other: str) -> str:
    return chance.choice(WRAPS)(chance, text, chance.choice([other, *LEAVES, *UNCLEAR]))


def _new_number(chance: random.Random, text: str, other: str) -> str:
    places = list(re.finditer("[0-9]+", text))
    if not places:
        return text
    start, end = chance.choice(places).span()
    number = chance.choice([*map(str, NUMBERS), str(int(text[start:end][:60]) + 1)])
    return text[:start] + number + text[end:]


def _new_part(chance: random.Random, text: str, other: str) -> str:
    """One of its brackets, with what is inside, replaced or taken alone."""
    opened = [at for at, character in enumerate(text) if character == "("]
    if not opened:
        return text
    start = chance.choice(opened)
    level, end = 0, start
    for end in range(start, len(text)):
        level += (text[end] == "(") - (text[end] == ")")
        if level == 0:
            break
    inside = text[start : end + 1]
    return inside if chance.random() < 0.3 else f"{text[:start]}({chance.choice(LEAVES)}){text[end + 1 :]}"


def _repeated(chance: random.Random, text: str, other: str) -> str:
    """The line many times over with one sign, its numbers growing by one from time to time if asked."""
    sign, grows = chance.choice(["+", "-", "*", "/", "="]), chance.random() < 0.5
    parts, length = [text], len(text)
    for _ in range(chance.choice([1, 3, 500])):
        again = _new_number(chance, parts[-1], other) if grows else text
        length += len(again) + 1
        if length > MAX_LENGTH:
            break
        parts.append(again)
    return sign.join(parts)


def _joined(chance: random.Random, text: str, other: str) -> str:
    return f"{text}{chance.choice('+-*/^=')}{other}"


CHANGES = [_wrapped, _wrapped, _new_number, _new_number, _new_part, _repeated, _joined]


def measured(text: str, times: int = 1) -> Try:
    """The line judged, the quickest of so many times, each with empty caches."""
    seconds, work = float("inf"), 0
    verdict = Verdict("")
    for _ in range(times):
        if times > 1:
            _empty_caches()
        begun = time.process_time()
        with line_budget() as budget:
            verdict = judge(text, own_numbers_of(text), 24, RULES)
        seconds, work = min(seconds, time.process_time() - begun), budget.spent
    return Try(seconds, work, text, verdict.verdict)


def _empty_caches() -> None:
    """All caches that have an end; those without one hold tables that a process makes once."""
    for name, module in list(sys.modules.items()):
        if name.startswith("judging.language."):
            for each in vars(module).values():
                if hasattr(each, "cache_info") and each.cache_info().maxsize is not None:
                    each.cache_clear()


def search(count: int, seed: int, score: Callable[[Try], float] = lambda each: each.seconds) -> list[Try]:
    """The worst lines of so many tries, the worst first."""
    chance = random.Random(seed)
    starts = [*LEAVES, *UNCLEAR, *KNOWN]
    pool: dict[str, Try] = {}
    for _ in range(count):
        fresh = not pool or chance.random() < 0.5
        text = mutated(chance, starts if fresh else list(pool))
        if text in pool:
            continue
        attempt = measured(text)
        least = min(pool.values(), key=score) if len(pool) >= POOL else None
        if least is None or score(attempt) > score(least):
            pool[text] = attempt
            if least is not None:
                del pool[least.text]
    return sorted(pool.values(), key=score, reverse=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    measured("√(1 + √2) + √3")  # warm: the libraries for irrational values are loaded
    begun = time.process_time()
    tries = search(given.count, given.seed)
    worst = sorted((measured(each.text, times=3) for each in tries), reverse=True)[:10]
    print(
        f"{given.count} tries in {time.process_time() - begun:.0f} s of CPU time; the worst ten, each the best of"
        f" three:"
    )
    for each in worst:
        print(f"{each.seconds * 1000:7.1f} ms {each.work:9,} units {each.verdict:13} {each.text}")


if __name__ == "__main__":
    main()
