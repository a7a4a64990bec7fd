"""What lines are worth in the four paper formats, case by case."""

from __future__ import annotations

from fractions import Fraction

import pytest

from judging.games.formats import FORMATS
from judging.games.paper import Box, LineAnswer, Score, label_of
from judging.games.paper.marking import partition, representative
from judging.messages import message

HIT, GAME24 = FORMATS["hit_the_target"], FORMATS["twenty_four"]
MANY, SETS = FORMATS["one_to_many"], FORMATS["many_to_one"]


def box(target, numbers=(9, 2, 11, 7), label=("Round", 1)):
    return Box(label_of(*label), numbers, Fraction(target))


def hit(line, method, at=0):
    return LineAnswer(line, at, "judged", on_target=True, distance=0, method=method, value=None)


def near(line, value, target, at=0, method="n"):
    away = abs(Fraction(value) - Fraction(target))
    return LineAnswer(line, at, "judged", distance=-(-away // 1), method=method, value=Fraction(value))


def score(paper_format, answers, boxes=None, same=None, **settings) -> Score:
    read = paper_format.schema.read(settings)
    return paper_format.points(read, boxes or [box(24)], answers, same)


def shares(result: Score):
    return [(line.points, line.code) for line in result.lines]


WORKED = [
    (hit("a", "(11+7) x 2 + 9"), 10),
    (near("a", 43, 45), 8),
    (near("a", 50, 45), 5),
    (hit("a", "T(9) * sqrt(11-7)/2"), 10),
    (near("a", "89/2", 45), 9),
    (near("a", "181/4", 45), 9),
    (near("a", 36, 45), 1),
    (near("a", 35, 45), 0),
    (near("a", -400, 45), 0),
    (LineAnswer("a", 0, "nothing"), 0),
    (LineAnswer("a", 0, "pending"), 0),
    (LineAnswer("a", 0, "judged"), 0),
]


@pytest.mark.parametrize("answer, points", WORKED)
def test_one_line_to_45_scores_ten_less_its_distance(answer, points):
    assert score(HIT, [answer], [box(45)]).points == points


def test_the_nearest_result_counts_once_and_goes_to_the_line_written_first():
    result = score(HIT, [near("a", 50, 45), near("b", 43, 45), near("c", 47, 45)], [box(45)])
    assert shares(result) == [(0, "not_nearest"), (8, "near"), (0, "as_near")]
    assert str(result.lines[2].note) == "As near as line 2; only one of the two counts"


def test_once_the_target_is_hit_a_near_miss_adds_nothing():
    result = score(HIT, [near("a", 44, 45), hit("b", "m1"), hit("c", "m2"), hit("d", "m1")], [box(45)])
    assert shares(result) == [(0, "not_nearest"), (10, "hits"), (10, "further"), (0, "same")]
    assert str(result.lines[3].note) == "Counts once: the same method as line 2"


def test_each_round_has_its_own_nearest_result_and_they_add_up():
    boxes = [box(45), box(40, label=("Round", 2))]
    result = score(HIT, [near("a", 43, 45), near("b", 39, 40, at=1)], boxes)
    assert [each.points for each in result.boxes] == [8, 9]
    assert result.points == 17


SENTENCES = [
    (near("a", 43, 45), "43 is 2 away from 45: 8 points"),
    (near("a", 36, 45), "36 is 9 away from 45: 1 point"),
    (near("a", "89/2", 45), "89/2 is less than 1 away from 45, counted as 1: 9 points"),
    (LineAnswer("a", 0, "judged", distance=3), "Counts as 3 away from 45: 7 points"),
    (
        LineAnswer("a", 0, "judged", distance=3, shown="√1800"),
        "√1800 is less than 3 away from 45, counted as 3: 7 points",
    ),
    (LineAnswer("a", 0, "judged", distance=3, value=Fraction(44)), "Counts as 3 away from 45: 7 points"),
    (LineAnswer("a", 0, "judged"), "Does not hit 45: 0 points"),
    (hit("a", "m"), "Hits 45: 10 points"),
    (LineAnswer("a", 0, "nothing"), "Counts as nothing"),
    (LineAnswer("a", 0, "nothing", note=message("struck_out")), "Struck out on the sheet."),
    (LineAnswer("a", 0, "pending"), "Not judged yet: no points so far"),
]


@pytest.mark.parametrize("answer, sentence", SENTENCES)
def test_every_line_says_why_it_is_worth_what_it_is(answer, sentence):
    assert str(score(HIT, [answer], [box(45)]).lines[0].note) == sentence


def test_each_distinct_method_that_makes_24_scores_ten():
    result = score(GAME24, [hit(n, f"m{n}") for n in range(4)])
    assert (result.points, result.methods) == (40, 4)


def test_methods_that_judges_joined_count_once():
    answers = [hit("a", "m1"), hit("b", "m2"), hit("c", "m3")]
    result = score(GAME24, answers, same=partition([("m3", "m1")]))
    assert shares(result) == [(10, "hits"), (10, "further"), (0, "ruled_same")]
    assert str(result.lines[2].note) == "Counts once: the judges call it the same method as line 1"


def test_a_chain_of_joins_is_one_group():
    same = partition([("a", "b"), ("c", "d"), ("b", "c")])
    assert len({representative(same, key) for key in "abcd"}) == 1
    assert representative(same, "e") == "e"


def test_a_circle_of_joins_is_one_group():
    same = {"a": "b", "b": "c", "c": "b"}
    assert {representative(same, key) for key in "abc"} == {"b"}


def test_a_pending_line_gives_nothing_yet_and_makes_the_score_provisional():
    result = score(GAME24, [hit("a", "m1"), LineAnswer("b", 0, "pending")])
    assert (result.points, result.provisional, result.pending) == (10, True, 1)
    assert result.boxes[0].provisional
    assert not score(GAME24, [hit("a", "m1"), LineAnswer("b", 0, "nothing")]).provisional


def test_a_line_outside_every_box_is_worth_nothing_and_says_so():
    result = score(GAME24, [hit("a", "m1", at=5), hit("b", "m1", at=-1)])
    assert shares(result) == [(0, "no_box"), (0, "no_box")]
    assert result.points == 0


def test_methods_in_one_target_score_four_two_one_and_then_nothing():
    result = score(MANY, [hit(n, f"m{n}") for n in range(4)], [box(24), box(30)])
    assert [line.points for line in result.lines] == [4, 2, 1, 0]
    assert str(result.lines[1].note) == "Second method: 2 points"
    assert str(result.lines[3].note) == "Fourth method: only the first 3 score here"


def test_the_older_points_list_is_three_two_one():
    result = score(MANY, [hit(n, f"m{n}") for n in range(4)], [box(24), box(30)], points_list=[3, 2, 1])
    assert result.points == 6


@pytest.mark.parametrize("paper_format, word", [(MANY, "target"), (SETS, "set")])
def test_the_bonus_comes_once_when_every_box_is_hit(paper_format, word):
    boxes = [box(24 + n) for n in range(10)]
    nine = [hit(n, f"m{n}", at=n) for n in range(9)]
    ten = [*nine, hit(9, "m9", at=9), hit(10, "m10", at=9)]
    assert (score(paper_format, nine, boxes).points, score(paper_format, nine, boxes).bonus) == (36, 0)
    assert (score(paper_format, ten, boxes).points, score(paper_format, ten, boxes).bonus) == (52, 10)
    assert str(score(paper_format, nine, boxes).bonus_note) == f"9 of 10 {word}s hit: the bonus needs all of them"
    assert str(score(paper_format, ten, boxes).bonus_note) == f"Every {word} hit: 10 points more"


def test_without_a_bonus_nothing_is_said_of_it():
    assert score(MANY, [hit("a", "m")], bonus=0).bonus_note is None


def test_a_line_in_the_wrong_box_is_a_miss():
    boxes = [box(24, label=("Target", 24)), box(30, label=("Target", 30))]
    answers = [near("a", 30, 24, method="m1"), hit("b", "m1", at=1)]
    assert shares(score(MANY, answers, boxes)) == [(0, "misses"), (4, "hits")]


def test_where_it_is_so_set_a_line_in_the_wrong_box_moves_to_the_target_it_makes():
    boxes = [box(24, label=("Target", 24)), box(30, label=("Target", 30))]
    answers = [near("a", 30, 24, method="m1"), hit("b", "m1", at=1), near("c", 31, 24)]
    result = score(MANY, answers, boxes, misplaced="moved")
    assert shares(result) == [(4, "moved"), (0, "same"), (0, "misses")]
    assert str(result.lines[1].note) == "Counts once: the same method as line 1 of Target 24"
    assert [each.points for each in result.boxes] == [0, 4]


def test_the_same_key_in_two_boxes_counts_in_both():
    assert score(SETS, [hit("a", "m"), hit("b", "m", at=1)], [box(24), box(24)]).points == 18


def test_an_empty_sheet_is_worth_nothing():
    for paper_format in FORMATS.values():
        assert score(paper_format, []).points == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"on_target": True},
        {"distance": 0},
        {"on_target": True, "method": "m", "distance": 1},
        {"distance": -1},
    ],
)
def test_an_answer_cannot_contradict_itself(wrong):
    with pytest.raises(ValueError, match="line a"):
        LineAnswer("a", 0, "judged", **wrong)


def test_a_line_handed_in_twice_is_an_error_of_the_program():
    with pytest.raises(ValueError, match="twice"):
        score(GAME24, [hit("a", "m1"), hit("a", "m2")])
