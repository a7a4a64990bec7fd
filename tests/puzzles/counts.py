"""Counting beside listing: `python -m tests.puzzles.counts` compares all of them, the suite a sample."""

import sys
from itertools import combinations_with_replacement
from random import Random
from time import process_time

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


def texts(solver, numbers, target):
    """All methods on target."""
    return solver.solve(numbers, target, "all").methods or ()


def listed(rules, numbers, target, unary_depth=1, solver=None):
    """Only by the list; with a solver that has these rules, what it knows of the numbers is used again."""
    answer = (solver or Solver(rules, unary_depth)).solve(numbers, target, "all")
    assert answer.complete
    return len(answer.methods or ())


def rules_with(*functions):
    return edition({"edition": "basic-24", "on": list(functions)})


def main() -> int:
    puzzles = [(EVERYTHING, numbers, TARGETS) for numbers in THREES]
    puzzles += [(PLAIN, numbers, TARGETS[:1]) for numbers in FOURS]
    different = methods = done = 0
    for rules, numbers, targets in puzzles:
        solver = Solver(rules)
        for target in targets:
            by_list, by_count = listed(rules, numbers, target, solver=solver), counted(rules, numbers, target)
            methods, done = methods + by_list, done + 1
            if by_list != by_count:
                different += 1
                print(f"{rules.name}, {numbers} to {target}: {by_list} listed, {by_count} counted", flush=True)
            if done % 50 == 0:
                print(f"{done}, {process_time():.0f} s of processor time", file=sys.stderr, flush=True)
    print(f"{done} puzzles with {methods:,} methods: {different} counted differently")
    print(f"{process_time():.0f} s of processor time")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
