"""Countdown Duel: the board, and the table."""

from __future__ import annotations

import json

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from judging.games.duel.game import DUEL as GAME
from judging.games.duel.rules import OPERATIONS, DuelBoard, Invalid, Turn, applied, lose_turn, ranges, read, start, take
from judging.games.live.game import Due, TableReader
from judging.games.live.moves import PLAYER, SERVER, Move
from judging.games.live.replay import check, due, replay
from tests.laws import examples


def board_after(*texts: str, board: DuelBoard | None = None) -> DuelBoard:
    board = board or start()
    for text in texts:
        turn = read(board, text)
        board = lose_turn(board) if isinstance(turn, Invalid) else take(board, turn)
    return board


def test_the_games_of_the_rule_book():  # DU-1
    board = board_after("+5", "*3", "+4", "*2")
    assert (board.total, board.winner, board.ended) == (38, 1, "target")
    assert board.numbers == ((1, 2, 3, 6, 7, 8, 9), (1, 4, 5, 6, 7, 8, 9))
    assert board_after("+7", "*9").winner == 1


@pytest.mark.parametrize("total, number, after", [(7, 2, 3), (-7, 2, -3), (-1, 9, 0), (9, 3, 3), (0, 5, 0)])
def test_division_discards_the_fraction_toward_zero(total, number, after):  # DU-3
    assert applied(total, Turn("/", number)) == after


@pytest.mark.parametrize("text", ["+5", " + 5 ", "×5", "x5", "÷5", ":5", "−5", "-5", "/5"])
def test_turns_are_read(text):  # DU-4
    assert isinstance(read(start(), text), Turn)


@pytest.mark.parametrize(
    "text, code",
    [("/0", "division_by_zero"), ("+0", "not_available"), ("+10", "not_available"), ("5", "not_a_move")]
    + [(text, "not_a_move") for text in ("", "+", "5+", "+5+5", "++5", "+5.0", "+99999", "^2", "+٥")],
)
def test_everything_else_is_invalid(text, code):  # DU-5
    turn = read(start(), text)
    assert isinstance(turn, Invalid)
    assert turn.code == code


def test_an_invalid_move_changes_nothing_but_the_turn():  # DU-5
    before = board_after("+5")
    after = board_after("?", board=before)
    assert (after.total, after.numbers, after.turn) == (before.total, before.numbers, 0)


def test_a_player_without_numbers_is_passed_over():  # DU-6
    board = DuelBoard(-100, ((), (1, 2)), turn=1)
    board = board_after("-1", board=board)
    assert board.turn == 1
    assert board_after("-2", board=board).winner == 1


def test_four_lost_turns_in_a_row_end_the_game():  # DU-7
    assert board_after("?", "?", "?", "?").winner == 1
    assert board_after("?", "+1", "?", "?", "?", "?").winner == 1
    assert board_after("+1", "?", "?", "?", "+2").ended is None
    assert board_after("+1", "?", "?", "?", "?").winner == 0


@pytest.mark.parametrize(
    "numbers, text", [((1, 2, 3, 4, 6, 7, 8, 9), "1-4, 6-9"), ((1, 4, 5), "1, 4-5"), ((), ""), ((7,), "7")]
)
def test_available_numbers_as_ranges(numbers, text):
    assert ranges(numbers) == text


class BoardMachine(RuleBasedStateMachine):
    """Any turns, valid or not: the game always ends, and its laws hold on the way."""

    def __init__(self) -> None:
        super().__init__()
        self.board, self.used, self.total, self.turns = start(), ([], []), 0, 0

    @precondition(lambda self: self.board.ended is None)
    @rule(operation=st.sampled_from(OPERATIONS), number=st.integers(0, 10))
    def turn(self, operation, number):
        player, before = self.board.turn, self.board
        self.board = board_after(f"{operation}{number}", board=self.board)
        self.turns += 1
        if self.board.numbers[player] != before.numbers[player]:
            self.used[player].append(number)
            self.total = applied(self.total, Turn(operation, number))

    @precondition(lambda self: self.board.ended is not None)
    @rule()
    def another_game(self):
        self.board, self.used, self.total, self.turns = start(), ([], []), 0, 0

    @invariant()
    def no_number_is_used_twice_and_the_total_is_that_of_the_turns(self):
        assert all(len(set(each)) == len(each) for each in self.used)
        assert self.board.total == self.total

    @invariant()
    def it_ends_in_bounded_time_with_one_winner(self):
        assert self.turns <= 18 * 4
        assert (self.board.winner is None) == (self.board.ended is None)


TestBoard = BoardMachine.TestCase
TestBoard.settings = settings(examples(60), stateful_step_count=80)


class Table:
    def __init__(self, **values: object):
        self.settings = GAME.schema.read(values)
        self.moves: list[Move] = []
        for seat in (4, 7):
            self.make("join", PLAYER, seat)
        self.make("begin", "host", None)

    def make(self, kind, by, seat, at=0, **facts):
        move = Move(len(self.moves) + 1, kind, by, seat, at, facts)
        refusal = check(GAME, self.position, move)
        if refusal is None or refusal.recorded:
            self.moves.append(move)
        return refusal

    def turn(self, seat, text, **facts):
        return self.make("turn", PLAYER, seat, text=text, **facts)

    @property
    def position(self):
        return replay(GAME, self.settings, self.moves)

    def view(self, seat=None):
        return GAME.view(self.position, TableReader("screen") if seat is None else TableReader("seat", seat))


def test_a_game_at_a_table():
    table = Table()
    assert table.view()["turn"] == 4
    assert table.turn(7, "+1").code == "not_your_turn"
    for seat, text in ((4, "+5"), (7, "*3"), (4, "/0"), (7, "*2")):
        assert table.turn(seat, text) is None
    shown = table.view(4)
    json.dumps(shown)
    assert (shown["total"], shown["winner"], shown["ended"], shown["phase"]) == (30, 7, "target", "over")
    assert [row["code"] for row in shown["turns"]] == ["+", "*", "division_by_zero", "*"]
    assert [each["score"] for each in shown["players"]] == [0, 1]
    assert due(GAME, table.position) == Due(0, "end")
    table.make("end", SERVER, None)
    assert table.position.stage == "over"


def test_the_second_player_may_begin():  # DU-2
    assert Table(starts="second").view()["turn"] == 7


def test_a_turn_for_an_earlier_one_is_recorded_and_does_not_count():
    table = Table()
    table.turn(4, "+5", turn=1)
    refused = table.turn(7, "+5", turn=1)
    assert (refused.code, refused.recorded) == ("other_turn", True)


def test_a_turn_that_takes_too_long_is_lost():  # DU-8
    table = Table(turn_time=30)
    assert due(GAME, table.position) == Due(30_000, "time_up")
    table.make("time_up", SERVER, None, at=30_000)
    shown = table.view()
    assert (shown["turn"], shown["turns"][0]["code"]) == (7, "turn_time")


def test_who_leaves_loses():  # DU-8
    table = Table()
    table.make("leave", PLAYER, 4)
    assert (table.view()["winner"], table.view()["ended"]) == (7, "resigned")


def test_every_code_of_a_view_has_a_sentence():
    from judging.messages import TEMPLATES

    codes = ["target", "no_numbers", "lost_turns", "no_valid_turn", "resigned", "turn_time", "not_a_move"]
    codes += ["division_by_zero", "not_available", *OPERATIONS]
    assert {f"duel_{code}" for code in codes} <= TEMPLATES.keys()
