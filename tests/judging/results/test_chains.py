"""Chains as they are stored, and the order that any of them gives."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from judging.results.criteria import catalogue, read_chain
from judging.results.standings import EntrantRow, rank, round_points, sort_key
from tests.laws import examples

ROUNDS = {"1": "Hit the Target", "2": "24 Game", "3": "One {to} Many"}


def slugs(names):
    return [each.slug for each in read_chain(names, ROUNDS)[0]]


def outcome(names):
    return [(each.at, each.code, str(each.message)) for each in read_chain(names, ROUNDS)[1]]


def test_a_chain_is_read_in_its_order():
    names = ["total", "tiebreak", "best_round", "round:3", "methods"]
    assert (slugs(names), outcome(names)) == (names, [])


PROBLEMS = [
    ([], [(None, "total_first", "The first criterion must be the total.")]),
    (["tiebreak", "total"], [(None, "total_first", "The first criterion must be the total.")]),
    (["total", "luck"], [(1, "unknown", "There is no criterion “luck”.")]),
    (["total", "round:9"], [(1, "unknown", "There is no round “9”.")]),
    (["total", "round:"], [(1, "unknown", "There is no round “”.")]),
    (["total", "3"], [(1, "unknown", "There is no criterion “3”.")]),
    (
        ["total", "round:1", "round:1"],
        [(2, "twice", "Use each criterion only once. You chose Hit the Target twice.")],
    ),
    (
        ["total", "total", "x" * 99],
        [
            (1, "twice", "Use each criterion only once. You chose points twice."),
            (2, "unknown", f"There is no criterion “{'x' * 40}”."),
        ],
    ),
]


@pytest.mark.parametrize("names, problems", PROBLEMS)
def test_what_is_wrong_with_a_chain_is_told_and_the_rest_still_holds(names, problems):
    assert outcome(names) == problems
    assert len(slugs(names)) == len(names) - sum(at is not None for at, _, _ in problems)


def test_the_catalogue_has_every_criterion_once_with_its_words():
    choices = catalogue(ROUNDS)
    assert [each.name for each in choices] == [
        *("total", "tiebreak", "best_round", "methods", "round:1", "round:2", "round:3")
    ]
    assert all(each.label and each.help.endswith(".") for each in choices)
    assert slugs([each.name for each in choices]) == [each.name for each in choices]


def test_a_round_may_have_any_name():
    one = round_points("3", ROUNDS["3"])
    assert str(one.message(EntrantRow("a", {"3": 2}, name="A"), EntrantRow("b", {"3": 1}, name="B{}"))) == (
        "One {to} Many: A has 2 points and B{} has 1 point."
    )


def an_event(seed):
    """Entrants with few points in three rounds, so that many are level; the chain is drawn too."""
    chance = Random(seed)
    names = [each.name for each in catalogue(ROUNDS)][1:]
    chain, problems = read_chain(["total", *chance.sample(names, chance.randint(0, len(names)))], ROUNDS)
    assert problems == ()
    rows = [
        EntrantRow(
            number,
            {r: chance.randint(0, 2) for r in chance.sample(list(ROUNDS), chance.randint(0, 3))},
            display=(number,),
            name=f"Player {number}",
            measures={"methods": chance.randint(0, 1), "tiebreak": chance.randint(0, 1)},
        )
        for number in range(1, chance.randint(2, 14))
    ]
    return rows, chain, chance


seeds = st.integers(0, 10**6)


@given(seeds)
@examples(300)
def test_the_order_is_total_transitive_and_does_not_ask_who_came_first(seed):
    rows, chain, chance = an_event(seed)
    standing = rank(rows, chain)
    assert rank(chance.sample(rows, len(rows)), chain) == standing
    place = {each.entrant: each.place for each in standing.ranked}
    above = {(a, b) for a in place for b in place if place[a] < place[b]}
    level = {(a, b) for a in place for b in place if place[a] == place[b]}
    assert {(a, b) for a in place for b in place} == above | {(b, a) for a, b in above} | level
    assert not above & {(b, a) for a, b in above}
    assert all((a, d) in above for a, b in above for c, d in above if b == c)
    assert all((a, d) in level for a, b in level for c, d in level if b == c)
    assert {(a.entrant, b.entrant) for a in rows for b in rows if sort_key(a, chain) < sort_key(b, chain)} == above


@given(seeds)
@examples(300)
def test_for_any_two_neighbours_one_sentence_says_why(seed):
    rows, chain, _ = an_event(seed)
    ranked = rank(rows, chain).ranked
    for above, below in zip(ranked, ranked[1:], strict=False):
        why = str(rank(rows, chain).why_above(above.entrant, below.entrant))
        assert (why.count("."), why[-1]) == (1, ".")
        assert above.row.called in why
        assert below.row.called in why
        assert ("share the place" in why) == (above.place == below.place)
        assert not why.startswith("It is the other way round")
