"""Tiebreakers: one side is out each time, until one is left; a ruling on one game changes what follows from it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, strategies as st

from judging.results.brackets import TiebreakerGame, bracket, with_tiebreaks
from judging.results.standings import TOTAL, EntrantRow, rank, tiebreak
from judging.results.ties import draw

SEED = "spring 2026"
A, B, C, D = draw(["ana", "ben", "cem", "dia"], SEED)
NAMES = {"ana": "Ana", "ben": "Ben", "cem": "Cem", "dia": "Dia"}
a, b, c, d = (NAMES[side] for side in (A, B, C, D))


def replayed(*games, sides=(A, B, C)):
    return bracket(sides, SEED, games)


def states(played):
    return [each.state for each in played.played]


def test_two_sides_play_one_tiebreaker():
    before, after = replayed(sides=(A, B)), replayed(TiebreakerGame((A, B), (4, 2)), sides=(A, B))
    assert (before.next, before.champion, before.left) == ((A, B), None, 1)
    assert (after.next, after.champion, after.left) == (None, A, 0)
    assert after.order == (A, B)


def test_of_three_the_winner_of_the_first_two_plays_the_third():
    first = TiebreakerGame((A, B), (1, 3))
    assert replayed(first).next == (C, B)
    done = replayed(first, TiebreakerGame((B, C), (5, 2)))
    assert (done.champion, done.out, done.order) == (B, (A, C), (B, C, A))
    assert done.survived == {A: 0, C: 1, B: 2}


def test_of_four_the_two_winners_meet():
    two = replayed(TiebreakerGame((A, B), (1, 0)), TiebreakerGame((C, D), (1, 2)), sides=(A, B, C, D))
    assert two.next == (A, D)
    assert two.survived == {B: 0, C: 1, A: 2, D: 2}


def test_it_does_not_matter_which_side_is_written_first():
    assert replayed(TiebreakerGame((A, B), (4, 2))).inside == replayed(TiebreakerGame((B, A), (2, 4))).inside


def test_a_tiebreaker_that_ends_level_is_played_again():
    level = replayed(TiebreakerGame((A, B), (3, 3)))
    assert (states(level), level.next, level.again, level.out) == (["tied"], (A, B), True, ())
    again = replayed(TiebreakerGame((A, B), (3, 3)), TiebreakerGame((A, B), (2, 2)), TiebreakerGame((A, B), (0, 1)))
    assert (states(again), again.next, again.again) == (["tied", "tied", "won"], (C, B), False)


WAITING = [
    ((4, 3), (1, 0), (0, 0), "waits"),
    ((4, 3), (0, 1), (0, 0), "won"),
    ((5, 3), (1, 0), (0, 0), "won"),
    ((5, 3), (2, 0), (0, 0), "waits"),
    ((3, 3), (1, 1), (0, 0), "waits"),
    ((3, 3), (0, 0), (0, 0), "tied"),
    ((4, 3), (0, 0), (0, 1), "waits"),
    ((4, 3), (0, 0), (1, 0), "won"),
    ((5, 3), (1, 0), (0, 1), "waits"),
    ((6, 3), (1, 0), (0, 1), "won"),
]


@pytest.mark.parametrize("methods, waiting, unread, state", WAITING)
def test_a_game_waits_only_for_what_could_decide_it(methods, waiting, unread, state):
    assert states(replayed(TiebreakerGame((A, B), methods, waiting, unread))) == [state]


def test_while_a_game_waits_nobody_is_out_and_nothing_is_played():
    played = replayed(TiebreakerGame((A, B), (4, 3), (1, 0)), TiebreakerGame((C, A), (4, 3)))
    assert states(played) == ["waits", "held"]
    assert (played.waits, played.next, played.champion, played.out) == (True, None, None, ())
    assert played.survived == {A: 0, B: 0, C: 0}


def test_the_ruling_that_settles_a_game_brings_the_next_into_force():
    played = replayed(TiebreakerGame((A, B), (4, 3)), TiebreakerGame((C, A), (4, 3)))
    assert (states(played), played.champion) == (["won", "won"], C)


def test_a_correction_makes_what_no_longer_follows_void():
    second = TiebreakerGame((C, A), (4, 3))
    assert replayed(TiebreakerGame((A, B), (4, 3)), second).champion == C
    corrected = replayed(TiebreakerGame((A, B), (2, 3)), second)
    assert states(corrected) == ["won", "void"]
    assert (corrected.next, corrected.champion) == ((C, B), None)
    anew = replayed(TiebreakerGame((A, B), (2, 3)), second, TiebreakerGame((C, B), (1, 2)))
    assert (states(anew), anew.champion) == (["won", "void", "won"], B)


def test_a_correction_that_leaves_the_winner_changes_nothing_after_it():
    second = TiebreakerGame((C, A), (4, 3))
    assert (
        replayed(TiebreakerGame((A, B), (4, 3)), second).order == replayed(TiebreakerGame((A, B), (9, 3)), second).order
    )


def test_a_win_that_becomes_level_is_played_again_and_so_is_what_came_after():
    played = replayed(TiebreakerGame((A, B), (3, 3)), TiebreakerGame((C, A), (4, 3)))
    assert (states(played), played.next, played.again) == (["tied", "void"], (A, B), True)


def test_a_game_after_the_champion_or_with_a_stranger_is_void():
    played = replayed(
        TiebreakerGame((A, "zoe"), (4, 3)), TiebreakerGame((A, B), (4, 3)), TiebreakerGame((A, B), (1, 3)), sides=(A, B)
    )
    assert states(played) == ["void", "won", "void"]


SENTENCES = [
    ([TiebreakerGame((A, B), (4, 3))], f"{a} wins by 4 methods to 3, and {b} is out."),
    ([TiebreakerGame((A, B), (0, 1))], f"{b} wins by 1 method to 0, and {a} is out."),
    ([TiebreakerGame((A, B), (3, 3))], f"{a} and {b} have 3 methods each and play again with a new puzzle."),
    (
        [TiebreakerGame((A, B), (4, 3), (1, 0))],
        f"{a} has 4 methods and {b} 3, and 1 method waits for the judge, so nothing is settled.",
    ),
    (
        [TiebreakerGame((A, B), (4, 4), (1, 1), (1, 0))],
        f"{a} has 4 methods and {b} 4, and 3 methods wait for the judge, so nothing is settled.",
    ),
    (
        [TiebreakerGame((A, B), (4, 3), (1, 0)), TiebreakerGame((C, A), (1, 2))],
        f"{c} against {a} counts as soon as the game before it is decided.",
    ),
    (
        [TiebreakerGame((A, B), (2, 3)), TiebreakerGame((C, A), (1, 2))],
        f"{c} and {a} no longer play each other here, so this game does not count.",
    ),
    ([TiebreakerGame((A, "zoe"), (2, 3))], f"{a} and zoe no longer play each other here, so this game does not count."),
]


@pytest.mark.parametrize("games, sentence", SENTENCES)
def test_every_game_says_what_came_of_it(games, sentence):
    assert str(replayed(*games).played[-1].message(NAMES)) == sentence


WHOLE = [
    ([], f"{a} and {b} play. 2 more games with a winner decide the tie."),
    (
        [TiebreakerGame((A, B), (3, 3))],
        f"{a} and {b} play again with a new puzzle. 2 more games with a winner decide the tie.",
    ),
    ([TiebreakerGame((A, B), (4, 3))], f"{c} and {a} play. 1 more game with a winner decides the tie."),
    ([TiebreakerGame((A, B), (4, 3), (1, 0))], "A tiebreaker waits for the judge."),
    ([TiebreakerGame((A, B), (4, 3)), TiebreakerGame((A, C), (4, 3))], f"{a} has won the tiebreakers."),
]


@pytest.mark.parametrize("games, sentence", WHOLE)
def test_the_bracket_says_what_is_to_come(games, sentence):
    assert str(replayed(*games).message(NAMES)) == sentence


@pytest.mark.parametrize(
    "sides, counts",
    [
        ((A, A), {"methods": (1, 2)}),
        ((A, B), {"methods": (-1, 2)}),
        ((A, B), {"methods": (1, 2), "waiting": (2, 0)}),
        ((A, B), {"methods": (1, 2), "unread": (0, -1)}),
    ],
)
def test_a_game_that_cannot_be_is_an_error_of_the_program(sides, counts):
    with pytest.raises(ValueError):
        TiebreakerGame(sides, **counts)


def test_one_side_alone_has_no_tiebreaker():
    with pytest.raises(ValueError, match="two sides"):
        bracket([A], SEED, [])


def test_the_standing_follows_the_tiebreakers_and_says_so():
    done = replayed(TiebreakerGame((A, B), (1, 3)), TiebreakerGame((B, C), (5, 2)))
    rows = [EntrantRow(side, {"1": 40}, name=NAMES[side]) for side in (A, B, C)] + [EntrantRow(D, {"1": 20}, name=d)]
    standing = rank(with_tiebreaks(rows, [done]), (TOTAL, tiebreak()))
    assert [(each.entrant, each.place) for each in standing.ranked] == [(B, 1), (C, 2), (A, 3), (D, 4)]
    assert str(standing.why_above(B, C)) == f"Equal on points: {b} went further than {c} in the tiebreakers."
    assert standing.of(D).row.measures == {}


sides = st.lists(st.integers(1, 99), unique=True, min_size=2, max_size=8)
counts = st.tuples(st.integers(0, 3), st.integers(0, 3))


def played_out(entrants, seed, random):
    """Games at random until one is left, as the bracket asks for them."""
    games = []
    while pair := bracket(entrants, seed, games).next:
        games.append(TiebreakerGame(pair, (random.randint(0, 3), random.randint(0, 3))))
    return games


@given(sides, st.text(max_size=5), st.integers(0, 999))
def test_n_sides_win_n_less_one_games_and_one_is_left(entrants, seed, chance):
    games = played_out(entrants, seed, Random(chance))
    played = bracket(entrants, seed, games)
    assert states(played).count("won") == len(entrants) - 1
    assert set(states(played)) <= {"won", "tied"}
    assert sorted(played.order) == sorted(entrants)
    assert played.order[0] == played.champion
    assert sorted(played.survived.values()) == list(range(len(entrants)))
    assert sorted(entrants, key=lambda side: -played.survived[side]) == list(played.order)


@given(sides, st.text(max_size=5), st.integers(0, 999))
def test_nobody_plays_again_once_out(entrants, seed, chance):
    out = set()
    for each in bracket(entrants, seed, played_out(entrants, seed, Random(chance))).played:
        assert not out & set(each.game.sides)
        out |= {each.loser} if each.state == "won" else set()


@given(sides, st.text(max_size=5), st.integers(0, 999), st.data())
def test_after_any_correction_the_bracket_can_be_played_to_its_end(entrants, seed, chance, data):
    games = played_out(entrants, seed, Random(chance))
    at = data.draw(st.integers(0, len(games) - 1))
    games[at] = TiebreakerGame(games[at].sides, data.draw(counts))
    before = bracket(entrants, seed, games)
    assert before.played[:at] == bracket(entrants, seed, games[:at]).played
    while pair := bracket(entrants, seed, games).next:
        games.append(TiebreakerGame(pair, (1, 0)))
    after = bracket(entrants, seed, games)
    assert after.champion is not None
    assert states(after).count("won") == len(entrants) - 1
    assert after.played[: len(before.played)] == before.played


@given(sides, st.text(max_size=5), st.integers(0, 999), st.randoms(use_true_random=False))
def test_the_order_of_arrival_of_the_sides_does_not_matter(entrants, seed, chance, random):
    games = played_out(entrants, seed, Random(chance))
    assert bracket(random.sample(entrants, len(entrants)), seed, games) == bracket(entrants, seed, games)


@given(counts, counts, counts, st.data())
def test_a_settled_game_comes_out_the_same_whatever_the_judge_says(methods, waiting, unread, data):
    waiting = tuple(min(w, m) for w, m in zip(waiting, methods, strict=True))
    game = TiebreakerGame((A, B), methods, waiting, unread)
    final = tuple(data.draw(st.integers(m - w, m + u)) for m, w, u in zip(methods, waiting, unread, strict=True))
    if game.settled:
        assert TiebreakerGame((A, B), final).ahead == game.ahead
