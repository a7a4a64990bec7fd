"""A question that was withdrawn counts for nobody, in every format."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from judging.games.formats import FORMATS
from judging.games.paper import Box, LineAnswer, label_of
from judging.games.sentences import LINE_RULES
from judging.messages import message

BOXES = tuple(Box(label_of("Target", t), (1, 2, 3, 4), Fraction(t)) for t in (10, 24, 36))
MANY = FORMATS["one_to_many"]
slugs = st.sampled_from(sorted(FORMATS))


def withdrawn(*which):
    return tuple(replace(box, void=i in which) for i, box in enumerate(BOXES))


def hit(line, at):
    return LineAnswer(line, at, "judged", on_target=True, distance=0, method=f"m{line}", value=BOXES[at].target)


def score(slug, answers, boxes, **settings):
    paper_format = FORMATS[slug]
    return paper_format.points(paper_format.schema.read(settings), boxes, answers)


LINES = [
    hit("a", 1),
    LineAnswer("a", 1, "judged", distance=3, method="m", value=Fraction(27)),
    LineAnswer("a", 1, "judged"),
    LineAnswer("a", 1, "pending", note=message("waits_for_judge")),
    LineAnswer("a", 1, "nothing", note=message("struck_out")),
]


@pytest.mark.parametrize("slug", sorted(FORMATS))
@pytest.mark.parametrize("answer", LINES)
def test_a_line_in_a_void_box_is_worth_nothing_and_nothing_waits_for_it(slug, answer):
    result = score(slug, [answer], withdrawn(1))
    assert (result.points, result.provisional, result.pending, result.methods) == (0, False, 0, 0)
    line = result.lines[0]
    assert (line.points, line.code, line.rule) == (0, "void", "NT-P-9")
    assert str(line.note) == "This question was withdrawn and counts for nobody: 0 points"
    assert [(box.void, box.hit, box.provisional) for box in result.boxes][1] == (True, False, False)


@pytest.mark.parametrize("slug", ["one_to_many", "many_to_one"])
def test_the_bonus_asks_for_the_boxes_that_are_left(slug):
    both, one = [hit("a", 0), hit("b", 2)], [hit("a", 0)]
    assert score(slug, both, BOXES).bonus == 0
    assert score(slug, both, withdrawn(1)).bonus == 10
    assert score(slug, one, withdrawn(1)).bonus == 0
    assert "1 of 2 " in str(score(slug, one, withdrawn(1)).bonus_note)


@pytest.mark.parametrize("slug", ["one_to_many", "many_to_one"])
def test_where_every_box_is_void_there_is_no_bonus(slug):
    assert score(slug, [hit("a", 0)], withdrawn(0, 1, 2)).points == 0


def test_no_line_moves_into_a_void_box():
    stray = LineAnswer("a", 0, "judged", distance=14, method="m", value=Fraction(24))
    assert score("one_to_many", [stray], BOXES, misplaced="moved").points == 4
    moved = score("one_to_many", [stray], withdrawn(1), misplaced="moved")
    assert (moved.points, moved.lines[0].code) == (0, "misses")


@st.composite
def a_sheet(draw):
    answers = []
    for line in range(draw(st.integers(0, 10))):
        at, state = draw(st.integers(0, 2)), draw(st.sampled_from(["judged", "judged", "pending", "nothing"]))
        value = Fraction(draw(st.sampled_from([10, 24, 36, 25])))
        away = abs(value - BOXES[at].target)
        method = draw(st.sampled_from("abc"))
        answers.append(LineAnswer(line, at, state, away == 0, int(away), method, value))
    return answers


@given(slugs, a_sheet(), st.sets(st.integers(0, 2)))
def test_what_stands_in_void_boxes_changes_nothing_at_all(slug, answers, which):
    boxes = withdrawn(*which)
    without = [answer for answer in answers if answer.box not in which]
    full, rest = score(slug, answers, boxes), score(slug, without, boxes)
    assert full.boxes == rest.boxes
    assert (full.points, full.bonus, full.pending) == (rest.points, rest.bonus, rest.pending)


@given(slugs, a_sheet(), st.sets(st.integers(0, 2)))
def test_a_box_is_void_exactly_where_it_was_withdrawn(slug, answers, which):
    result = score(slug, answers, withdrawn(*which))
    assert {box.box for box in result.boxes if box.void} == which
    assert all(LINE_RULES[line.code] == line.rule for line in result.lines)
    assert {line.box for line in result.lines if line.code == "void"} <= which
