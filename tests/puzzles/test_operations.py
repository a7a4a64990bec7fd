"""Functions forwards are the judge's; backwards they leave nothing out."""

from fractions import Fraction
from itertools import product

import pytest

from judging.language import exact
from judging.language.functions import FUNCTIONS
from judging.language.limits import TooLarge
from judging.language.rationals import is_rational, within
from puzzles.operations import applied, before
from puzzles.partners import partners

VALUES = [*range(-6, 17), 24, 27, 64, 81, 120, 128, -27, 10**30]
VALUES += [Fraction(*each) for each in ((1, 2), (-1, 2), (4, 9), (8, 27), (2, 3), (3, 2), (1, 3), (9, 4))]
TWO = [name for name, row in FUNCTIONS.items() if row.least <= 2 and row.most != 1]
ONE = [name for name, row in FUNCTIONS.items() if row.most == 1 and name != "negative"]
SMALL = [value for value in VALUES if abs(value) < 1000]


def judged(name, *inputs):
    try:
        value = within(FUNCTIONS[name].meaning(*inputs))
    except (exact.Undefined, TooLarge, exact.NotProved):
        return None
    return value if is_rational(value) else None


@pytest.mark.parametrize("name", TWO)
def test_a_function_of_two_is_what_the_judge_says(name):
    for a, b in product(SMALL, SMALL):
        allowed = name != "mod" or a >= b  # what is refused anyway need not be tried
        assert applied(name, a, b) == (judged(name, a, b) if allowed else None), (name, a, b)


@pytest.mark.parametrize("name", ONE)
def test_a_function_of_one_is_what_the_judge_says_and_goes_back(name):
    for a in VALUES:
        value = applied(name, a)
        assert value == judged(name, a), (name, a)
        if value is not None and not (name == "abs" and value == a):
            assert a in before(name, value), (name, a)


@pytest.mark.parametrize("name", TWO)
def test_partners_leave_nothing_out(name):
    for a, b in product(VALUES, VALUES):
        value = applied(name, a, b)
        if value is not None:
            listed = partners(name, a, True, value)
            assert listed is None or b in listed, (name, a, b)
            listed = partners(name, b, False, value)
            assert listed is None or a in listed, (name, a, b)


def test_hopelessly_large_inputs_cost_nothing():
    large = 10**3999 + 7
    for name in TWO:
        applied(name, large, large - 1)
        applied(name, large, large // 2)
        partners(name, large, True, large + 1)
        partners(name, large, False, large + 1)
