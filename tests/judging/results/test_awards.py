"""Awards: every place once, shared honestly, and open while a tiebreaker has to decide."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from judging.results.awards import awards, in_a_row, ordinal
from judging.results.brackets import TiebreakerGame, bracket
from judging.results.standings import BEST_ROUND, TOTAL, EntrantRow, rank, tiebreak
from judging.results.ties import draw

PLAIN, WITH = (TOTAL,), (TOTAL, tiebreak(), BEST_ROUND)
SEED = "spring 2026"
NAMES = ("Ana", "Ben", "Cem", "Dia", "Eva", "Fay")


def standing(*totals, chain=PLAIN):
    made = zip(NAMES, totals, strict=False)
    return rank((EntrantRow(name, {"1": total}, display=(name,), name=name) for name, total in made), chain)


def summary(listed):
    return [(each.place, each.state, [winner.entrant for winner in each.winners]) for each in listed]


PLACES = [
    ((9, 8, 7, 6), [(1, "given", ["Ana"]), (2, "given", ["Ben"]), (3, "given", ["Cem"])]),
    (
        (9, 9, 7, 6),
        [(1, "shared", ["Ana", "Ben"]), (2, "left_out", ["Ana", "Ben"]), (3, "given", ["Cem"])],
    ),
    (
        (9, 8, 8, 6),
        [(1, "given", ["Ana"]), (2, "shared", ["Ben", "Cem"]), (3, "left_out", ["Ben", "Cem"])],
    ),
    (
        (9, 8, 7, 7, 7),
        [(1, "given", ["Ana"]), (2, "given", ["Ben"]), (3, "shared", ["Cem", "Dia", "Eva"])],
    ),
    ((9,), [(1, "given", ["Ana"]), (2, "nobody", []), (3, "nobody", [])]),
    ((), [(1, "nobody", []), (2, "nobody", []), (3, "nobody", [])]),
]


@pytest.mark.parametrize("totals, listed", PLACES)
def test_without_tiebreakers_all_who_share_a_place_have_its_award(totals, listed):
    assert summary(awards(standing(*totals), 3)) == listed


def test_how_many_places_bring_an_award_may_be_set():
    assert [each.place for each in awards(standing(9, 8, 7), 5)] == [1, 2, 3, 4, 5]
    assert awards(standing(9, 8, 7), 0) == ()
    with pytest.raises(ValueError, match="0 places"):
        awards(standing(9), -1)


def test_a_tie_that_is_not_played_out_is_open():
    listed = awards(standing(9, 8, 8, 8, 1, chain=WITH), 3)
    level = ["Ben", "Cem", "Dia"]
    assert summary(listed) == [(1, "given", ["Ana"]), (2, "open", level), (3, "open", level)]
    assert str(listed[1].message) == "Ben, Cem and Dia are tied, and tiebreakers decide between 2nd and 4th place."


@pytest.mark.parametrize("totals,is_final,first", [((9, 8, 8), False, "8 points"), ((9, 0, 0), True, "0 points")])
def test_of_a_tie_that_may_end_or_at_0_points_nothing_is_said_of_tiebreakers(totals, is_final, first):
    listed = awards(standing(*totals, chain=WITH), 3, is_final=is_final)
    assert (listed[1].state, str(listed[1].message)) == (
        "open",
        f"Ben and Cem are tied for 2nd to 3rd place with {first}.",
    )


def test_who_is_out_has_a_place_while_the_others_play_on():
    one, two, three = draw(["Ana", "Ben", "Cem"], SEED)
    listed = awards(
        standing(9, 9, 9, chain=WITH), 3, [bracket([one, two, three], SEED, [TiebreakerGame((one, two), (1, 2))])]
    )
    inside = sorted([two, three])
    assert summary(listed) == [(1, "open", inside), (2, "open", inside), (3, "given", [one])]


def test_tiebreakers_that_are_played_out_give_every_side_its_own_place():
    one, two, three = draw(["Ana", "Ben", "Cem"], SEED)
    games = [TiebreakerGame((one, two), (1, 2)), TiebreakerGame((two, three), (1, 2))]
    listed = awards(standing(9, 9, 9, 3, chain=WITH), 4, [bracket([one, two, three], SEED, games)])
    assert summary(listed) == [
        (1, "given", [three]),
        (2, "given", [two]),
        (3, "given", [one]),
        (4, "given", ["Dia"]),
    ]


def test_while_a_game_waits_for_the_judge_the_award_is_open():
    one, two = draw(["Ana", "Ben"], SEED)
    waits = bracket([one, two], SEED, [TiebreakerGame((one, two), (4, 3), (1, 0))])
    assert [each.state for each in awards(standing(9, 9, chain=WITH), 2, [waits])] == ["open", "open"]


def test_the_tiebreakers_of_a_tie_that_is_none_any_more_give_nothing():
    one, two = draw(["Ana", "Ben"], SEED)
    old = bracket([one, two], SEED, [TiebreakerGame((one, two), (4, 3))])
    assert [each.state for each in awards(standing(9, 9, 9, chain=WITH), 3, [old])] == ["open"] * 3
    assert summary(awards(standing(9, 8, 7, chain=WITH), 1, [old])) == [(1, "given", ["Ana"])]


def test_a_tie_below_the_awards_is_nobodys_concern():
    assert [each.state for each in awards(standing(9, 8, 7, 7, chain=WITH), 2)] == ["given", "given"]


def test_two_ties_are_open_each_for_itself():
    listed = awards(standing(9, 9, 8, 8, 8, chain=WITH), 3)
    assert [(each.state, each.first, each.last) for each in listed] == [
        ("open", 1, 2),
        ("open", 1, 2),
        ("open", 3, 5),
    ]


SENTENCES = [
    ((9, 8, 1), 0, "Ana has 1st place with 9 points."),
    ((9, 8, 1), 2, "Cem has 3rd place with 1 point."),
    ((9, 9, 1), 0, "Ana and Ben share 1st place with 9 points."),
    ((9, 9, 1), 1, "There is no 2nd place: 2 share 1st place."),
    ((9, 9, 9), 2, "There is no 3rd place: 3 share 1st place."),
    ((9,), 1, "Nobody has 2nd place."),
]


@pytest.mark.parametrize("totals, at, sentence", SENTENCES)
def test_every_award_is_told_in_a_sentence(totals, at, sentence):
    assert str(awards(standing(*totals), 3)[at].message) == sentence


def test_places_and_names_are_written_as_people_say_them():
    assert [str(ordinal(n)) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th")
    ]
    assert str(in_a_row(["Ana"])) == "Ana"
    assert str(in_a_row(["Ana", "Ben", "Cem"])) == "Ana, Ben and Cem"


totals = st.lists(st.integers(0, 4), max_size=6)


@given(totals, st.integers(0, 7), st.sampled_from([PLAIN, WITH]))
def test_every_place_is_told_once_in_order(made, places, chain):
    assert [each.place for each in awards(standing(*made, chain=chain), places)] == list(range(1, places + 1))


@given(totals, st.integers(0, 7))
def test_who_stands_on_a_place_that_counts_has_its_award_and_nobody_else(made, places):
    ranking = standing(*made)
    given_ = [w for each in awards(ranking, places) if each.state in ("given", "shared") for w in each.winners]
    assert sorted(w.entrant for w in given_) == sorted(
        each.entrant for each in ranking.ranked if each.place and each.place <= places
    )


@given(totals, st.integers(0, 7))
def test_with_tiebreakers_nobody_shares_and_nobody_is_passed_over(made, places):
    result = awards(standing(*made, chain=WITH), places)
    assert {each.state for each in result} <= {"given", "open", "nobody"}
    assert sum(each.state == "nobody" for each in result) == max(0, places - len(made))
