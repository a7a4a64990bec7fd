"""Who plays whom: everybody meets everybody, brackets hold, tables mix."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from judging.results import fixtures


def pairs(rounds):
    return Counter(frozenset(pair) for round_ in rounds for game in round_ for pair in combinations(game, 2))


@given(st.integers(2, 15))
def test_in_a_round_robin_everybody_meets_everybody_once_and_plays_once_a_round(count):
    rounds = fixtures.round_robin(range(count))
    assert pairs(rounds) == Counter(frozenset(pair) for pair in combinations(range(count), 2))
    for round_ in rounds:
        players = [player for game in round_ for player in game]
        assert len(players) == len(set(players))
    assert len(rounds) == count - 1 + count % 2


def test_nobody_begins_much_more_often_than_others_in_a_round_robin():
    first = Counter(game[0] for round_ in fixtures.round_robin(range(8)) for game in round_)
    assert max(first.values()) - min(first.values()) <= 3


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (2, ((1, 2),)),
        (3, ((1,), (2, 3))),
        (4, ((1, 4), (2, 3))),
        (5, ((1,), (4, 5), (2,), (3,))),
        (8, ((1, 8), (4, 5), (2, 7), (3, 6))),
    ],
)
def test_the_best_seeds_of_a_knockout_rest_and_meet_last(count, expected):
    assert fixtures.knockout(range(1, count + 1)) == expected


@given(st.integers(2, 40))
def test_a_knockout_that_the_better_seed_always_wins_ends_with_the_first_two(count):
    round_ = fixtures.knockout(range(count))
    games = 0
    while round_:
        games += sum(len(game) == 2 for game in round_)
        last, round_ = round_, fixtures.knockout_next([min(game) for game in round_])
    assert last == ((0, 1),)
    assert games == count - 1


def test_the_champion_meets_the_next_of_the_list_until_all_have_played():
    assert fixtures.challenge([5, 6, 7], None, []) == ((5, 6),)
    assert fixtures.challenge([5, 6, 7], 6, [5, 6]) == ((6, 7),)
    assert fixtures.challenge([5, 6, 7], 6, [5, 6, 7]) == ()
    assert fixtures.challenge([5], None, []) == ()


@given(st.integers(2, 30), st.integers(2, 6), st.integers(1, 5))
def test_everybody_has_one_place_in_each_round_at_tables_that_are_even(count, size, rounds):
    for round_ in fixtures.tables(range(count), size, rounds):
        assert sorted(player for row in round_ for player in row) == list(range(count))
        assert max(map(len, round_)) - min(map(len, round_)) <= 1
        assert max(map(len, round_)) <= size


@pytest.mark.parametrize(("count", "size", "rounds"), [(16, 4, 4), (20, 4, 5), (12, 3, 3), (25, 5, 5), (21, 3, 7)])
def test_people_meet_new_people_while_that_is_possible(count, size, rounds):
    again = sum(times - 1 for times in pairs(fixtures.tables(range(count), size, rounds)).values())
    assert again == 0
