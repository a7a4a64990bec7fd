"""The number of distinct methods is that of the list, wherever both can be had."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as some

from judging.language.editions import BASIC, EDITIONS, edition
from judging.language.functions.table import FUNCTIONS
from puzzles.counting.method_count import MethodCounter
from puzzles.enumeration.multisets import weighted_splits
from puzzles.enumeration.value_enumeration import OutOfTime
from puzzles.solver import Solver
from tests.laws import examples, some as some_of
from tests.puzzles.counts import texts

from .counts import EVERYTHING, FOURS, PLAIN, THREES, counted, listed, rules_with

OTHERS = sorted(name for name in FUNCTIONS if name not in BASIC | {"negative"})


@pytest.mark.sampled
@pytest.mark.parametrize("numbers", some_of(THREES[::33], of=2))
def test_three_numbers_with_the_whole_notation(numbers):
    solver = Solver(EVERYTHING)
    for target in (24, 1):
        assert counted(EVERYTHING, numbers, target) == len(texts(solver, numbers, target))


@pytest.mark.parametrize("numbers", FOURS[::4])
def test_four_numbers_with_the_four_operations(numbers):
    assert counted(PLAIN, numbers, 24) == listed(PLAIN, numbers, 24)


@examples(30)
@given(
    some.lists(some.integers(0, 9), min_size=1, max_size=2),
    some.fractions(-3, 30, max_denominator=4),
    some.integers(0, 2),
)
def test_one_and_two_numbers_with_unary_functions_stacked(numbers, target, unary_depth):
    target = target.numerator if target.denominator == 1 else target
    assert counted(EVERYTHING, numbers, target, unary_depth) == listed(EVERYTHING, numbers, target, unary_depth)


@pytest.mark.parametrize("name", OTHERS)
def test_each_function_beside_the_four_operations(name):
    rules = rules_with(name)
    for numbers in ((0, 2, 4), (1, 3, 3), (4, 4, 4), (1, 10, 10)):
        for target in (0, 1, 2, 6):
            assert counted(rules, numbers, target) == listed(rules, numbers, target), (numbers, target)


@pytest.mark.parametrize(
    ("functions", "numbers", "target", "unary_depth"),
    [
        (("abs",), (1, 2, 3, 7), 5, 1),
        (("abs", "power"), (1, 2, 2, 3), 1, 1),
        (("abs", "sqrt"), (1, 1, 2, 5), 2, 2),
        (("gcd",), (2, 4, 6, 6), 2, 0),
        (("gcd", "factorial"), (0, 3, 4, 4), 1, 1),
        (("gcd", "triangular"), (0, 0, 1, 2), 5, 1),
        (("root", "double_factorial"), (0, 1, 1, 3), 1, 1),
        (("factorial", "double_factorial", "mod"), (0, 0, 5, 5), 0, 1),
        (("lcm",), (2, 2, 3, 3), 6, 0),
        (("lcm", "gcd"), (0, 2, 2, 4), 0, 0),
        (("mod", "triangular"), (2, 3, 4, 4), 1, 1),
        (("mod", "double_factorial"), (1, 3, 5, 5), 2, 1),
        (("log", "sqrt"), (1, 2, 4, 4), 2, 1),
        (("power", "rectangle"), (0, 1, 2, 2), 1, 1),
        (("root", "power"), (1, 2, 2, 4), 4, 0),
        (("choose", "sqrt"), (0, 1, 4, 4), 1, 1),
        (("permute", "factorial"), (0, 1, 2, 2), 1, 1),
        (("power", "sqrt", "factorial"), (3, 3, 4, 4), 24, 1),
        (("subfactorial", "primorial"), (1, 2, 3, 3), 6, 1),
        (("fibonacci", "mod"), (2, 3, 5, 5), 1, 1),
    ],
)
def test_four_numbers_with_a_few_functions(functions, numbers, target, unary_depth):
    rules = rules_with(*functions)
    assert counted(rules, numbers, target, unary_depth) == listed(rules, numbers, target, unary_depth)


@examples(80)
@given(
    some.sampled_from(["basic-24", "smash", "countdown"]),
    some.lists(some.integers(0, 13), min_size=1, max_size=4),
    some.fractions(-3, 60, max_denominator=3),
)
def test_any_numbers_with_the_four_operations(name, numbers, target):
    target = target.numerator if target.denominator == 1 else target
    solver = Solver(EDITIONS[name])
    assert (solver.solve(numbers, target, "count").count or 0) == len(texts(solver, numbers, target))


@pytest.mark.parametrize(
    ("name", "numbers", "target"),
    [
        ("basic-24", (2, 2, 3, 3, 4), 24),
        ("basic-24", (1, 1, 1, 1, 1), 2),
        ("basic-24", (0, 0, 2, 2, 3), 0),
        ("basic-24", (1, 2, 3, 4, 5), Fraction(1, 3)),
        ("countdown", (1, 2, 2, 5, 10), 27),
    ],
)
def test_five_numbers_with_the_four_operations(name, numbers, target):
    solver = Solver(EDITIONS[name])
    assert solver.solve(numbers, target, "count").count == len(texts(solver, numbers, target))


@pytest.mark.parametrize(("numbers", "count"), [((2, 5, 7), 695), ((1, 3, 4), 3316), ((1, 3, 4, 6), 1_559_130)])
def test_counts_that_a_list_has_confirmed(numbers, count):
    answer = Solver(EVERYTHING).solve(numbers, 24, "count")
    assert (answer.count, answer.complete) == (count, True)


@pytest.mark.parametrize("rules", ["number-tournament", "basic-24", "countdown"])
def test_the_best_beside_a_count_is_as_short_as_the_best_alone(rules):
    solver = Solver(EDITIONS[rules])
    for numbers in ((2, 5, 7), (3, 3, 4), (1, 1, 9)):
        best, with_count = solver.solve(numbers, 12), solver.solve(numbers, 12, "count")
        assert with_count.best == best.best
        assert (with_count.value, with_count.distance) == (best.value, best.distance)


@pytest.mark.parametrize(
    ("rules", "numbers", "can"),
    [
        ("number-tournament", (1, 2, 3, 4), True),
        ("number-tournament", (1, 2, 3, 4, 5), False),
        ("basic-24", (1, 2, 3, 4, 5), True),
        ("dmas", (1, 2, 3), False),
        ({"edition": "basic-24", "policies": {"through_brackets": "distinct"}}, (1, 2, 3), False),
        ({"edition": "countdown", "on": ["power"]}, (1, 2, 3), False),
        ({"edition": "number-tournament", "on": ["log10"]}, (1, 2, 3), False),
    ],
)
def test_where_it_cannot_count_it_lists(rules, numbers, can):
    rules = edition(rules)
    assert MethodCounter(rules, 1).can_count(numbers) == can
    if not can and len(numbers) == 3:
        solver = Solver(rules)
        assert (solver.solve(numbers, 6, "count").count or 0) == len(texts(solver, numbers, 6))


def test_out_of_time_it_says_so():
    def stop():
        raise OutOfTime

    answer = Solver(EVERYTHING, tick=stop).solve((6, 7, 8, 9), 24, "count")
    assert not answer.complete
    assert answer.count in (0, 1, None)


def test_what_is_kept_from_other_puzzles_changes_no_count():
    counter = MethodCounter(EVERYTHING, 1)
    counts = [counter.count(numbers, 24) for numbers in ((1, 3, 4), (3, 4, 4), (1, 3, 4))]
    assert counts == [counted(EVERYTHING, numbers, 24) for numbers in ((1, 3, 4), (3, 4, 4), (1, 3, 4))]


def test_shares_count_multisets():
    # of one part for each multiset of numbers there are as many multisets as ways to split them in several parts
    def multiset_count(numbers):
        divisor, splits = weighted_splits(numbers)
        return sum(each.weight * (1 + multiset_count(each.rest) if each.rest else 1) for each in splits) // divisor

    assert [multiset_count((1,) * size) for size in range(1, 7)] == [0, 1, 2, 4, 6, 10]  # partitions, less the whole
    assert [multiset_count(tuple(range(size))) for size in range(1, 6)] == [
        0,
        1,
        4,
        14,
        51,
    ]  # Bell numbers, less the whole
