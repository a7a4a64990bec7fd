"""A function that is not in the table is read as it was written: a judge must see what the child meant."""

from time import perf_counter

import pytest

from judging.language.editions import EDITIONS
from judging.language.parsing.writing import plain
from judging.language.verdict import judge


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("floor(3/4) + 6 x 10", "floor(3 / 4) + 6 * 10"),
        ("floor(floor(10/4)+6)", "floor(floor(10 / 4) + 6)"),
        ("3 + round((4 - 6)^2)", "3 + round((4 - 6)^2)"),
        ("floor(3 4)", "floor(3, 4)"),  # what stands inside cannot be read: its numbers are kept
        ("floor(3 4) + ceil(6/10)", "floor(3, 4) + ceil(6 / 10)"),
    ],
)
def test_what_is_forbidden_is_refused_and_its_inputs_are_read(text, read):
    verdict = judge(text, [3, 4, 6, 10], 38)
    assert verdict.verdict == "refused"
    assert [plain(tree) for tree in verdict.trees] == [read]
    assert "function_not_allowed" in {reason.code for reason in verdict.reasons}


@pytest.mark.parametrize(
    ("text", "read", "name"),
    [
        ("max(3+4, 6) + 10", "max(3 + 4, 6) + 10", "max"),
        ("sin(6(3)) + 4 + 10", "sin(6 * 3) + 4 + 10", "sin"),
        ("min(3 4) + 6 + 10", "min(3, 4) + 6 + 10", "min"),
        ("σ(3) + 4 + 6 + 10", "σ(3) + 4 + 6 + 10", "σ"),
    ],
)
def test_what_is_unknown_waits_for_a_judge_under_the_tournaments_rules_alone(text, read, name):
    verdict = judge(text, [3, 4, 6, 10], 38)
    assert (verdict.verdict, [plain(tree) for tree in verdict.trees]) == ("needs_ruling", [read])
    (asked,) = verdict.reasons
    assert (asked.code, asked.facts["name"], text[asked.start : asked.end]) == ("unknown_function", name, name)
    for other in ("basic-24", "dmas", "countdown"):
        refused = judge(text, [3, 4, 6, 10], 38, EDITIONS[other])
        assert "function_not_allowed" in {reason.code for reason in refused.reasons}


def test_brackets_with_nothing_in_them_leave_the_numbers_unused():
    assert [reason.code for reason in judge("min()", [3], 3).reasons] == ["number_unused"]


def test_an_open_bracket_is_unreadable():
    assert judge("floor(3", [3], 3).reasons[0].code == "unreadable"


def test_many_of_them_within_each_other_end_soon():
    began = perf_counter()
    verdict = judge("floor(" * 30 + "3 4" + " 5)" * 30, [3, 4], 3)  # at no level can the inside be read
    assert verdict.verdict == "refused"
    assert perf_counter() - began < 5


def test_the_unknown_function_is_named_before_that_the_line_is_ambiguous():
    assert [each.code for each in judge("φ(9)/2(3)", [9, 2, 3]).reasons] == ["unknown_function", "ambiguous"]
