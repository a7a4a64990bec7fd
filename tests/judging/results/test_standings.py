"""Places: shared honestly, independent of the order of arrival, and explained."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from judging.results.standings import (
    BEST_ROUND,
    STATUSES,
    TOTAL,
    EntrantRow,
    measured,
    rank,
    round_points,
    sort_key,
    tiebreak,
    why_above,
)

METHODS = measured("methods", "methods", "methods")


def row(entrant, *points, **more):
    return EntrantRow(
        entrant, {f"r{i}": p for i, p in enumerate(points, 1)}, display=(entrant,), name=f"P{entrant}", **more
    )


def places(rows, chain=(TOTAL,)):
    return [(each.entrant, each.place) for each in rank(rows, chain).ranked]


def test_equal_totals_share_a_place_and_the_next_is_left_out():
    rows = [row(4, 5), row(3, 7), row(2, 3, 4), row(1, 9)]
    assert places(rows) == [(1, 1), (2, 2), (3, 2), (4, 4)]
    assert [each.shared for each in rank(rows).ranked] == [1, 2, 2, 1]
    assert [each.is_shared for each in rank(rows).ranked] == [False, True, True, False]


def test_those_who_share_a_place_stand_in_display_order_numbers_before_words():
    rows = [EntrantRow(n, {"r": 1}, display=(n,)) for n in (10, "x", 9, "b")]
    assert [each.entrant for each in rank(rows).ranked] == [9, 10, "b", "x"]


def test_who_is_not_present_stands_apart_without_a_place():
    rows = [
        row(1, 9, status="disqualified"),
        row(2, 5),
        row(3, status="absent"),
        row(4, 8, status="withdrawn"),
    ]
    standing = rank(rows)
    assert places(rows) == [(2, 1)]
    assert [(each.entrant, each.place) for each in standing.unranked] == [(3, None), (4, None), (1, None)]


def test_ties_are_listed_best_first():
    standing = rank([row(1, 5), row(2, 9), row(3, 5), row(4, 9), row(5, 1)])
    assert [[each.entrant for each in tie] for tie in standing.ties()] == [[2, 4], [1, 3]]


def test_a_standing_is_provisional_while_a_line_is_pending():
    assert rank([row(1, 5, pending=2), row(2, 4)]).provisional
    assert not rank([row(1, 5), row(2, 4)]).provisional


def test_nobody_at_all_is_a_standing_too():
    assert rank([]).ranked == ()


def test_an_entrant_who_comes_twice_is_an_error():
    with pytest.raises(ValueError, match="twice"):
        rank([row(1, 5), row(1, 6)])


def test_a_penalty_is_a_round_of_negative_points():
    assert places([row(1, 10), replace(row(2, 12), points={"r1": 12, "penalty": -5})]) == [(1, 1), (2, 2)]


CHAINS = [
    ((TOTAL,), "Pa and Pb are equal on every criterion and share the place."),
    ((TOTAL, BEST_ROUND), "Equal on points: in the best round, Pa has 8 points and Pb has 6 points."),
    ((TOTAL, METHODS), "Equal on points: Pa has 2 methods and Pb has 1 method."),
    ((TOTAL, tiebreak()), "Equal on points: Pa went further than Pb in the tiebreakers."),
    (
        (TOTAL, round_points("r3", "24 Game"), METHODS),
        "Equal on points, 24 Game: Pa has 2 methods and Pb has 1 method.",
    ),
    ((round_points("r1", "24 Game"),), "24 Game: Pa has 8 points and Pb has 4 points."),
]


@pytest.mark.parametrize("chain, sentence", CHAINS)
def test_the_chain_decides_in_its_order_and_says_so(chain, sentence):
    rows = [
        row("b", 4, 6, measures={"methods": 1, "seconds": 50}),
        row("a", 8, 2, measures={"methods": 2, "seconds": 70, "tiebreak": 1}),
    ]
    assert str(rank(rows, chain).why_above("a", "b")) == sentence


def test_who_is_level_and_plays_tiebreakers_does_not_share_a_place_for_good():
    one, other = rank([row("a", 4), row("b", 4)], (TOTAL, tiebreak())).ranked
    message = why_above(one, other, (TOTAL, tiebreak()), to_play=True)
    assert str(message) == "Pa and Pb are tied, and tiebreakers decide between the two."


def test_the_first_criterion_needs_no_preface():
    standing = rank([row(1, 1), row(2, 12)])
    assert str(standing.why_above(2, 1)) == "P2 has 12 points and P1 has 1 point."
    assert str(standing.why_above(1, 2)) == "It is the other way round: P2 has 12 points and P1 has 1 point."


def test_who_has_no_place_is_not_compared():
    standing = rank([row(1, 1), row(2, 12, status="disqualified")])
    assert str(standing.why_above(1, 2)) == "P2 is disqualified and has no place."


def test_an_entrant_of_another_standing_is_an_error():
    with pytest.raises(KeyError):
        rank([row(1, 1)]).of(2)


entrants = st.lists(
    st.builds(
        lambda total, methods, status, pending: (total, methods, status, pending),
        st.integers(-3, 3),
        st.integers(0, 2),
        st.sampled_from(STATUSES),
        st.integers(0, 1),
    ),
    max_size=12,
).map(lambda made: [row(i, t, measures={"methods": m}, status=s, pending=p) for i, (t, m, s, p) in enumerate(made)])
CHAIN = (TOTAL, METHODS)


@given(entrants, st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(rows, random):
    assert rank(random.sample(rows, len(rows)), CHAIN) == rank(rows, CHAIN)


@given(entrants)
def test_everybody_stands_somewhere_once(rows):
    standing = rank(rows, CHAIN)
    assert sorted(each.entrant for each in (*standing.ranked, *standing.unranked)) == [r.entrant for r in rows]


@given(entrants)
def test_a_place_is_one_more_than_the_number_of_better_entrants(rows):
    ranked = rank(rows, CHAIN).ranked
    for each in ranked:
        assert each.place == 1 + sum(sort_key(other.row, CHAIN) < sort_key(each.row, CHAIN) for other in ranked)
        assert each.shared == sum(other.place == each.place for other in ranked)


@given(entrants)
def test_better_is_total_and_transitive_and_neighbours_are_explained(rows):
    ranked = rank(rows, CHAIN).ranked
    for above, below in zip(ranked, ranked[1:], strict=False):
        assert above.place <= below.place
        why = str(why_above(above, below, CHAIN))
        assert ("share the place" in why) == (above.place == below.place)
        assert not why.startswith("It is the other way round")


@given(entrants, st.integers(1, 5))
def test_more_points_never_make_a_place_worse(rows, more):
    before = rank(rows, CHAIN)
    for each in before.ranked:
        richer = [replace(r, points={**r.points, "extra": more}) if r.entrant == each.entrant else r for r in rows]
        assert rank(richer, CHAIN).of(each.entrant).place <= each.place
