"""The fast path against the general one: every attribute of the verdict, and the trees.

`python -m tests.judging.language.fast_path_fuzz --count 100000` is the long run; the suite does a short one. The seed
makes it repeatable.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from judging.language.editions import BASIC, Edition, edition
from judging.language.limits import line_budget
from judging.language.verdict import judge
from judging.language.verdict_types import Unparsed
from tests.judging.language import fuzz

RULES: list[Edition] = [
    *fuzz.RULES,
    edition({"edition": "basic-24", "policies": {"through_brackets": "distinct"}}),
    edition({"edition": "dmas", "on": ["factorial", "sqrt"], "off": ["divide"]}),
    edition({"edition": "countdown", "on": ["power", "mod", "abs"], "off": ["subtract"]}),
    edition({"edition": "number-tournament", "off": sorted(BASIC)}),
    edition({"edition": "basic-24", "on": ["power"], "policies": {"card_letters": "read"}}),
]
TARGETS = (None, 24, 0, -3, 10, Fraction(1, 3), Fraction(-7, 2), Fraction(6))
JOINED = (
    *("{}+{}", "{} + {}", "{}-{}", "{} − {}", "{}*{}", "{}x{}", "{} × {}", "{}/{}", "{} ÷ {}", "{}:{}") * 3,
    *("{}^{}", "{}**{}", "{} mod {}", "{}%{}", "{}C{}", "{}P{}", "{} choose {}", "{}({})", "{}²√{}", "{}√{}"),
    *("{} times {}", "{}plus{}", "{} minus {}", "{} over {}", "{}•{}", "{}＋{}", "{}−{}", "{} nCr {}", "{}⁄{}"),
    *("({}-{})^2", "({}-{})²", "(({}-{})^2)^{}", "(({}-{})²)^(1/{})", "√(({}-{})^2)"),
    *("gcd({},{})", "lcm({}, {})", "C({},{})", "P({}, {})", "mod({},{})", "root({},{})", "log({},{})"),
)
ALONE = (
    *("{}!", "{}!!", "√{}", "√({})", "sqrt({})", "T{}", "T({})", "R{}", "r({})", "|{}|", "abs({})", "{}! !"),
    *("!{}", "{}#", "F{}", "F({})", "log({})", "-{}", "{}²", "{}³", "T_{}", "{}!!!", "∛{}"),
    *("tri({})", "fact({})", "{} factorial", "Δ{}", "cbrt({})", "{} squared", "{}‼", "√‾{}", "{}%", "log2({})"),
)
AROUND = ("{}",) * 12 + (
    " {} ",
    "{} = 24",
    "{}=5",
    "10 = {}",
    "({})",
    "[{}]",
    "{}=",
    "{} = 1/2",
    "{}.",
    "= {}",
    "24: {}",
    "1) {}",
    "a. {}",
    "Ans: {} ;",
    "{} = 2 + 3",
    "1 + 1 = {} = 24",
    "{} = 24 = 6 x 4",
    "\u00a0{}\u2003",
    "（{}）",
)


class Line(NamedTuple):
    text: str
    numbers: list[int]
    target: int | Fraction | None
    rules: Edition


def lines(count: int, seed: int) -> Iterator[Line]:
    """Methods of up to six numbers, many of them equal, most with their own numbers given; and texts of the other
    fuzz."""
    chance = random.Random(seed)
    for at in range(count):
        if at % 8 == 7:
            (text,) = fuzz.strings(1, chance.randrange(1 << 30))
            numbers = fuzz.own_numbers_of(text)
        else:
            highest = chance.choice((2, 4, 10, 10, 30, 2000))
            numbers = [chance.randint(chance.random() < 0.9, highest) for _ in range(chance.randint(1, 6))]
            kinds = chance.choice(((JOINED[:10], 0.0), (JOINED[:30], 0.1), (JOINED, 0.2)))
            method = _method(chance, numbers, *kinds)
            numbers = fuzz.own_numbers_of(method.replace("²", " 2 ").replace("³", " 3 "))
            text = chance.choice(AROUND).format(method)
        chance.shuffle(numbers)
        yield Line(text, _given(chance, numbers), chance.choice(TARGETS), chance.choice(RULES))


def _method(chance: random.Random, numbers: list[int], joined: tuple[str, ...], alone: float) -> str:
    if len(numbers) == 1:
        text = str(numbers[0])
    else:
        at = chance.randint(1, len(numbers) - 1)
        parts = [_method(chance, each, joined, alone) for each in (numbers[:at], numbers[at:])]
        text = chance.choice(joined).format(*parts, chance.randint(1, 4))
        if chance.random() < 0.7:
            text = f"({text})"
    return chance.choice(ALONE).format(text) if chance.random() < alone else text


def _given(chance: random.Random, numbers: list[int]) -> list[int]:
    """Those of the method, now and then with one more, less or in place of another."""
    kind = chance.random()
    if kind < 0.05:
        return [*numbers, chance.choice((1, 5, -2))]
    if kind < 0.1:
        return numbers[1:]
    return numbers


def check(line: Line) -> bool:
    """Hold both paths against each other; whether the fast one answered. Whoever asks for steps gets the general
    one."""
    with line_budget() as fast_budget:
        fast = judge(*line)
    with line_budget() as budget:
        general = judge(*line, steps=True)
    assert fast_budget.spent <= budget.spent, line  # steps are written, too
    assert fast.as_dict() == general._replace(steps=None).as_dict(), line
    assert fast == general._replace(steps=None), line
    return isinstance(fast.parsed, Unparsed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    accepted = answered = 0
    for line in lines(given.count, given.seed):
        answered += check(line)
        accepted += judge(*line).verdict == "accepted"
    print(f"{given.count} lines, {accepted} accepted, {answered} of them by the fast path; no difference")


if __name__ == "__main__":
    main()
