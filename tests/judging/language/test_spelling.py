"""Which texts are spelled alike, before the engine is asked what they mean."""

import pytest

from judging.language.parsing.spelling import spelled


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
        ("9 x 4 - 10 mod 9", "9×4−10 MOD 9"),
        ("9 mod 4", "9 % 4"),
        ("{1+2}*3", "(1+2)•3"),
        ("5² - 1", "5^2-1"),
        ("2⁽⁶⁻³⁾", "2 ** (6 − 3)"),
        ("4c3", "4C3"),
        ("Sqrt(9)", "sqrt (9)"),
        ("３‼", "3!!"),
        ("Φ(9)", "φ(9)"),
        ("Abra", "abra"),
    ],
)
def test_idle_spaces_and_ways_to_write_a_sign_make_no_difference(one, other):
    assert spelled(one) == spelled(other)


@pytest.mark.parametrize(
    "one, other",
    [
        ("1 2", "12"),
        ("3! !", "3!!"),
        ("2* *3", "2**3"),
        ("1+2 3 4", "1+23 4"),
        ("lo g", "log"),
        ("5²√9", "5^2√9"),
        ("4 - ⁴C₃", "4 - ^4C₃"),
        ("²√9", "^2√9"),
        ("⌊5÷3⌋", "(5÷3)"),
        ("52", "5²"),
        ("2 - 1", "2 + 1"),
    ],
)
def test_what_means_something_else_is_spelled_otherwise(one, other):
    assert spelled(one) != spelled(other)
