"""DMAS, SMASH and the target game, from what was written to what it is worth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from judging.games.formats import FORMATS
from judging.games.paper import Box, LineAnswer, label_of
from judging.language.editions import edition
from judging.language.verdict import judge

DMAS, SMASH, TARGET_GAME = FORMATS["dmas"], FORMATS["smash"], FORMATS["target_game"]
GRID = (7, 3, 8, 1, 6, 4, 2, 9, 5)


def marked(paper_format, numbers, target, *texts):
    """The score of one sheet with these lines, each judged by the engine under the format's edition."""
    box, rules = Box(label_of("Grid", 1), numbers, Fraction(target)), edition(paper_format.edition)
    answers = []
    for at, text in enumerate(texts):
        verdict = judge(text, numbers, target, rules)
        if verdict.verdict == "accepted":
            facts = bool(verdict.on_target), verdict.distance_up, verdict.method_key, Fraction(verdict.value)
            answers.append(LineAnswer(at, 0, "judged", *facts))
        else:
            answers.append(LineAnswer(at, 0, "nothing", note=verdict.reasons[0].as_message))
    return paper_format.points(paper_format.schema.defaults(), [box], answers)


WORKED = [
    (13, "7 * 3 - 8", 10),
    (13, "7 + 1 * 6", 10),
    (13, "8 + 1 + 4", 0),
    (13, "3 * 2 + 6", 0),
    (14, "(8-1) x 2 = 7 x 2 = 14", 10),
    (13, "(7 + 7) - 1", 0),
    (13, "√9 x 5 - 2", 0),
]


@pytest.mark.parametrize("target, text, points", WORKED)
def test_an_answer_of_dmas_uses_some_numbers_and_two_kinds_of_operation(target, text, points):
    assert marked(DMAS, GRID, target, text).points == points


def test_each_different_answer_of_dmas_scores_ten():
    score = marked(DMAS, GRID, 13, "7 * 3 - 8", "3 * 7 - 8", "7 + 1 * 6", "8 + 1 + 4")
    assert [line.points for line in score.lines] == [10, 0, 10, 0]
    assert str(score.lines[1].note) == "Counts once: the same method as line 1"


def test_a_grid_has_more_numbers_than_a_set():
    settings = DMAS.schema.defaults()
    assert DMAS.problems(settings, DMAS.lay_out(settings, [GRID], [13])) == ()
    assert [p.code for p in DMAS.problems(settings, DMAS.lay_out(settings, [GRID[:8]], [13]))] == ["number_count"]
    assert [p.code for p in DMAS.schema.problems({"numbers_count": 26})] == ["too_large"]


FOUR_TO_24 = ("(6+6) x (5-3)", "5! / (3! - 6/6)", "sqrt(6 x 6) x 5 - 3!", "(6+3-5) * 6")


def test_the_target_game_counts_the_different_methods_that_hit():
    score = marked(TARGET_GAME, (5, 3, 6, 6), 24, *FOUR_TO_24, "(5 - 3) x (6 + 6)", "6 x 6 - 5 - 3")
    assert (score.methods, score.points) == (4, 4)


SIDES = [
    (FOUR_TO_24[:3], FOUR_TO_24[:2], 1),
    (FOUR_TO_24[:2], FOUR_TO_24, -2),
    (FOUR_TO_24[:2], FOUR_TO_24[2:], 0),
    (("(6+6) x (5-3)", "(5-3) x (6+6)"), ("(6+3-5) * 6",), 0),
    ((), ("6 x 6 - 5 - 3",), 0),
]


@pytest.mark.parametrize("ours, others, ahead", SIDES)
def test_a_side_is_ahead_by_its_different_methods(ours, others, ahead):
    us, them = (marked(TARGET_GAME, (5, 3, 6, 6), 24, *lines) for lines in (ours, others))
    assert us.methods - them.methods == ahead


def test_the_rest_of_the_product_knows_whose_sheets_these_are():
    assert {slug for slug, paper_format in FORMATS.items() if paper_format.for_teams} == {"dmas", "smash"}
    assert [each.edition for each in (DMAS, SMASH, TARGET_GAME)] == ["dmas", "smash", "number-tournament"]


