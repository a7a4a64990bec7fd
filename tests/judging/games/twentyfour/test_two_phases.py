"""Tony Four and Closest to."""

from __future__ import annotations

import pytest

from judging.games.live.game import Due
from judging.games.live.moves import HOST, PLAYER, SERVER
from judging.games.live.replay import due
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY as GAME
from tests.judging.games.twentyfour.tables import Table


def table_of(game_type: int, players: int = 2, *sets: str, **values: object) -> Table:
    table = Table(players, game_type=str(game_type), sets=len(sets) or 1, **values)
    table.deal(*(sets or ("3 3 8 8",)))
    return table


def test_the_largest_proved_x_wins():  # TF-X-7
    table = table_of(11, 3, "1 2 3 4", "2 2 3 4")
    table.x(1, "24")
    table.x(2, "48")
    table.x(3, "36")
    assert table.phase == "proof"
    table.proof(1, "1*2*3*4", "(2+2+4)*3")
    table.proof(2, "1*2*3*4*2", "2*2*3*4")
    table.proof(3, "(1+2)*3*4", "(2*2+4)*3+12")
    assert table.last["code"] == "proved"
    assert table.codes() == {1: "best_x", 2: "wrong_proof", 3: "wrong_proof"}


def test_a_right_proof_of_a_smaller_x_beats_a_wrong_one_of_a_larger():
    table = table_of(11, 3, "1 2 3 4", "1 2 3 4")
    for seat, x in ((1, "24"), (2, "36"), (3, "100")):
        table.x(seat, x)
    table.proof(1, "1*2*3*4", "(1+2+3)*4")
    table.proof(2, "(1+2)*3*4", "4*3*(2+1)")
    table.make("no_proof", PLAYER, 3)
    assert table.scores == {1: 0, 2: 1, 3: 0}
    assert table.codes() == {1: "smaller_x", 2: "best_x", 3: "no_proof"}


@pytest.mark.parametrize(
    "x, text", [("-2", "3*3-8-3"), ("-58", "3+3-8*8"), ("1/9", "8/8/(3*3)"), ("0.5", "(3-8)/(3-8)/2")]
)
def test_x_may_be_negative_or_a_fraction_in_tony_four(x, text):  # TF-X-1
    table = table_of(11, 1)
    assert table.x(1, x) is None
    table.proof(1, text)
    assert table.scores == {1: 1 if x in ("-58", "1/9") else 0}


def test_closest_to_takes_both_sides_of_the_target_and_only_x_above_0():  # TF-1
    table = table_of(21, 2, "5 5 5 1")
    assert table.x(1, "0").code == table.x(1, "-1").code == "x_not_above_zero"
    assert table.x(1, "word").code == table.x(1, "1/0").code == "not_a_number"
    table.x(1, "1")
    table.x(2, "1")
    table.proof(1, "5*5*1-5")
    table.proof(2, "5*5*1/5")
    assert table.last["winner"] is None
    table.deal("5 5 1 1")
    table.x(1, "1")
    table.x(2, "1")
    table.proof(2, "5*5*1*1")
    table.proof(1, "5*5/1/1")
    assert table.scores == {1: 1, 2: 0}
    assert table.codes() == {1: "best_x", 2: "same_x_later"}


def test_impossible_needs_no_proof_and_wins_if_no_x_is_proved():  # TF-X-1, TF-X-7
    for game_type in (11, 21):
        table = table_of(game_type, 3)
        table.x(1, "7")
        table.impossible(2)
        table.impossible(3)
        assert table.phase == "proof"
        table.proof(1, "3*3*8*8")
        assert table.last["code"] == "impossible_wins"
        assert table.scores == {1: 0, 2: 1, 3: 0}
        assert table.codes() == {1: "wrong_proof", 2: "first_impossible", 3: "beaten_impossible"}


@pytest.mark.parametrize("game_type, x, proof", [(11, "-58", "3+3-8*8"), (21, "552", "3*3*8*8")])
def test_every_number_beats_impossible(game_type, x, proof):  # TF-X-1
    table = table_of(game_type)
    table.impossible(1)
    table.x(2, x)
    table.proof(2, proof)
    assert table.scores == {1: 0, 2: 1}


def test_if_everybody_enters_impossible_the_first_wins_at_once():
    table = table_of(11)
    table.impossible(1)
    table.impossible(2)
    assert table.scores == {1: 1, 2: 0}


