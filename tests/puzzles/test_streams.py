"""Draws depend only on the seed and the place, and on nothing that a Python version may change."""

from collections import Counter

import pytest

from puzzles.random_streams import Stream


def test_draws_are_the_same_for_ever():
    chance = Stream(7, "set", 3)
    assert [chance.below(1000) for _ in range(5)] == [676, 632, 747, 234, 0]
    assert list(Stream(7).shuffled("abcdef")) == list("cfaedb")


@pytest.mark.parametrize("other", [Stream(8, "set", 3), Stream(7, "set", 4), Stream(7)])
def test_another_seed_or_place_draws_differently(other):
    here = Stream(7, "set", 3)
    assert [other.below(1000) for _ in range(9)] != [here.below(1000) for _ in range(9)]


def test_every_value_is_as_likely():
    chance = Stream(1)
    times = Counter(chance.between(-2, 3) for _ in range(6000))
    assert sorted(times) == list(range(-2, 4))
    assert all(850 < each < 1150 for each in times.values())
    orders = Counter("".join(Stream(2, at).shuffled("abc")) for at in range(1200))
    assert len(orders) == 6
    assert all(150 < each < 250 for each in orders.values())


def test_a_choice_is_one_of_the_items():
    assert {Stream(3, at).choice("xyz") for at in range(30)} == set("xyz")


@pytest.mark.parametrize("seed", [-1, 1 << 128])
def test_a_seed_has_at_most_128_bits(seed):
    with pytest.raises(ValueError, match="a seed is"):
        Stream(seed)


def test_nothing_lies_below_nought():
    with pytest.raises(ValueError, match="below"):
        Stream(1).below(0)
