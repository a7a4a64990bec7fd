"""Counting beside listing: `python -m tests.puzzles.counts` compares all of them, the suite a sample."""

import sys
from itertools import combinations_with_replacement
from random import Random

from judging.language.editions import EDITIONS, edition
from puzzles.counting.method_count import MethodCounter
from puzzles.solver import Solver

EVERYTHING = EDITIONS["number-tournament"]
PLAIN = EDITIONS["basic-24"]
THREES = list(combinations_with_replacement(range(1, 10), 3))
FOURS = sorted(Random(12).sample(list(combinations_with_replacement(range(1, 14), 4)), 200))
TARGETS = (24, 1)  # with 1 there are many: 1^y, C(y, 0), y mod …


def counted(rules, numbers, target, unary_depth=1):
    return MethodCounter(rules, unary_depth).count(tuple(sorted(numbers)), target)


def listed(rules, numbers, target, unary_depth=1):
    """Only by the list."""
    texts, complete = Solver(rules, unary_depth).methods(numbers, target)
    assert complete
    return len(texts)


def rules_with(*functions):
    return edition({"edition": "basic-24", "on": list(functions)})


def main() -> int:
    cases = [(EVERYTHING, numbers, target) for numbers in THREES for target in TARGETS]
    cases += [(PLAIN, numbers, 24) for numbers in FOURS]
    different = methods = 0
    for at, (rules, numbers, target) in enumerate(cases, 1):
        by_list, by_count = listed(rules, numbers, target), counted(rules, numbers, target)
        methods += by_list
        if by_list != by_count:
            different += 1
            print(f"{rules.name}, {numbers} to {target}: {by_list} listed, {by_count} counted", flush=True)
        if at % 50 == 0:
            print(f"{at} of {len(cases)}", file=sys.stderr, flush=True)
    print(f"{len(cases)} puzzles with {methods:,} methods: {different} counted differently")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