def test_types_10_and_20_last_the_whole_answer_time():  # TF-X-2, TF-X-3
    for game_type in (10, 20):
        table = table_of(game_type, answer_time=60)
        table.x(1, "1")
        table.x(2, "2")
        table.x(2, "3")
        assert table.phase == "answer"
        assert due(GAME, table.position) == Due(60_000, "time_up")
        late = table.at(60).x(1, "5")
        assert (late.code, late.recorded) == ("x_late", True)
        table.make("time_up", SERVER)
        assert table.phase == "proof"
        assert [row["x"] for row in table.view()["players"]] == ["1", "3"]


def test_a_round_in_which_nobody_enters_an_x_has_no_winner():
    table = table_of(20)
    table.at(60).make("time_up", SERVER)
    assert (table.phase, table.last["code"]) == ("result", "none_proved")


def test_in_types_12_and_22_an_x_that_another_holds_cannot_be_entered():  # TF-X-4
    for game_type in (12, 22):
        table = table_of(game_type, 3)
        table.at(1).x(1, "1/2")
        assert table.at(2).x(2, "0.5").code == "x_held"
        assert table.at(1).x(2, "2/4").code == "received_later"
        table.at(3).impossible(2)
        assert table.at(4).impossible(1).code == "x_held"
        table.at(5).x(1, "5")
        assert table.at(6).x(2, "1/2") is None, "it was let go"
        assert table.at(7).x(3, "5").code == "x_held"
        held = [row["x"] for row in table.view()["players"]]
        assert held == ["5", "1/2", None]


def test_another_x_renews_the_time_of_an_entry_and_the_same_x_does_not():  # TF-X-2
    table = table_of(10, 2, "1 2 3 4")
    table.at(1).x(1, "24")
    table.at(2).x(2, "24")
    table.at(3).x(1, "24")
    table.at(60).make("time_up", SERVER)
    for seat in (1, 2):
        table.proof(seat, "1*2*3*4")
    assert table.last["winner"] == 1
    table.deal("1 2 3 4")
    table.at(61).x(1, "24")
    table.at(62).x(2, "24")
    table.at(63).x(1, "25")
    table.at(64).x(1, "24")
    table.at(120).make("time_up", SERVER)
    for seat in (1, 2):
        table.proof(seat, "1*2*3*4")
    assert table.last["winner"] == 2


def test_equal_x_of_one_moment_are_said_to_be_so():  # TF-O-1
    table = table_of(11, 2, "1 2 3 4")
    table.x(2, "24")
    table.x(1, "24")
    for seat in (1, 2):
        table.proof(seat, "1*2*3*4")
    assert (table.last["winner"], table.last["same_moment"]) == (2, True)


def test_a_player_gives_one_proof_in_the_second_phase_alone():  # TF-X-5
    table = table_of(11)
    assert table.proof(1, "3*3*8*8").code == "too_early_to_prove"
    table.x(1, "576")
    table.impossible(2)
    assert table.proof(2, "3*3*8*8").code == "nothing_to_prove"
    assert table.x(1, "5").code == "x_late"
    assert table.answer(1, "3*3*8*8").code == "not_in_this_type"
    assert table.proof(1, "3*3*8*8") is None
    assert table.phase == "result"


def test_the_second_phase_ends_by_its_clock_or_by_the_host():  # TF-X-6
    table = table_of(11, proof_time=30)
    table.at(5).x(1, "576")
    table.x(2, "575")
    assert due(GAME, table.position) == Due(35_000, "time_up")
    table.proof(1, "3*3*8*8")
    assert table.proof(1, "3*3*8*8").code == "proved_already"
    table.make("close", HOST)
    assert table.scores == {1: 1, 2: 0}
    table = table_of(11, proof_time=0)
    table.x(1, "576")
    table.x(2, "575")
    assert due(GAME, table.position) is None


def test_the_round_goes_on_without_a_player_who_leaves():  # TF-4
    table = table_of(11, 3)
    table.x(1, "5")
    table.x(2, "6")
    table.at(9).make("leave", PLAYER, 3)
    assert table.phase == "proof"
    assert table.position.clock.started == 9000
    table.make("leave", PLAYER, 2)
    table.proof(1, "3*3*8*8")
    assert table.last["code"] == "none_proved"
