"""When two keyings of a line say the same, and when a third person must look."""

from itertools import count

import pytest

from tests.tournament.making import boxes
from tournament.double_keying.comparison import Comparison, unified
from tournament.models import Mark, Round, Submission

BOXES = boxes(((1, 2, 3, 4), 24), ((2, 2, 3, 9), 24))
NUMBERS = {"edition": "number-tournament"}
numbers = count(1)


def line(text: str, box: int = 0, mark: str = Mark.WRITTEN) -> Submission:
    return Submission(pk=next(numbers), box=box, text=text, mark=mark)


def comparison(asked=BOXES, edition="number-tournament") -> Comparison:
    return Comparison(Round(edition={"edition": edition}), asked)


def say_the_same(left: str, right: str, **more) -> bool:
    return comparison(**more).same([line(left)], [line(right)])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("(1+2+3)*4", "(1+2+3)*4"),
        ("(1+2+3)*4", " ( 1 + 2 + 3 ) * 4  "),
        ("(1+2+3)*4", "(1+2+3)×4"),
        ("(1+2+3)*4", "(1+2+3) x 4"),
        ("(1+2+3)*4", "[1+2+3]·4"),
        ("(1+2+3)*4", "((1+2)+3)*4"),
        ("1*2*3*4", "1x2X3∙4"),
        ("(4-1)*2*3", "(4−1)*2*3"),
        ("(4-1)*2*3", "(4–1)*2*3"),
        ("4÷2+1*3", "4/2+1*3"),
        ("4÷2+1*3", "4:2+1×3"),
        ("√4+1+2+3", "sqrt(4)+1+2+3"),
        ("√4+1+2+3", "SQRT 4 + 1+2+3"),
        ("2^3*(4-1)", "2³*(4-1)"),
        ("2^3*(4-1)", "2**3*(4-1)"),
        ("T(4)+1+2+3", "t4+1+2+3"),
        ("(1+2+3)*4 = 24", "(1+2+3)*4=24"),
        ("(1+2+3)*4 = 24", "(1+2+3)*4"),
        ("24 = (1+2+3)*4", "(1+2+3)*4 = 24"),
        ("(1+2", "( 1 + 2"),
        ("1 + × 2", "1+*2"),
        ("idk – 4", "IDK-4"),
        ("", "\u00a0"),
    ],
)
def test_a_difference_in_typing_alone_is_none(left, right):
    assert say_the_same(left, right)
    assert say_the_same(right, left)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("(1+2+3)*4", "(7+2+3)*4"),
        ("1+2+3+4", "2+1+3+4"),  # the order in which it is written
        ("(1+2+3)*4", "4*(1+2+3)"),
        ("1+(2+3)+4", "1+2+3+4"),  # other brackets, though they count once
        ("4/2+1*3", "4-2+1*3"),
        ("12+3+4", "1*2+3+4"),
        ("1+2+3+4", "1+2+3"),
        ("2^3*(4-1)", "23*(4-1)"),
        ("T(4)+1+2+3", "4+1+2+3"),
        ("4!+1+2+3", "4+1+2+3"),
        ("(1+2+3)*4 = 24", "(1+2+3)*4 = 21"),  # one of them claims what is wrong
        ("(1+2", "(1+3"),
        ("1 2 ?", "12 ?"),
        ("(1+2", "(1+2)"),
        ("? 4", "4"),
        ("1+5 mod 3", "(1+5) mod 3"),  # the first can be read in two ways
    ],
)
def test_a_difference_in_what_is_written_is_one(left, right):
    assert not say_the_same(left, right)
    assert not say_the_same(right, left)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("3 5 7: 3+5*7", "3,5,7 : 3 + 5×7", True),
        ("3 5 7: 3+5*7", "3+5*7", False),  # one of them shows the hand in front
        ("3 5 7: 3+5*7", "3 5 1: 3+5*7", False),
        ("3 5 7", "3, 5, 7", True),
        ("3 5 7", "3 57", False),
    ],
)
def test_the_cards_in_front_of_a_method_are_compared_too(left, right, same):
    dealt = boxes(((), 1), ((), 2))
    assert say_the_same(left, right, asked=dealt, edition="smash") is same


WRITTEN, STRUCK, BLANK, ILLEGIBLE = (Mark.WRITTEN, Mark.STRUCK_OUT, Mark.BLANK, Mark.ILLEGIBLE)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ([("1+2", STRUCK)], [], True),
        ([("", BLANK)], [], True),
        ([("1+2", STRUCK)], [("3", STRUCK)], True),
        ([("1+2", STRUCK)], [("1+2", WRITTEN)], False),
        ([("", BLANK)], [("1+2", WRITTEN)], False),
        ([("1+2", ILLEGIBLE)], [("", ILLEGIBLE)], True),
        ([("1+2", ILLEGIBLE)], [("1+2", WRITTEN)], False),
        ([("", ILLEGIBLE)], [], False),
        ([("1+2", WRITTEN), ("3*4", WRITTEN)], [("3*4", WRITTEN), ("1+2", WRITTEN)], False),
        ([("1+2", WRITTEN), ("9", STRUCK), ("3*4", WRITTEN)], [("1+2", WRITTEN), ("3 x 4", WRITTEN)], True),
    ],
)
def test_marks_and_the_order_in_a_box(left, right, same):
    said = comparison()
    sides = [[line(text, mark=mark) for text, mark in side] for side in (left, right)]
    assert said.same(*sides) is same
    assert all(place.is_same for place in said.places(*sides)) is same


def test_the_same_text_in_another_box_is_a_difference():
    assert not comparison().same([line("2+2", box=0)], [line("2+2", box=1)])


def test_a_line_of_a_box_that_the_puzzle_no_longer_has_is_compared_as_a_text():
    said = comparison()
    assert said.same([line("1 × 2", box=7)], [line("1x2", box=7)])
    assert not said.same([line("1 × 2", box=7)], [line("1+2", box=7)])


def test_lines_stand_side_by_side_aligned_where_they_agree():
    left = [line("1+2+3+4"), line("(1+2+3)*4"), line("2*2*3+9", 1)]
    right = [line("(1+2+3) x 4"), line("4*3*2"), line("2*2*3*9", 1), line("9", 1)]
    found = [
        (place.box, place.left and place.left.text, place.right and place.right.text, place.number)
        for place in comparison().places(left, right)
    ]
    assert found == [
        (0, "1+2+3+4", None, 1),
        (0, "(1+2+3)*4", "(1+2+3) x 4", 0),
        (0, None, "4*3*2", 2),
        (1, "2*2*3+9", "2*2*3*9", 3),
        (1, None, "9", 4),
    ]


@pytest.mark.parametrize(
    ("text", "as_compared"), [("1 + 2 ", "1+2"), ("1 2 ×3", "1 2*3"), ("÷ − [X]", "/-(*)"), ("A b", "ab")]
)
def test_what_cannot_be_read_is_compared_without_spaces_and_with_one_sign_a_meaning(text, as_compared):
    assert unified(text) == as_compared
