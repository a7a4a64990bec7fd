"""Whether a question can be solved, within a number of steps."""

import pytest
from hypothesis import given, strategies as some

from judging.language.editions import EDITIONS
from puzzles.solvability import FAMILIAR_COST, FAMILIAR_STEPS, STEPS, solvability
from puzzles.solver import Solver
from tests.laws import examples


@pytest.mark.parametrize(
    ("edition", "numbers", "target", "answer"),
    [
        ("basic-24", (1, 1, 1, 1), 24, "no"),
        ("basic-24", (3, 3, 8, 8), 24, "yes"),
        ("number-tournament", (1, 1, 1, 1), 24, "functions"),  # (1 + 1 + 1 + 1)!
        ("number-tournament", (1, 1, 1, 1), 37, "none_found"),  # with a repunit, which was not tried
        ("dmas", (1,) * 9, 40, "no"),
        ("dmas", (1, 2, 3, 4, 5, 6, 7, 8, 9), 37, "yes"),
        ("dmas", (1, 2, 3, 4, 5, 6, 7, 8, 9), 9999, "undecided"),
        ("dmas", (8, 1, 4), 13, "no"),  # 8 + 1 + 4 has one kind of operation
        ("number-tournament", tuple(range(1, 14)), 24, "undecided"),
    ],
)
def test_a_question_can_be_solved_or_not_or_nobody_knows(edition, numbers, target, answer):
    assert solvability(numbers, target, EDITIONS[edition]).answer == answer


@examples(60)
@given(
    some.sampled_from(["basic-24", "dmas"]),
    some.lists(some.integers(0, 13), min_size=1, max_size=4),
    some.integers(-5, 60),
)
def test_a_yes_and_a_no_are_the_solvers(name, numbers, target):
    known = solvability(tuple(numbers), target, EDITIONS[name]).answer
    assert known == ("yes" if Solver(EDITIONS[name]).solve(numbers, target).solvable else "no")


def test_the_search_is_bounded():
    edition = EDITIONS["number-tournament"]
    assert solvability(tuple(range(1, 13)), 999_983, edition).cost <= STEPS + FAMILIAR_COST * FAMILIAR_STEPS
