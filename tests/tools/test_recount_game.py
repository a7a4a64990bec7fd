"""tools/recount_game.py counts a game again from its page of text, without the program's code."""

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from judging.games.countdown.game import COUNTDOWN
from judging.games.duel.game import DUEL
from judging.games.number_race.game import NUMBER_RACE
from judging.games.twentyfour.expressions import value_of
from tests.laws import examples
from tests.puzzles.live_table import LiveTable
from tests.tools.recounting import PATH, page_of, program, recount_twentyfour


def a_game():
    table = LiveTable(COUNTDOWN, {"rounds": "LNC"}, recorded=True)
    table.sit(1, 2)
    for letter in "arioeklnn":
        table.host("letter", letter=letter)
    for seat in (1, 2):
        table.host("declare", seat, number=7)
    table.host("present", 1, text="Lankier")
    table.host("present", 2, text="lankier")
    table.host("paper", 2, shown=False)
    table.host("next")
    table.host("large", numbers=[50, 8, 8, 4, 3, 1])
    table.host("target", target=429)
    table.host("declare", 1, number=429)
    table.host("declare", 2, number=430)
    table.host("present", 1, text="50*8+29")
    table.host("present", 2, text="50 × (8 + 1) − 8 × 3 + 4 = 430")
    table.host("next")
    table.host("conundrum", scramble="lets mania", answer="laminates")
    table.host("buzz", 1)
    table.host("answer", 1, text="laminated")
    table.host("buzz", 2)
    table.host("answer", 2, text="LAMINATES")
    table.host("next")
    return table


def test_a_game_counts_the_same():
    table = a_game()
    assert table.scores() == {1: 7, 2: 17}
    assert program.differences(page_of(table)) == []


def test_a_point_too_many_is_found():
    text = page_of(a_game()).replace("points 1 | 7", "points 1 | 8")
    assert program.differences(text) == ["seat 1: the file says 8, counted again 7"]


@pytest.mark.parametrize("content, code", [(None, 0), ("game duel\npoints 1 | 3\n", 1), ("move 1\n", 2)])
def test_the_exit_code(tmp_path, content, code):
    path = tmp_path / "game.txt"
    path.write_text(content or page_of(a_game()), "utf-8")
    assert subprocess.run([sys.executable, str(PATH), str(path)], capture_output=True).returncode == code


class TestDuel:
    def play(self, *turns, **values):
        table = LiveTable(DUEL, {"turn_time": 20, **values})
        table.sit(1, 2)
        for turn in turns:
            if turn == "wait":
                table.wait(20)
            elif table.position.stage == "playing":
                table.player(table.position.state.seat, "turn", text=turn)
        return table

    @pytest.mark.parametrize(
        "turns, scores",
        [
            (["+9", "+9", "x2"], {1: 1, 2: 0}),
            (["+9", "nine", "*2", "−9", "wait", "+8", "+8", "+7"], {1: 0, 2: 1}),
            (["x", "x", "x", "x"], {1: 0, 2: 1}),
            (["+1", "wait", "wait", "wait", "wait"], {1: 1, 2: 0}),
            (["-9", "/2", "+3"], {1: 0, 2: 0}),
        ],
    )
    def test_who_won(self, turns, scores):
        table = self.play(*turns)
        assert table.scores() == scores
        assert program.differences(page_of(table)) == []

    def test_a_game_that_is_played_again_begins_anew(self):
        table = self.play("+9", "+9")
        assert table.host("again") is None
        assert (table.position.state.board.total, table.position.state.turns) == (0, ())
        table.player(1, "turn", text="+9")
        assert program.differences(page_of(table)) == []

    def test_who_leaves_loses(self):
        table = self.play("+1", starts="second")
        table.player(1, "leave")
        assert table.scores() == {1: 0, 2: 1}
        assert program.differences(page_of(table)) == []

    @examples(60)
    @given(st.lists(st.from_regex(r"[-+x/:][0-9]", fullmatch=True) | st.just("wait"), max_size=40))
    def test_any_turns(self, turns):
        assert program.differences(page_of(self.play(*turns))) == []


class TestNumberRace:
    def test_each_method_of_a_round_that_is_over(self):
        table = LiveTable(NUMBER_RACE, {"rounds": 2}, recorded=True)
        table.sit(1, 2, 3)
        for _round in range(2):
            table.host("deal", cards=[1, 2, 3, 4], target=10)
            for seat, text in (
                (1, "1+2+3+4"),
                (1, "4+3+2+1"),
                (1, "5"),
                (2, "4+3*2*1"),
                (2, "digits(1)+2+3+4"),
                (3, ""),
            ):
                table.host("write", seat, text=text)
            table.host("close")
            table.host("next")
        first = next(move.number for move in table.moves if move.kind == "write")
        table.rule(table.last("write"), right=True)
        table.rule(first, right=False)
        table.rule(first + 1, right=False)
        table.player(3, "leave")
        assert table.scores() == {1: 1, 2: 3}
        assert program.differences(page_of(table)) == []


class TestExpressions:
    @examples(400)
    @given(st.text("1234+-*/()×÷ =", max_size=16))
    def test_a_line_is_worth_what_the_engine_says(self, text):
        numbers = (1, 2, 3, 4)
        try:
            result = recount_twentyfour.makes(text, list(numbers))
        except recount_twentyfour.Unsure:
            return
        assert result == value_of(text, numbers)

    @pytest.mark.parametrize(
        "text, value",
        [
            ("(1+3)(2+4)", 24),
            ("[1 + 3] × {2 + 4} = 24", 24),
            ("24 = 4(1+2+3).", 24),
            ("4/(3-2-1)", None),
            ("1-2-3−4", -8),
            ("(1+2)/(3-4)", -3),
            ("4!", None),
            ("", None),
        ],
    )
    def test_values(self, text, value):
        numbers = [1, 2, 3, 4]
        if text == "4!":
            with pytest.raises(recount_twentyfour.Unsure):
                recount_twentyfour.makes(text, numbers)
        else:
            assert recount_twentyfour.makes(text, numbers) == (None if value is None else Fraction(value))
