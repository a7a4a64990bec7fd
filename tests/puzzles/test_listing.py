"""The listing of a puzzle's methods: everything of a plain kind, within a number of steps, the same every time."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from judging.language.legality import BASIC, EDITIONS
from judging.language.verdict import judge
from puzzles.listing import FAMILIAR, listing
from puzzles.solver import Solver

EVERYTHING = EDITIONS["number-tournament"]


@settings(max_examples=60)
@given(
    some.sampled_from(sorted(EDITIONS)),
    some.lists(some.integers(0, 13), min_size=1, max_size=4),
    some.integers(-5, 60),
)
def test_what_is_listed_the_judge_accepts_on_target_under_the_same_keys(name, numbers, target):
    edition = EDITIONS[name]
    found = listing(numbers, target, edition)
    assert len({each.key for each in found.methods}) == len(found.methods)
    for each in found.methods[:40]:
        verdict = judge(each.text, numbers, target, edition)
        assert (verdict.verdict, verdict.on_target) == ("accepted", True), each.text
        assert (verdict.method_key, verdict.kin_key) == (each.key, each.kin_key)


@pytest.mark.parametrize("name", ["basic-24", "countdown", "smash"])
def test_where_few_functions_are_allowed_it_is_all_that_the_solver_finds(name):
    edition = EDITIONS[name]
    found = listing((1, 2, 3, 4), 24, edition)
    assert found.complete
    assert [each.text for each in found.methods] == Solver(edition).methods((1, 2, 3, 4), 24)[0]


def test_with_the_whole_notation_it_says_which_functions_it_tried():
    found = listing((3, 7, 8, 11), 15, EVERYTHING)
    assert not found.complete
    assert found.functions == BASIC | FAMILIAR
    tried = replace(EVERYTHING, functions=found.functions)
    assert [each.text for each in found.methods] == Solver(tried).methods((3, 7, 8, 11), 15)[0]


def test_where_familiar_functions_are_too_many_the_four_operations_are_left():
    for numbers, target in (((3, 6, 8, 10, 12), 7), ((1, 2, 3, 4), 24)):
        found = listing(numbers, target, EVERYTHING)
        assert (found.functions, found.most_numbers, found.complete) == (BASIC, len(numbers), False)
        assert found.methods


def test_of_a_large_grid_every_method_with_few_of_its_numbers_is_listed():
    edition = EDITIONS["dmas"]
    found = listing(range(1, 10), 20, edition)
    assert 2 < found.most_numbers < 9
    assert not found.complete
    solver = Solver(edition)
    with_three = {
        text for text in solver.methods((1, 2, 3, 4, 5), 20)[0] if sum(map(text.count, "+-*/")) == 2
    }
    assert with_three <= {each.text for each in found.methods}


@pytest.mark.parametrize("numbers", [(), (1, 2, 3, 4, 5, 6, 7, 8), tuple(range(1, 40))])
def test_where_there_is_no_room_to_search_it_says_so(numbers):
    found = listing(numbers, 24, EVERYTHING)
    assert (found.methods, found.most_numbers, found.complete) == ((), 0, False)


def test_the_steps_alone_decide_where_it_stops():
    assert listing((1, 2, 3, 4), 24, EVERYTHING, steps=3).most_numbers == 0
    assert listing((1, 2, 3, 4), 24, EVERYTHING) == listing((4, 3, 2, 1), 24, EVERYTHING)
