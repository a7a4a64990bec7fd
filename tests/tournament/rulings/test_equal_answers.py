"""Which texts are one answer written in two ways, before the engine is asked."""

import pytest

from tournament.rulings.equal_answers import plainly


@pytest.mark.parametrize(
    "one, other",
    [
        ("6/2(1+2)", " 6 ÷ 2 ( 1 + 2 ) "),
        ("2x3", "2 × 3"),
        ("2·3", "2*3"),
        ("6:2", "6∕2"),
        ("5-1", "5 − 1"),
        ("[1+2]", "(1+2)"),
        ("1  2", "1\u00a02"),
        ("3 !", "3!"),
    ],
)
def test_idle_spaces_and_ways_to_write_a_sign_make_no_difference(one, other):
    assert plainly(one) == plainly(other)


@pytest.mark.parametrize(
    "one, other", [("1 2", "12"), ("3! !", "3!!"), ("2* *3", "2**3"), ("1+2 3 4", "1+23 4"), ("lo g", "log")]
)
def test_a_space_that_keeps_two_things_apart_stays(one, other):
    assert plainly(one) != plainly(other)
