"""A function nobody may use is refused, and still read as it was written: a judge must see what the child meant."""

from time import perf_counter

import pytest

from judging.language.verdict import judge
from judging.language.writing import plain


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("floor(3/4) + 6 x 10", "floor(3 / 4) + 6 * 10"),
        ("max(3+4, 6)", "max(3 + 4, 6)"),
        ("sin(6(3))", "sin(6 * 3)"),
        ("floor(floor(10/4)+6)", "floor(floor(10 / 4) + 6)"),
        ("3 + round((4 - 6)^2)", "3 + round((4 - 6)^2)"),
        ("min()", "min()"),
        ("floor(3 4)", "floor(3, 4)"),  # what stands inside cannot be read: its numbers are kept
        ("floor(3 4) + ceil(6/10)", "floor(3, 4) + ceil(6 / 10)"),
    ],
)
def test_its_inputs_are_read(text, read):
    verdict = judge(text, [3, 4, 6, 10], 38)
    assert verdict.verdict == "refused"
    assert [plain(tree) for tree in verdict.trees] == [read]
    assert "function_not_allowed" in {reason.code for reason in verdict.reasons}


def test_an_open_bracket_is_unreadable():
    assert judge("floor(3", [3], 3).reasons[0].code == "unreadable"


def test_many_of_them_within_each_other_end_soon():
    began = perf_counter()
    verdict = judge("floor(" * 30 + "3 4" + " 5)" * 30, [3, 4], 3)  # at no level can the inside be read
    assert verdict.verdict == "refused"
    assert perf_counter() - began < 5
