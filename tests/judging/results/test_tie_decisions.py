"""What decided a tie on points: the score of a tiebreaker, or the next criterion with both values."""

from __future__ import annotations

import pytest

from judging.results.brackets import TiebreakerGame, bracket, with_tiebreaks
from judging.results.standings import BEST_ROUND, TOTAL, EntrantRow, rank, tiebreak
from judging.results.tie_decisions import tie_decision, why_shared
from judging.results.ties import draw

CHAIN = (TOTAL, tiebreak(), BEST_ROUND)
A, B, C = draw(["Ana", "Ben", "Cem"], "seed")


def decided(*games: TiebreakerGame, sides: tuple[str, ...] = (A, B), points: dict | None = None):
    """The decision below each entrant, best first; who is not tied has None."""
    played = bracket(sides, "seed", games)
    rows = [EntrantRow(side, (points or {}).get(side, {"1": 20}), name=side) for side in sides]
    ranked = rank(with_tiebreaks(rows, [played]), CHAIN).ranked
    pairs = zip(ranked, ranked[1:], strict=False)
    return [tie_decision(one, other, CHAIN, [played]) for one, other in pairs]


def test_the_winner_of_a_tiebreaker_has_its_score_whoever_is_written_first():
    (won,) = decided(TiebreakerGame((A, B), (2, 4)))
    assert str(won.message) == "won the tiebreaker 4 : 2"
    assert str(won.named) == f"won the tiebreaker against {A} 4 : 2"
    assert str(won.sentence) == f"Equal on points: {B} won the tiebreaker against {A} 4 : 2."
    assert decided(TiebreakerGame((B, A), (4, 2)))[0].message == won.message


def test_games_that_ended_in_a_draw_are_counted():
    one_draw = decided(TiebreakerGame((A, B), (3, 3)), TiebreakerGame((A, B), (4, 2)))[0]
    twice = decided(TiebreakerGame((A, B), (3, 3)), TiebreakerGame((A, B), (1, 1)), TiebreakerGame((A, B), (4, 2)))[0]
    assert str(one_draw.message) == "won the tiebreaker 4 : 2 after 1 draw"
    assert str(twice.named) == f"won the tiebreaker against {B} 4 : 2 after 2 draws"


def test_of_three_those_who_did_not_meet_went_further():
    first, second = decided(TiebreakerGame((A, B), (1, 0)), TiebreakerGame((C, A), (3, 2)), sides=(A, B, C))
    assert str(first.message) == "won the tiebreaker 3 : 2"
    assert (first.above.entrant, second.below.entrant) == (C, B)
    assert str(second.message) == "won the tiebreaker 1 : 0"
    decision = decided(TiebreakerGame((A, B), (0, 1)), TiebreakerGame((C, B), (0, 3)), sides=(A, B, C))[1]
    assert str(decision.named) == f"went further than {A} in the tiebreakers"
    assert str(decision.sentence) == f"Equal on points: {C} went further than {A} in the tiebreakers."


def test_another_criterion_says_both_values():
    points = {A: {"1": 12, "2": 8}, B: {"1": 10, "2": 10}}
    (better,) = decided(points=points)
    assert str(better.message) == str(better.named) == "best single round: 12 to 10"


@pytest.mark.parametrize("points", [{}, {A: {"1": 30}}])
def test_who_shares_a_place_or_has_more_points_needs_no_decision(points):
    assert decided(points=points) == [None]


@pytest.mark.parametrize(
    "games, sentence",
    [
        ((), "equal on points"),
        ((TiebreakerGame((A, B), (3, 3)),), "drew the tiebreaker 3 : 3"),
        ((TiebreakerGame((A, B), (4, 2), (0, 0), (0, 3)),), "equal on points"),
    ],
    ids=["not played", "a draw", "waits for the judge"],
)
def test_those_who_share_a_place_drew_or_are_equal(games, sentence):
    played = bracket((A, B), "seed", games)
    rows = with_tiebreaks([EntrantRow(side, {"1": 20}, name=side) for side in (A, B)], [played])
    assert str(why_shared(rank(rows, CHAIN).ranked, CHAIN, [played])) == sentence
