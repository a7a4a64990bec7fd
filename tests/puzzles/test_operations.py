"""Functions forwards are the judge's; backwards they leave nothing out."""

from fractions import Fraction
from itertools import product

import pytest

from judging.language.functions.table import FUNCTIONS
from judging.language.limits import TooLarge
from judging.language.numbers import exact
from judging.language.numbers.rationals import is_rational, within_budget
from puzzles.functions.inverses import solve_other_argument
from puzzles.functions.operations import applied, preimages

VALUES = [*range(-6, 17), 24, 27, 64, 81, 120, 128, -27, 10**30]
VALUES += [Fraction(*each) for each in ((1, 2), (-1, 2), (4, 9), (8, 27), (2, 3), (3, 2), (1, 3), (9, 4))]
BINARY = [name for name, row in FUNCTIONS.items() if row.min_inputs <= 2 and row.max_inputs != 1]
UNARY = [name for name, row in FUNCTIONS.items() if row.max_inputs == 1 and name != "negative"]
SMALL = [value for value in VALUES if abs(value) < 1000]


def judged(name, *inputs):
    try:
        value = within_budget(FUNCTIONS[name].implementation(*inputs))
    except (exact.Undefined, TooLarge, exact.NotProved):
        return None
    return value if is_rational(value) else None


@pytest.mark.parametrize("name", BINARY)
def test_a_function_of_two_is_what_the_judge_says(name):
    for a, b in product(SMALL, SMALL):
        allowed = name != "mod" or a >= b  # what is refused anyway need not be tried
        assert applied(name, a, b) == (judged(name, a, b) if allowed else None), (name, a, b)


@pytest.mark.parametrize("name", UNARY)
def test_a_function_of_one_is_what_the_judge_says_and_goes_back(name):
    for a in VALUES:
        value = applied(name, a)
        assert value == judged(name, a), (name, a)
        if value is not None and not (name == "abs" and value == a):
            assert a in preimages(name, value), (name, a)


@pytest.mark.parametrize("name", BINARY)
def test_solving_for_the_other_argument_leaves_nothing_out(name):
    for a, b in product(VALUES, VALUES):
        value = applied(name, a, b)
        if value is not None:
            listed = solve_other_argument(name, a, True, value)
            assert listed is None or b in listed, (name, a, b)
            listed = solve_other_argument(name, b, False, value)
            assert listed is None or a in listed, (name, a, b)


def test_hopelessly_large_inputs_cost_nothing():
    large = 10**3999 + 7
    for name in BINARY:
        applied(name, large, large - 1)
        applied(name, large, large // 2)
        solve_other_argument(name, large, True, large + 1)
        solve_other_argument(name, large, False, large + 1)
