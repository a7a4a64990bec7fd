"""Perfect play in Countdown Duel, compared with searches that take no short cut."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from judging.games.duel.game import DUEL
from judging.games.duel.levels import SLUGS
from judging.games.duel.rules import OPERATIONS, DuelBoard, Turn, lose_turn, start, take
from puzzles.duel.levels import analysis, choose, hint, losing_turn_wins, wins
from puzzles.duel.search import DuelSearch
from puzzles.games.duel import after
from tests.laws import some
from tests.puzzles import live_table


@cache
def plain(board: DuelBoard) -> bool:
    """Who wins, only by the rules: every turn, and losing the turn, in every position."""
    player = board.turn
    turns = [take(board, Turn(each, number)) for number in board.numbers[player] for each in OPERATIONS]
    return any(won_by(each, player) for each in (*turns, lose_turn(board)))


def won_by(board: DuelBoard, player: int) -> bool:
    return board.winner == player if board.ended else plain(board) == (board.turn == player)


def boards(target: int, highest: int) -> list[DuelBoard]:
    """Every position of a smaller game."""
    reached: dict[DuelBoard, None] = {}
    waiting = [start(target, highest)]
    while waiting:
        board = waiting.pop()
        if board in reached or board.ended:
            continue
        reached[board] = None
        turns = [take(board, Turn(each, number)) for number in board.numbers[board.turn] for each in OPERATIONS]
        waiting += [*turns, lose_turn(board)]
    return list(reached)


def winning_turns(search: DuelSearch, board: DuelBoard) -> list[Turn]:
    own, other = board.numbers[board.turn], board.numbers[1 - board.turn]
    return [turn for turn in search.turns(own) if search.keeps_win(board.total, own, other, turn)]


@pytest.mark.sampled
@pytest.mark.parametrize("target, highest", some([(4, 2), (6, 3), (9, 3), (30, 3)], of=3))
def test_every_position_of_smaller_games_is_decided_as_by_the_rules_alone(target, highest):
    search = DuelSearch(target, highest)
    for board in boards(target, highest):
        assert wins(search, board) == plain(board), board
    plain.cache_clear()


def test_every_winning_turn_of_a_smaller_game_wins_by_the_rules_alone():
    search = DuelSearch(5, 3)
    for board in boards(5, 3):
        for turn in search.turns(board.numbers[board.turn]):
            assert (turn in winning_turns(search, board)) == won_by(take(board, turn), board.turn)
    plain.cache_clear()


def test_the_second_player_wins_from_the_start_whatever_the_first_does():
    """A walk through everything that the first player can do, lost turns included, against the strong level's answers.
    It uses only the rules, so it proves the result whatever the search has left out."""
    search, random = DuelSearch(), Random(1)
    waiting, seen = [start()], set()
    while waiting:
        board = waiting.pop()
        if board in seen:
            continue
        seen.add(board)
        if board.ended:
            assert board.winner == 1, board
        elif board.turn == 1:
            turn = choose(search, board, "strong", random)
            waiting.append(lose_turn(board) if turn is None else take(board, turn))
        else:
            turns = [take(board, Turn(each, number)) for number in board.numbers[0] for each in OPERATIONS]
            waiting += [*turns, lose_turn(board)]
    assert len(seen) > 5000


def test_the_search_from_the_start_needs_few_positions():
    search = DuelSearch()
    assert not wins(search, start())
    assert len(search) < 10_000


def played(first: str, second: str, seed: int, search: DuelSearch) -> tuple[DuelBoard, list[Turn | None]]:
    board, turns, random = start(), [], Random(seed)
    while not board.ended:
        turn = choose(search, board, (first, second)[board.turn], random)
        turns.append(turn)
        board = lose_turn(board) if turn is None else take(board, turn)
    return board, turns


@pytest.mark.parametrize("level", SLUGS)
def test_the_strong_level_never_loses_as_second_player(level):
    search = DuelSearch()
    for seed in range(10):
        assert played(level, "strong", seed, search)[0].winner == 1


def test_stronger_levels_win_more_often():
    search = DuelSearch()
    wins_of = {
        (one, other): sum(played(one, other, seed, search)[0].winner == 0 for seed in range(30))
        for one, other in (("strong", "easy"), ("medium", "easy"), ("easy", "medium"))
    }
    assert wins_of["strong", "easy"] > wins_of["medium", "easy"] > wins_of["easy", "medium"]


def test_the_turn_at_which_the_win_was_thrown_away():
    search = DuelSearch()
    turns = [Turn("+", 5), Turn("*", 3), Turn("+", 4), Turn("*", 2)]
    judged = analysis(search, start(), turns)
    assert [each.player for each in judged] == [0, 1, 0, 1]
    assert not judged[0].could_win
    assert judged[1].could_win
    assert judged[1].thrown_away, "at 15 the first player wins with *2"
    assert [each.could_win for each in judged[2:]] == [True, True]
    assert [each.thrown_away for each in judged[2:]] == [True, False]
    assert judged[2].better in winning_turns(search, take(take(start(), turns[0]), turns[1]))


def test_a_hint_wins():
    search = DuelSearch()
    board = take(start(), Turn("+", 1))
    turn = hint(search, board)
    assert turn in winning_turns(search, board)
    assert turn is not None
    assert not wins(search, take(board, turn))


def test_a_lost_turn_is_answered_by_losing_one_too_where_that_alone_wins():
    """At the start the first player cannot win. If they lose their turn on purpose, the second can give it back."""
    search, board = DuelSearch(), lose_turn(start())
    assert wins(search, board)
    assert losing_turn_wins(search, board)


def test_a_game_is_reviewed_when_it_is_over():
    table = live_table.LiveTable(DUEL)
    table.sit(1, 2)
    for seat, text in ((1, "+5"), (2, "*3"), (1, "+4")):
        table.player(seat, "turn", text=text)
        assert after(table.position, None) == {}
    table.player(2, "turn", text="*2")
    assert [each["thrown_away"] for each in after(table.position, None)["turns"]] == [False, True, True, False]
