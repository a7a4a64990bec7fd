"""Chance is repeatable, and stays within what was asked."""

from collections import Counter
from random import Random

import pytest

from puzzles import dice

DRAWS = {
    "numbers": lambda chance: dice.numbers(chance, 4, 1, 9),
    "target": lambda chance: dice.target(chance, 1, 40),
    "product": lambda chance: dice.product(chance, 12),
    "targets": lambda chance: dice.targets(chance, 10, -120, -1),
    "selection": lambda chance: dice.selection(chance, 2),
    "shuffled": lambda chance: dice.shuffled(chance, "laminates"),
}


@pytest.mark.parametrize("draw", DRAWS)
def test_one_seed_draws_the_same_again(draw):
    assert DRAWS[draw](Random(7)) == DRAWS[draw](Random(7))
    assert len({DRAWS[draw](Random(seed)) for seed in range(30)}) > 5


@pytest.mark.parametrize("seed", range(20))
def test_draws_stay_within_bounds(seed):
    chance = Random(seed)
    assert all(1 <= each <= 9 for each in dice.numbers(chance, 50, 1, 9))
    assert 1 <= dice.product(chance, 12) <= 144
    chosen = dice.targets(chance, 10, 1, 50)
    assert len(set(chosen)) == 10
    assert list(chosen) == sorted(chosen)


@pytest.mark.parametrize("large", range(5))
def test_a_selection_takes_nothing_twice_that_is_there_once(large):
    for seed in range(30):
        drawn = dice.selection(Random(seed), large)
        assert (len(drawn), sum(each > 10 for each in drawn)) == (6, large)
        assert all(times <= (1 if each > 10 else 2) for each, times in Counter(drawn).items())
