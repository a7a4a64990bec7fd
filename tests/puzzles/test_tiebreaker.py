"""Questions that are drawn for a tiebreaker (NT-TG-1)."""

from random import Random

from puzzles.tiebreaker import question


def test_at_least_three_numbers_differ_where_the_range_has_so_many():
    for seed in range(20):
        drawn, _target = question(Random(seed), 4, (1, 4), (1, 40))
        assert len(set(drawn)) >= 3
    drawn, _target = question(Random(1), 4, (1, 2), (1, 10))
    assert set(drawn) == {1, 2}
