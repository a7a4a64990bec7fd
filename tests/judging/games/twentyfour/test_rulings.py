"""Rulings after the fact: points change, history does not (TF-E)."""

from __future__ import annotations

from judging.games.live.moves import HOST, SERVER
from judging.games.live.replay import check_rewrite, due
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY as GAME
from judging.games.twentyfour.what_if import what_if
from tests.judging.games.twentyfour.tables import Table

RIGHT, WRONG = "1*2*3*4", "1+2+3+4"


def game(*answers: tuple[int, str], end_score: int = 2, **values: object) -> Table:
    table = Table(end_score=end_score, **values)
    for seat, text in answers:
        table.now += 10
        table.deal("1 2 3 4")
        table.answer(seat, text)
    return table


def moves_of(table: Table, kind: str):
    return [move for move in table.moves if move.kind == kind]


def test_a_ruling_changes_points_and_not_what_happened():  # TF-E-2
    table = game((1, RIGHT), (2, WRONG))
    first, second = moves_of(table, "answer")
    assert table.scores == {1: 1, 2: -1}
    table.rule(second, True)
    assert table.scores == {1: 1, 2: 1}
    table.rule(first, False)
    assert table.scores == {1: -1, 2: 1}
    rows = [each["players"][0] for each in (*table.view()["history"], table.last)]
    assert [row["ruled"] for row in rows] == [True, False]
    assert rows[0]["expressions"] == [{"text": RIGHT, "code": "right"}], "what the engine says stays"
    assert not table.position.notes


def test_only_answers_and_proofs_can_be_ruled_on():
    table = game((1, RIGHT))
    deal, answer = moves_of(table, "deal")[0], moves_of(table, "answer")[0]
    assert check_rewrite(GAME, table.position, table.moves, table.ruling(answer, False)) is None
    assert check_rewrite(GAME, table.position, table.moves, table.ruling(deal, False)).code == "cannot_be_ruled"


def test_a_game_that_ends_earlier_leaves_later_rounds_without_points():  # TF-E-3
    table = game((1, RIGHT), (1, WRONG), (2, RIGHT), (2, RIGHT))
    table.make("end", SERVER)
    wrong = moves_of(table, "answer")[1]
    preview = what_if(table.settings, table.moves, table.ruling(wrong, True))
    assert preview == {
        "points": {1: [0, 2], 2: [2, 0]},
        "rounds": [{"number": 2, "winner": [None, 1]}],
        "winner": [2, 1],
        "won_in": [4, 2],
        "no_longer_count": [3, 4],
        "count_again": [],
    }
    table.rule(wrong, True)
    assert table.scores == {1: 2, 2: 0}
    assert [each["counts"] for each in (*table.view()["history"], table.last)] == [True, True, False, False]
    assert table.position.stage == "over"


def test_a_game_that_has_not_ended_goes_on():  # TF-E-3
    table = game((1, RIGHT), (1, RIGHT), between_time=5)
    table.make("end", SERVER)
    assert table.phase == "over"
    answer = moves_of(table, "answer")[1]
    preview = what_if(table.settings, table.moves, table.ruling(answer, False))
    assert (preview["winner"], preview["won_in"]) == ([1, None], [2, None])
    table.rule(answer, False)
    assert (table.phase, table.scores) == ("result", {1: 0, 2: 0})
    assert due(GAME, table.position) is None, "nothing begins by itself an hour later"
    assert table.make("next", HOST) is None
    table.deal("1 2 3 4")
    table.answer(1, RIGHT)
    table.deal("1 2 3 4")
    table.answer(1, RIGHT)
    assert table.position.state.winner == 1


def test_clocks_between_rounds_are_no_part_of_what_a_ruling_changes():
    table = game((1, RIGHT), between_time=5, end_score=2)
    for answer in (RIGHT, WRONG):
        table.now += 5
        table.make("time_up", SERVER)
        table.deal("1 2 3 4")
        table.answer(2, answer)
    table.rule(moves_of(table, "answer")[2], True)
    assert table.scores == {1: 1, 2: 2}
    table.rule(moves_of(table, "answer")[1], False)
    assert table.scores == {1: 1, 2: 0}
    assert len(table.position.state.rounds) == 3


def test_an_earlier_end_does_not_stop_the_rounds_that_were_played_by_the_clock():
    table = game((1, WRONG), between_time=5, end_score=1)
    table.now += 5
    table.make("time_up", SERVER)
    table.deal("1 2 3 4")
    table.answer(2, RIGHT)
    table.rule(moves_of(table, "answer")[0], True)
    assert table.scores == {1: 1, 2: 0}
    assert [round_.number for round_ in table.position.state.rounds] == [1, 2]


def test_a_proof_that_was_misjudged_wins_the_round():
    table = Table(game_type="11")
    table.deal("1 2 3 4")
    table.x(1, "24")
    table.x(2, "36")
    table.proof(1, RIGHT)
    table.proof(2, "(1+2)*3*4 oops")
    assert table.scores == {1: 1, 2: 0}
    table.rule(moves_of(table, "proof")[1], True)
    assert table.scores == {1: 0, 2: 1}
