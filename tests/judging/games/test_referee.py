"""A sheet as moves: what can be recorded, and that a ruling changes points and never what was written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from judging.games import referee
from judging.games.formats import FORMATS
from judging.games.paper import Answer, Box, label_of
from judging.games.referee import LineJudged, LineRuled, LineWritten, MethodsJoined, PuzzleSet

GAME24 = FORMATS["twenty_four"]
SETTINGS = GAME24.schema.read({"rounds": 1})
PUZZLE = PuzzleSet((Box(label_of("Round", 1), (5, 3, 6, 6), Fraction(24)),))


def hit(line, method, at=0):
    return Answer(line, at, "judged", True, 0, method, Fraction(24))


def after(*moves):
    return referee.replay(GAME24, SETTINGS, [PUZZLE, *moves])


A, B = LineWritten("a", 0, "(6+6) x (5-3)"), LineWritten("b", 0, "(6+3-5) * 6")


def test_a_line_without_a_verdict_is_pending():
    assert referee.points(after(A)).pending == 1


def test_a_verdict_gives_points():
    assert referee.points(after(A, LineJudged(hit("a", "m1")))).points == 10


def test_a_ruling_stands_above_the_verdict_whichever_came_first():
    ruled, judged = LineRuled(Answer("a", 0, "nothing"), "after time"), LineJudged(hit("a", "m1"))
    assert referee.points(after(A, judged, ruled)).points == 0
    assert referee.points(after(A, ruled, judged)).points == 0


def test_a_later_ruling_stands_above_an_earlier_one_and_the_text_is_never_touched():
    out, back = (
        LineRuled(Answer("a", 0, "nothing"), "after time"),
        LineRuled(hit("a", "m1"), "it was in time"),
    )
    position = after(A, out, back)
    assert referee.points(position).points == 10
    assert position.lines == (A,)


def test_joining_methods_makes_two_lines_count_once():
    lines = (A, B, LineJudged(hit("a", "m1")), LineJudged(hit("b", "m2")))
    assert referee.points(after(*lines)).points == 20
    assert referee.points(after(*lines, MethodsJoined(("m1", "m2"), "the same by a slip"))).points == 10


def test_lines_are_scored_in_the_order_written_not_judged():
    position = after(A, B, LineJudged(hit("b", "m1")), LineJudged(hit("a", "m1")))
    assert [line.code for line in referee.points(position).lines] == ["hits", "same"]


REFUSED = [
    (LineWritten("a", 0, "again"), "line_twice"),
    (LineWritten("c", 1, "elsewhere"), "no_box"),
    (LineWritten("c", -1, "elsewhere"), "no_box"),
    (LineJudged(hit("c", "m1")), "no_line"),
    (LineRuled(hit("c", "m1"), "why"), "no_line"),
    (LineJudged(hit("a", "m1", at=1)), "other_box"),
    (MethodsJoined(("m1", "m1"), "why"), "one_method"),
    (PuzzleSet(()), "box_count"),
    (PuzzleSet((Box(label_of("Round", 1), (5, 3, 6, 6), Fraction(25)),)), "target"),
]


@pytest.mark.parametrize("move, code", REFUSED)
def test_what_cannot_be_is_refused_with_a_code_and_applying_it_is_an_error(move, code):
    position = after(A)
    refusal = referee.check(position, move)
    assert refusal is not None
    assert refusal.code == code
    with pytest.raises(ValueError) as raised:
        referee.apply(position, move)
    assert str(raised.value) == str(refusal.message)


def test_another_puzzle_may_stand_in_for_the_first():
    other = PuzzleSet((Box(label_of("Round", 1), (1, 2, 3, 4), Fraction(24)),))
    assert after(A, other).boxes == other.boxes
