"""Ties that matter, and the draw of their tiebreakers."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, strategies as st

from judging.results.brackets import TiebreakerGame, bracket, with_tiebreaks
from judging.results.standings import BEST_ROUND, TOTAL, EntrantRow, rank, tiebreak
from judging.results.ties import before_tiebreak, draw, has_tiebreak, ties_at

CHAIN = (TOTAL, tiebreak(), BEST_ROUND)


def rows(*totals):
    return [EntrantRow(i, {"1": total}, display=(i,), name=f"P{i}") for i, total in enumerate(totals, 1)]


def at_stake(places, *totals, chain=CHAIN):
    return [(tie.first, tie.last, sorted(tie.entrants)) for tie in ties_at(rank(rows(*totals), chain), places)]


TIES = [
    (3, (9, 8, 7, 6), []),
    (3, (9, 9, 7, 6), [(1, 2, [1, 2])]),
    (3, (9, 8, 7, 7, 7), [(3, 5, [3, 4, 5])]),
    (3, (9, 8, 7, 6, 6), []),
    (3, (9, 9, 8, 8, 7, 7), [(1, 2, [1, 2]), (3, 4, [3, 4])]),
    (1, (9, 8, 8), []),
    (2, (9, 8, 8), [(2, 3, [2, 3])]),
    (0, (9, 9), []),
    (3, (), []),
]


@pytest.mark.parametrize("places, totals, expected", TIES)
def test_a_tie_matters_where_one_of_its_places_brings_an_award(places, totals, expected):
    assert at_stake(places, *totals) == expected


def test_what_the_chain_asks_before_the_tiebreakers_settles_a_tie_and_what_it_asks_after_does_not():
    level = [EntrantRow("a", {"1": 5, "2": 5}), EntrantRow("b", {"1": 9, "2": 1})]
    assert ties_at(rank(level, (TOTAL, BEST_ROUND, tiebreak())), 3) == ()
    assert [tie.entrants for tie in ties_at(rank(level, CHAIN), 3)] == [{"a", "b"}]


def test_a_tie_stays_the_tie_it_was_once_it_is_played_out():
    first = rank(rows(9, 9, 9, 2), CHAIN)
    one, two, three = draw([1, 2, 3], "seed")
    played = bracket([1, 2, 3], "seed", [TiebreakerGame((one, two), (3, 1)), TiebreakerGame((three, one), (2, 4))])
    after = rank(with_tiebreaks((each.row for each in first.ranked), [played]), CHAIN)
    assert after.ties() == ()
    assert [tie.entrants for tie in ties_at(after, 3)] == [{1, 2, 3}]


def test_where_the_chain_has_no_tiebreakers_all_of_it_counts():
    assert before_tiebreak((TOTAL, BEST_ROUND)) == (TOTAL, BEST_ROUND)
    assert before_tiebreak(CHAIN) == (TOTAL,)
    assert (has_tiebreak(CHAIN), has_tiebreak((TOTAL,))) == (True, False)


def test_who_is_not_present_is_in_no_tie():
    away = EntrantRow(9, {"1": 9}, status="withdrawn")
    assert ties_at(rank([*rows(9), away], CHAIN), 3) == ()


def test_the_draw_is_the_order_of_the_sides_hashes_as_anyone_can_check():
    sides = [11, 12, 13, 14, 15]
    by_hand = sorted(sides, key=lambda side: hashlib.sha256(f"spring 2026/{side}".encode()).hexdigest())
    assert draw(sides, "spring 2026") == tuple(by_hand) == (12, 11, 15, 14, 13)


ids = st.lists(st.integers(1, 500), unique=True, min_size=2, max_size=9)


@given(ids, st.text(max_size=8), st.randoms(use_true_random=False))
def test_the_draw_does_not_ask_who_came_first(sides, seed, random):
    assert draw(random.sample(sides, len(sides)), seed) == draw(sides, seed)


@given(ids, st.text(max_size=8))
def test_the_others_keep_their_order_where_one_side_leaves_the_tie(sides, seed):
    assert draw(sides[1:], seed) == tuple(side for side in draw(sides, seed) if side != sides[0])


def test_over_many_seeds_every_side_is_drawn_first_about_as_often():
    first = [draw([1, 2, 3, 4], str(seed))[0] for seed in range(4000)]
    assert all(900 < first.count(side) < 1100 for side in (1, 2, 3, 4))


@pytest.mark.parametrize("sides", [[1, 1], [1, "1"]])
def test_a_side_is_drawn_once(sides):
    with pytest.raises(ValueError, match="twice"):
        draw(sides, "seed")
