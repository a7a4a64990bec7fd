"""Values that are far by their floats are left out early; no operation is lost by that."""

from fractions import Fraction
from random import Random

import pytest

from judging.language.editions import EDITIONS
from puzzles.enumeration.value_enumeration import LARGEST, SHARES, ValueEnumerator, _as_float, _is_far, unlimited


def operations(numbers, targets, exact):
    values = ValueEnumerator(EDITIONS["basic-24"], 0, unlimited, 3)
    if exact:
        values._ordered_functions = tuple((name, swapped, None) for name, swapped, _near in values._ordered_functions)
    return list(values.operations_for(numbers, targets))


@pytest.mark.parametrize("seed", range(40))
def test_all_operations_are_found_also_with_large_numbers_and_fractions(seed):
    chance = Random(seed)
    most = chance.choice((9, 100, 1500, 2 * LARGEST))
    numbers = tuple(sorted(chance.randint(1, most) for _ in range(4)))
    values = ValueEnumerator(EDITIONS["basic-24"], 0, unlimited, 4)
    made = list(values.values(numbers))
    for target in (*chance.sample(made, min(12, len(made))), 0, 24, LARGEST, -LARGEST):
        assert operations(numbers, {target}, exact=False) == operations(numbers, {target}, exact=True)


@pytest.mark.parametrize(
    "value",
    [0, 1, -1, Fraction(1, 3), Fraction(-1, 3), LARGEST, -LARGEST, LARGEST - Fraction(1, 7), Fraction(1, SHARES)],
)
def test_a_value_is_not_far_from_itself_whichever_way_its_float_is_rounded(value):
    there = {int(_as_float(value, 2 * LARGEST) * SHARES)}
    near = float(value)
    for each in (near, near - abs(near) * 2**-50, near + abs(near) * 2**-50):
        assert not _is_far(each, there)
    assert _is_far(near / 2 + 5e-6, there) or abs(value) >= 2 * LARGEST
