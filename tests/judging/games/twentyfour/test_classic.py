"""Classic rounds, types 0, 1 and 2, and what is common to all types."""

from __future__ import annotations

import pytest

from judging.games.live.game import Due
from judging.games.live.moves import HOST, PLAYER, SERVER, Move
from judging.games.live.replay import due, replay
from judging.games.twentyfour.expressions import split
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY as GAME
from judging.games.twentyfour.settings import PRESETS, SCHEMA
from tests.judging.games.twentyfour.tables import Table


@pytest.mark.parametrize(
    "text, points",
    [("8/(3-8/3)", 1), ("8 ÷ (3 - 8 ÷ 3) = 24", 1), ("3*8*(8-3)", -1), ("3*8", -1), ("nothing", -1), ("3*8+3-3", -1)],
)
def test_the_first_answer_ends_the_round_right_or_wrong(text, points):  # TF-C-4
    table = Table()
    table.deal("3 3 8 8")
    assert table.answer(1, text) is None
    assert table.phase == "result"
    assert table.scores == {1: points, 2: 0}
    assert table.codes() == {1: "right" if points == 1 else "wrong", 2: "no_answer"}


def test_ten_points_win_the_game_and_the_server_ends_it():  # TF-E-1
    table = Table()
    for _ in range(10):
        table.deal("1 2 3 4")
        table.answer(2, "1*2*3*4")
    assert table.scores == {1: 0, 2: 10}
    assert table.position.state.winner == 2
    assert due(GAME, table.position) == Due(0, "end")
    table.make("end", SERVER)
    assert table.phase == "over"


def test_type_1_never_ends():
    table = Table(players=1, game_type="1", end_score=1)
    for _ in range(3):
        table.deal("1 2 3 4")
        table.answer(1, "1*2*3*4")
    assert table.scores == {1: 3}
    assert table.position.state.winner is None


def test_the_servers_end_does_not_count_before_the_end():
    table = Table()
    table.make("end", SERVER)
    assert table.position.stage == "playing"
    table.make("end", SERVER, reason="nobody has been here for a day")
    assert table.position.stage == "over"


def test_a_round_is_a_draw_when_everybody_has_pressed_impossible():  # TF-C-5
    table = Table()
    table.deal("1 1 1 1")
    assert table.impossible(1) is None
    assert table.impossible(1).code == "done_already"
    assert table.phase == "answer"
    assert table.impossible(2) is None
    assert table.last["draw"]
    assert table.scores == {1: 0, 2: 0}


def test_who_has_pressed_impossible_may_still_answer():  # TF-C-5
    table = Table()
    table.deal("3 3 8 8")
    table.impossible(1)
    table.answer(1, "8/(3-8/3)")
    assert table.scores == {1: 1, 2: 0}


def test_answers_of_one_moment_count_in_the_order_of_receipt_and_the_record_says_so():  # TF-O-1
    table = Table()
    table.deal("3 3 8 8")
    table.at(5).answer(2, "8/(3-8/3)")
    refused = table.answer(1, "8/(3-8/3)")
    assert (refused.code, refused.recorded) == ("received_later", True)
    assert table.position.notes[len(table.moves)] == "received_later"
    assert table.at(6).answer(1, "8/(3-8/3)").code == "round_over"
    assert table.scores == {1: 0, 2: 1}


def test_an_answer_for_an_earlier_round_is_recorded_and_does_not_count():  # TF-O-2
    table = Table()
    table.deal("3 3 8 8")
    table.answer(1, "8/(3-8/3)")
    table.deal("1 2 3 4")
    refused = table.make("answer", PLAYER, 2, texts=["8/(3-8/3)"], round=1)
    assert (refused.code, refused.recorded) == ("other_round", True)
    assert table.phase == "answer"


def test_a_round_with_a_time_limit_ends_without_a_winner():  # TF-C-6
    table = Table(round_time=30)
    table.deal("3 3 8 8")
    assert due(GAME, table.position) == Due(30_000, "time_up")
    table.at(30).make("time_up", SERVER)
    assert (table.last["code"], table.last["winner"]) == ("time", None)


@pytest.mark.parametrize("between, next_due", [(0, None), (5, Due(12_000, "time_up"))])
def test_the_next_round_begins_by_the_clock_or_by_the_host(between, next_due):  # TF-3
    table = Table(between_time=between)
    table.deal("3 3 8 8")
    table.at(7).answer(1, "8/(3-8/3)")
    assert due(GAME, table.position) == next_due
    assert table.make("next", HOST) is None
    assert due(GAME, table.position) == Due(7000, "deal")


def test_players_come_and_go_between_rounds():  # TF-4
    table = Table(players=3)
    table.make("leave", PLAYER, 3)
    table.deal("1 1 1 1")
    table.make("join", PLAYER, 3)
    assert table.impossible(3).code == "not_in_round"
    table.impossible(1)
    table.make("leave", PLAYER, 2)
    assert table.last["draw"], "all who are left have pressed Impossible"
    table.deal("1 1 1 2")
    assert table.impossible(3) is None


def test_a_table_has_no_more_seats_than_players_are_set():
    table = Table(players=2)
    assert table.make("join", PLAYER, 3).code == "table_full"


@pytest.mark.parametrize("sets", [[], ["1 2 3"], ["1 2 3 4", "1 2 3 4"], ["0 1 2 3"], ["1 2 3 11"], ["1 2 x 4"]])
def test_a_host_cannot_deal_sets_that_do_not_fit(sets):
    assert Table().make("deal", HOST, sets=sets).code == "wrong_sets"


