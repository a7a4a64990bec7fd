"""Random and mutated strings against the engine: nothing raised, nothing slow, memory flat.

`python -m tests.judging.language.fuzz --count 1000000` is the long run; the suite does a short one. The seed makes it
repeatable.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import time
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

from judging.language.editions import EDITIONS, Edition, edition
from judging.language.parsing.writing import mathml, plain
from judging.language.verdict import Verdict, judge
from tests.judging.language.corpus import lines

NUMBERS = (1, 2, 3, 4, 5, 5, 8, 9)
PIECES = [
    *"0123456789" * 2,
    *"+-*/^()!|√%xX×÷:=,._TRCPtrcpf#−–·⋅∙∕",
    *"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾₀₁₂₃₄₅₆₇₈₉₍₎∛∜⌈⌉⌊⌋\u0305 \u00a0\t\x00é٣５½²³[]{}&<>'\"\\",
    *(
        "sqrt(",
        "root(3, ",
        "gcd(4, ",
        "lcm(",
        "log_2(",
        "log₂",
        "abs(",
        " mod ",
        "choose",
        "C(4,3)",
        "T(4)",
        "**",
    ),
    *(
        "!!",
        "!!!",
        "(5-3)",
        "|3-5|",
        "3√8",
        "√9!",
        "6/2(1+2)",
        "floor(",
        "f(x)",
        "= 24",
        " times ",
        " squared",
        " factorial",
        "cbrt(",
        "log2(8)",
        "₄C₃",
        "‼",
        "√4̅+̅5̅",
        "1) ",
        "24: ",
        "= 6 x 4",
        ", 3x4=12",
        "=5 5-3=2 ",
        "K",
        "9^9^9",
        "((9!)!)!",
        "import os",
        "__class__",
    ),
]
RULES: list[Edition] = [
    *EDITIONS.values(),
    edition({"edition": "number-tournament", "on": ["subfactorial", "primorial", "fibonacci", "log10"]}),
    edition({"edition": "number-tournament", "policies": {"through_brackets": "distinct"}}),
    edition({"edition": "basic-24", "policies": {"card_letters": "read"}}),
]
SEEDS = [line.parts[2] for line in lines("methods.txt")] + [line.parts[0] for line in lines("same.txt")]


class Slowest(NamedTuple):
    seconds: float
    text: str


def strings(count: int, seed: int) -> list[str]:
    """Half only from pieces, half from methods of the corpus with a few pieces put in, taken out or moved."""
    chance = random.Random(seed)
    return [_pieces(chance) if chance.random() < 0.5 else _mutated(chance) for _ in range(count)]


def _pieces(chance: random.Random) -> str:
    return "".join(chance.choices(PIECES, k=chance.choice((1, 3, 6, 10, 20, 60))))


def _mutated(chance: random.Random) -> str:
    text = chance.choice(SEEDS)
    for _ in range(chance.randint(1, 4)):
        at, until = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        kind = chance.random()
        if kind < 0.5:
            text = text[:at] + chance.choice(PIECES) + text[at:]
        elif kind < 0.8:
            text = text[:at] + text[min(until, at + 2) :]
        else:
            text = text[:until] + text[at:until] + text[until:]
    return text


def own_numbers_of(text: str) -> list[int]:
    """The numbers in ordinary digits, an answer beside them left out: with most texts, those that the method uses."""
    return [int(digits) for digits in re.findall("[0-9]{1,1000}", text.partition("=")[0])]


def check(text: str, rules: Edition, own_numbers: bool = False) -> Verdict:
    """Judge a text, with its own numbers as the given ones if asked, and hold what must be true of every verdict."""
    verdict = judge(text, own_numbers_of(text) if own_numbers else NUMBERS, 24, rules, steps=True)
    assert verdict.verdict in ("accepted", "refused", "needs_ruling")
    assert (verdict.verdict == "accepted") == (verdict.method_key is not None) == (verdict.on_target is not None)
    assert verdict.verdict == "accepted" or verdict.reasons
    for reason in verdict.reasons:
        assert (reason.start is None) == (reason.end is None)
        assert reason.start is None or 0 <= reason.start <= reason.end <= len(text)
        assert reason.message.endswith(".")
    assert len(verdict.readings) in (0, *range(2, 17))
    for tree in verdict.trees[:1]:
        ElementTree.fromstring(mathml(tree))
        assert plain(tree)
    return verdict


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    check("√(1 + √2) + √3", RULES[0])  # warm: the libraries for irrational values are loaded
    rational, irrational = Slowest(0, ""), Slowest(0, "")
    counts: dict[str, int] = {}
    begun, size = time.perf_counter(), memory()
    for first in range(0, given.count, 10_000):
        for at, text in enumerate(strings(min(10_000, given.count - first), given.seed + first)):
            start = time.process_time()  # what else the machine does is not ours
            verdict = check(text, RULES[at // 2 % len(RULES)], own_numbers=at % 2 == 0)
            took = Slowest(time.process_time() - start, text)
            counts[verdict.verdict] = counts.get(verdict.verdict, 0) + 1
            if _has_irrational_steps(verdict):
                irrational = max(irrational, took)
            else:
                rational = max(rational, took)
    print(f"{given.count} strings in {time.perf_counter() - begun:.0f} s; {counts}")
    print(f"slowest with rational values {rational.seconds * 1000:.1f} ms: {rational.text[:120]!r}")
    print(f"slowest with others, and with none {irrational.seconds * 1000:.1f} ms: {irrational.text[:120]!r}")
    print(f"memory at the start {size} MB, at the end {memory()} MB")


def _has_irrational_steps(verdict: Verdict) -> bool:
    values = [step.value or "?" for step in verdict.steps or ()] + [each.value or "?" for each in verdict.readings]
    return any("√" in value or "root" in value or value == "?" for value in values)


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