def smash(*lines, void=(), waiting=()):
    """The score of a SMASH sheet from (number to make, text); lines of numbers in `waiting` are not judged yet."""
    settings, rules = SMASH.schema.read({"last_number": 5}), edition(SMASH.edition)
    boxes = [replace(box, void=box.target in void) for box in SMASH.lay_out(settings, [])]
    answers = []
    for at, (number, text) in enumerate(lines):
        verdict = judge(text, (), number, rules)
        if number in waiting:
            answers.append(LineAnswer(at, number - 1, "pending"))
        elif verdict.verdict == "accepted":
            facts = bool(verdict.on_target), verdict.distance_up, verdict.method_key, Fraction(verdict.value)
            answers.append(LineAnswer(at, number - 1, "judged", *facts))
        else:
            answers.append(LineAnswer(at, number - 1, "nothing", note=verdict.reasons[0].as_message))
    return SMASH.points(settings, boxes, answers)


ONE, TWO, THREE, FOUR = (1, "7 - 5 - 1"), (2, "8 - 3 - 3"), (3, "13 - 9 - 1"), (4, "1 x 2 x 2")


def test_a_sheet_of_smash_needs_no_puzzle_of_its_own():
    settings = SMASH.schema.defaults()
    boxes = SMASH.lay_out(settings, [])
    assert SMASH.problems(settings, boxes) == ()
    assert [(str(box.label), box.numbers, box.target) for box in boxes][19] == ("Number 20", (), 20)


@pytest.mark.parametrize(
    "boxes,expected",
    [
        ([Box(label_of("Number", 1), (), Fraction(2))], "Number 1: the target is 1, not 2."),
        (
            [Box(label_of("Number", 1), (1, 2, 3), Fraction(1))],
            "Number 1 must have no numbers: its cards are dealt at the table.",
        ),
        ([], "The sheet needs 1 box and has 0."),
    ],
)
def test_a_smash_sheet_asks_for_one_number_after_the_other(boxes, expected):
    problems = SMASH.problems(SMASH.schema.read({"last_number": 1}), boxes)
    assert [str(p.message) for p in problems] == [expected]


@pytest.mark.parametrize(
    "lines, points",
    [
        ((ONE, TWO, THREE, FOUR), [10, 10, 10, 10]),
        ((FOUR, THREE, TWO, ONE), [10, 10, 10, 10]),
        ((ONE, THREE, FOUR), [10, 0, 0]),
        ((TWO, THREE), [0, 0]),
        ((ONE, (2, "9 - 3 - 3"), THREE), [10, 0, 0]),
        ((ONE, (1, "3 - 1 - 1"), TWO), [10, 0, 10]),
        ((ONE, (2, "4 4 9"), (2, "13 13 7"), TWO), [10, 0, 0, 10]),
        ((ONE, (2, "4 - 2"), TWO), [10, 0, 10]),
        ((), []),
    ],
)
def test_a_number_counts_once_and_only_after_all_before_it(lines, points):
    score = smash(*lines)
    assert [line.points for line in score.lines] == points
    assert score.points == sum(points)


def test_every_line_of_smash_says_why():
    score = smash(ONE, (1, "3 - 1 - 1"), (2, "4 4 9"), THREE, (4, "Z - 8 - 1"), (5, "K - 8 x A"))
    assert [str(line.note) for line in score.lines] == [
        "Hits 1: 10 points",
        "An earlier line already makes 1, and it counts once",
        "These cards were put back and others were drawn. The line counts for nothing and costs nothing.",
        "Makes 3, but 2 was not made and numbers count in order: 0 points",
        "“z” is neither a number nor a function.",
        "Makes 5, but 2 was not made and numbers count in order: 0 points",
    ]


def test_what_waits_for_an_earlier_number_says_so_and_is_counted_later():
    score = smash(ONE, TWO, THREE, waiting={2})
    assert [(line.points, line.code) for line in score.lines] == [
        (10, "hits"),
        (0, "pending"),
        (0, "order_waits"),
    ]
    assert score.provisional
    assert str(score.lines[2].note) == "Makes 3, but it is not decided yet whether 2 was made: 0 points so far"
    assert smash(TWO, THREE, waiting={2}).lines[1].code == "out_of_order"
    assert smash(ONE, TWO, THREE).points == 30


def test_a_number_that_was_withdrawn_breaks_no_order():
    assert [line.points for line in smash(ONE, THREE, void={2}).lines] == [10, 10]
    assert [line.points for line in smash(ONE, TWO, THREE, void={2}).lines] == [10, 0, 10]


@given(st.sets(st.integers(1, 5)))
def test_what_counts_is_the_unbroken_beginning(made):
    first_missing = min({1, 2, 3, 4, 5, 6} - made)
    texts = {1: ONE, 2: TWO, 3: THREE, 4: FOUR, 5: (5, "10 / 2 x 1")}
    assert smash(*(texts[number] for number in made)).points == 10 * (first_missing - 1)