TWO = ((3, 3, 8, 8), (1, 2, 3, 4))


@pytest.mark.parametrize(
    "line, parts",
    [
        ("8/(3-8/3) 1*2*3*4", ("8/(3-8/3)", "1*2*3*4")),
        ("8 / (3 - 8 / 3) 1 * 2 * 3 * 4", ("8 / (3 - 8 / 3)", "1 * 2 * 3 * 4")),
        ("8 / (3 - 8 / 3 ) (1 + 2 + 3) * 4", ("8 / (3 - 8 / 3 )", "(1 + 2 + 3) * 4")),
        ("8/(3-8/3)1*2*3*4", None),
        ("8/(3-8/3) - 1*2*3*4", None),
        ("8/(3-8/3)", None),
        ("8/(3-8/3) 1*2*3*4 5", None),
    ],
)
def test_a_single_line_is_split_only_where_that_is_unambiguous(line, parts):  # TF-C-3
    assert split([line], TWO) == (parts or (line,))


def test_an_answer_needs_an_expression_for_each_set():  # TF-C-2, TF-C-3
    for texts, points in (
        (["8/(3-8/3)", "1*2*3*4"], 1),
        (["8/(3-8/3) 1*2*3*4"], 1),
        (["8/(3-8/3)"], -1),
        (["8/(3-8/3)", "1*2*3+4"], -1),
        (["1*2*3*4", "8/(3-8/3)"], -1),
        (["8/(3-8/3)", "1*2*3*4", "1"], -1),
    ):
        table = Table(sets=2)
        table.deal("3 3 8 8", "1 2 3 4")
        table.answer(1, *texts)
        assert table.scores[1] == points, texts


def test_basic_24_is_what_the_settings_are_by_themselves():  # the settings of the game's own text
    basic = SCHEMA.defaults().export()
    wanted = {"players": 2, "target": 24, "numbers": 4, "sets": 1, "number_range": 10, "game_type": "0"}
    wanted |= {"end_score": 10, "round_time": 0, "between_time": 0}
    assert {name: basic[name] for name in wanted} == wanted


def test_presets_can_be_played():
    for preset in PRESETS:
        assert not SCHEMA.plan_problems(preset.plan), preset.slug


def test_closest_to_has_one_set():
    assert [each.code for each in SCHEMA.problems({"game_type": "21", "sets": 2})] == ["one_set"]


def test_a_round_that_is_played_again_brings_nothing():
    table = Table(2)
    table.deal("3 3 8 8")
    table.answer(1, "8/(3-8/3)")
    assert table.scores == {1: 1, 2: 0}
    assert table.make("again") is None
    assert (table.scores, table.last["code"], table.last["counts"]) == ({1: 0, 2: 0}, "again", False)
    table.deal("1 2 3 4")
    assert table.answer(2, "1*2*3*4") is None
    assert table.scores == {1: 0, 2: 1}


def test_the_fastest_right_answer_is_worth_a_word_at_the_end():
    table = Table()
    for seconds, seat, text in ((7, 1, "1*2*3*4"), (3, 2, "1+2"), (4, 2, "4*3*2*1")):
        table.deal("1 2 3 4")
        table.at(table.now + seconds).answer(seat, text)
    [award] = GAME.awards(table.position)
    assert (award.seat, str(award.message)) == (2, "Fastest right answer: 4.0 s"), "a wrong answer is no fast one"
    assert GAME.awards(Table().position) == []


def test_a_wrong_answer_can_lock_out_only_its_player():  # TF-C-7
    table = Table(3, wrong_locks=True)
    table.deal("1 2 3 4")
    table.answer(1, "1+2")
    assert (table.phase, table.scores) == ("answer", {1: 0, 2: 0, 3: 0})
    assert table.answer(1, "1*2*3*4").code == table.impossible(1).code == "locked_out"
    table.answer(2, "1*2*3*4")
    assert (table.phase, table.scores) == ("result", {1: -1, 2: 1, 3: 0})
    assert table.codes() == {1: "wrong", 2: "right", 3: "no_answer"}


def test_a_round_ends_when_everybody_is_locked_out_or_time_is_up():  # TF-C-7
    table = Table(2, wrong_locks=True, round_time=60)
    table.deal("1 2 3 4")
    table.answer(1, "1+2")
    table.impossible(2)
    assert (table.position.state.round.result.code, table.scores) == ("none_right", {1: -1, 2: 0})
    table.deal("1 2 3 4")
    table.answer(2, "4-3")
    table.make("close", HOST)
    assert (table.position.state.round.result.code, table.scores) == ("closed", {1: -1, 2: -1})


def test_a_ruling_for_a_locked_out_player_ends_the_round_with_their_answer():  # TF-C-7, TF-E-2
    table = Table(2, wrong_locks=True)
    table.deal("1 2 3 4")
    table.answer(1, "1*2*3*4 !")
    table.answer(2, "1*2*3*4")
    first = next(move.number for move in table.moves if move.kind == "answer")
    ruling = Move(len(table.moves) + 1, "rule", HOST, None, 0, {"about": first, "facts": {"right": True}})
    after = replay(GAME, table.settings, [*table.moves, ruling])
    assert (GAME.scores(after), after.state.round.result.winner) == ({1: 1, 2: 0}, 1)
