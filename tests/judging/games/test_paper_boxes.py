"""Puzzles: laid out from what was typed, and every problem named with its box."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from judging.games.formats import FORMATS
from judging.games.paper import Box, SheetShape, label_of, read_target

HIT, GAME24 = FORMATS["hit_the_target"], FORMATS["twenty_four"]
MANY, SETS = FORMATS["one_to_many"], FORMATS["many_to_one"]
TEN = list(range(1, 11))


@pytest.mark.parametrize(
    "paper_format, shape",
    [
        (HIT, SheetShape(3, 3)),
        (GAME24, SheetShape(3, 0)),
        (MANY, SheetShape(1, 10)),
        (SETS, SheetShape(10, 1)),
        (FORMATS["dmas"], SheetShape(1, 1)),
        (FORMATS["smash"], SheetShape(0, 0, 20)),
        (FORMATS["target_game"], SheetShape(1, 1)),
    ],
)
def test_a_puzzle_is_typed_as_so_many_sets_and_targets(paper_format, shape):
    assert paper_format.shape(paper_format.schema.defaults()) == shape
    assert paper_format.box_count(paper_format.schema.defaults()) == shape.boxes


def test_one_set_serves_every_target_and_one_target_every_set():
    many = MANY.lay_out(MANY.schema.defaults(), [(1, 2, 3, 4)], TEN)
    assert {each.numbers for each in many} == {(1, 2, 3, 4)}
    assert [str(each.label) for each in many] == [f"Target {n}" for n in TEN]
    sets = SETS.lay_out(SETS.schema.defaults(), [(1, 2, 3, n) for n in TEN], [12])
    assert {each.target for each in sets} == {12}
    assert str(sets[9].label) == "Set 10"


def test_the_target_of_24_comes_from_the_settings():
    boxes = GAME24.lay_out(GAME24.schema.defaults(), [(1, 2, 3, 4), (5, 3, 6, 6), (1, 1, 6, 6)])
    assert [(str(each.label), each.target) for each in boxes] == [
        ("Question 1", 24),
        ("Question 2", 24),
        ("Question 3", 24),
    ]
    assert GAME24.problems(GAME24.schema.defaults(), boxes) == ()


def test_a_set_or_target_that_is_missing_shows_as_a_problem():
    boxes = HIT.lay_out(HIT.schema.defaults(), [(1, 2, 3, 4), (1, 2, 3, 5)], [10, 11, 12])
    assert [(p.box, p.code) for p in HIT.problems(HIT.schema.defaults(), boxes)] == [(2, "number_count")]


S4 = (1, 2, 3, 4)
PROBLEMS = [
    (HIT, {"rounds": 1}, [(S4, 45)], [(0, "Question 1: the target 45 is not from 1 to 40.")]),
    (HIT, {"rounds": 1}, [((1, 2, 3, 10), 40)], [(0, "Question 1: 10 is not from 1 to 9.")]),
    (
        HIT,
        {"rounds": 1},
        [((0, 0, 3), 40)],
        [(0, "Question 1 needs 4 numbers and has 3."), (0, "Question 1: 0 is not from 1 to 9.")],
    ),
    (HIT, {"rounds": 2}, [(S4, 40)], [(None, "The sheet needs 2 boxes and has 1.")]),
    (HIT, {"rounds": 2}, [(S4, 40), ((4, 3, 2, 1), 40)], [(1, "Question 2 asks the same as Question 1.")]),
    (HIT, {"rounds": 1}, [(S4, Fraction(1, 2))], [(0, "Question 1: the target 1/2 is not a whole number.")]),
    (HIT, {"rounds": 1}, [(S4, -4)], [(0, "Question 1: the target -4 is negative.")]),
    (
        HIT,
        {"rounds": 1, "number_to": 12, "target_to": 144, "target_kind": "product"},
        [(S4, 143)],
        [(0, "Question 1: the target 143 is not the product of two of the numbers in range.")],
    ),
    (HIT, {"rounds": 1, "number_to": 12, "target_to": 144, "target_kind": "product"}, [(S4, 132)], []),
    (GAME24, {"rounds": 1}, [(S4, 23)], [(0, "Question 1: the target is 24, not 23.")]),
    (
        MANY,
        {"targets": 2},
        [(S4, 10), ((1, 2, 3, 5), 11)],
        [(1, "Question 2 must have the same numbers as Question 1.")],
    ),
    (MANY, {"targets": 2}, [(S4, 10), (S4, 10)], [(1, "Question 2 asks the same as Question 1.")]),
    (MANY, {"targets": 1, "target_fractions": True}, [(S4, Fraction(1, 2))], []),
    (
        MANY,
        {"targets": 1, "target_fractions": True},
        [(S4, Fraction(241, 2))],
        [(0, "Question 1: the target 241/2 is not from 1 to 120.")],
    ),
    (MANY, {"targets": 1, "target_negatives": True}, [(S4, -120)], []),
    (
        MANY,
        {"targets": 1, "target_negatives": True},
        [(S4, 0)],
        [(0, "Question 1: the target 0 is not from 1 to 120.")],
    ),
    (
        SETS,
        {"sets": 2},
        [(S4, 10), ((1, 2, 3, 5), 11)],
        [(1, "Question 2 must have the same target as Question 1.")],
    ),
    (SETS, {"sets": 1}, [], [(None, "The sheet needs 1 box and has 0.")]),
]


@pytest.mark.parametrize("paper_format, settings, asked, expected", PROBLEMS)
def test_a_puzzle_tells_all_its_problems(paper_format, settings, asked, expected):
    boxes = [Box(label_of("Round", i), tuple(n), Fraction(t)) for i, (n, t) in enumerate(asked, start=1)]
    problems = paper_format.problems(paper_format.schema.read(settings), boxes)
    assert [(p.box, str(p.message)) for p in problems] == expected


def test_a_box_survives_json():
    box = Box(label_of("Target", Fraction(-1, 2)), (1, 2, 3, 4), Fraction(-1, 2))
    assert Box.read(box.export()) == box


def test_a_box_speaks_of_void_only_where_it_is():
    plain = {"label": {"code": "box_set", "facts": {"number": 1}}, "numbers": [1, 2, 3, 4], "target": "24"}
    box = Box(label_of("Set", 1), (1, 2, 3, 4), Fraction(24))
    assert box.export() == plain
    assert Box.read(plain) == Box.read({**plain, "void": False}) == box
    withdrawn = replace(box, void=True)
    assert withdrawn.export() == {**plain, "void": True}
    assert Box.read(withdrawn.export()) == withdrawn


@pytest.mark.parametrize("void", ["false", 1, None])
def test_a_box_is_void_or_it_is_not(void):
    with pytest.raises(ValueError, match="void"):
        Box.read({"label": label_of("Set", 1).as_dict(), "numbers": [1], "target": "1", "void": void})


@pytest.mark.parametrize("text, target", [("45", 45), (" 7 ", 7), ("-1/2", Fraction(-1, 2)), ("\u22123", -3)])
def test_a_target_is_read(text, target):
    assert read_target(text) == target


@pytest.mark.parametrize("text", ["", "x", "1e999999", "1.5", "1/0", "1/-2", "9" * 10, "٤", "1_0", "--1"])
def test_what_is_not_a_target_is_refused(text):
    with pytest.raises(ValueError, match="A target is"):
        read_target(text)
