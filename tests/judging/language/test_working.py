"""Working shown in steps (NT-14): a judge is offered the method that the steps make together."""

import pytest

from judging.language.editions import edition
from judging.language.parsing.writing import plain
from judging.language.verdict import judge


def made(verdict):
    """The readings of a working but for the last, which is just its first step."""
    return [(each.expression, each.value, each.verdict) for each in verdict.readings[:-1]]


@pytest.mark.parametrize(
    "text,numbers,method,value",
    [
        ("1+2+3 = 6 × 4 = 24", (1, 2, 3, 4), "(1 + 2 + 3) * 4", "24"),
        ("4x6=24x(3-2)", (4, 6, 3, 2), "4 * 6 * (3 - 2)", "24"),
        ("6+6=12 5-3=2 12x2=24", (6, 6, 5, 3), "(6 + 6) * (5 - 3)", "24"),
        ("6+6=12; 5-3=2; 12x2=24.", (6, 6, 5, 3), "(6 + 6) * (5 - 3)", "24"),
        ("6+6=12\n5-3=2\n12x2=24\n", (6, 6, 5, 3), "(6 + 6) * (5 - 3)", "24"),
        ("6+6=12 and 5-3=2 so 12x2", (6, 6, 5, 3), "(6 + 6) * (5 - 3)", "24"),
        ("1) 1+2=3, 3!=6, 6x4=24", (1, 2, 4), "(1 + 2)! * 4", "24"),
        ("24 = 1+2+3 = 6x4", (1, 2, 3, 4), "(1 + 2 + 3) * 4", "24"),
        ("3-5=-2, -2+7=5", (3, 5, 7), "3 - 5 + 7", "5"),
        ("5/2=2.5 x 4=10", (5, 2, 4), "5 / 2 * 4", "10"),
        ("4!=24=24+3-3", (4, 3, 3), "4! + 3 - 3", "24"),
    ],
)
def test_steps_that_fit_together_are_a_reading_with_its_value_and_keys(text, numbers, method, value):
    verdict = judge(text, numbers, 24)
    assert verdict.verdict == "needs_ruling"
    assert [reason.code for reason in verdict.reasons] == ["working_shown"]
    assert made(verdict) == [(method, value, "accepted")]
    assert [plain(tree) for tree in verdict.trees] == [each.expression for each in verdict.readings]
    written = judge(method, numbers, 24)
    assert (verdict.readings[0].method_key, verdict.readings[0].kin_key) == (written.method_key, written.kin_key)
    assert (verdict.on_target, verdict.distance, verdict.method_key, verdict.kin_key) == (None, None, None, None)


def test_the_reason_has_the_chain_as_understood_and_the_method():
    (reason,) = judge("1+2+3 = 6 × 4 = 24", (1, 2, 3, 4), 24).reasons
    assert reason.facts == {
        "detail": "working_of_one",
        "chain": ("1 + 2 + 3 = 6", "6 * 4 = 24"),
        "method": "(1 + 2 + 3) * 4",
        "value": "24",
    }
    assert (reason.start, reason.end, reason.rule) == (0, 14, "NT-14")


def test_a_number_that_may_be_a_result_or_a_given_one_makes_two_methods():
    verdict = judge("1+3=4, 4+2=6, 4x6=24", (1, 2, 3, 4), 24)
    assert made(verdict) == [("4 * (1 + 3 + 2)", "24", "accepted"), ("(1 + 3) * (4 + 2)", "24", "accepted")]
    assert verdict.reasons[0].facts == {"chain": ("1 + 3 = 4", "4 + 2 = 6", "4 * 6 = 24")}


def test_the_steps_of_a_working_are_those_of_its_first_method():
    verdict = judge("6+6=12 5-3=2 12x2=24", (6, 6, 5, 3), 24, steps=True)
    assert [f"{step.expression} = {step.value}" for step in verdict.steps] == [
        "6 + 6 = 12",
        "5 - 3 = 2",
        "12 * 2 = 24",
    ]


@pytest.mark.parametrize(
    "text,chain",
    [
        ("1+2+3 = 7 × 4 = 24", ("1 + 2 + 3 = 6", "7 * 4 = 28")),
        ("1+2=3, 3x4=12-", ("1 + 2 = 3", "3 * 4 = 12", "12-")),
        ("1+2+3 = 6/4(1)", ("1 + 2 + 3 = 6", "6/4(1)")),
        ("1x2x3 = 6, 4/0", ("1 * 2 * 3 = 6", "4 / 0")),
    ],
)
def test_steps_that_do_not_fit_go_to_a_judge_as_they_are(text, chain):
    verdict = judge(text, (1, 2, 3, 4), 24)
    assert (verdict.verdict, verdict.readings, verdict.trees) == ("needs_ruling", (), ())
    assert verdict.reasons[0].facts["chain"] == chain


@pytest.mark.parametrize(
    "text,numbers,rules,codes",
    [
        ("1+2=3!=6x4=24", (1, 2, 4), "basic-24", {"function_not_allowed"}),
        ("1+2=3, 3/0=4, 4x4", (1, 2, 4, 0), "number-tournament", {"working_shown"}),
        ("3-3=0+5", (3, 3, 5), "countdown", {"step_not_positive"}),
        ("12+3=15x4=60", (1, 2, 3, 4), "number-tournament", {"concatenation"}),
        ("1+2+3 = 6 × 4 = 24", (1, 2, 3, 4, 9), "number-tournament", {"number_unused"}),
    ],
)
def test_what_is_wrong_in_a_working_is_said_and_nothing_untrue(text, numbers, rules, codes):
    verdict = judge(text, numbers, 24, edition(rules))
    assert {reason.code for reason in verdict.reasons} == codes
    unused = {reason.facts["number"] for reason in verdict.reasons if reason.code == "number_unused"}
    assert unused <= {9}


@pytest.mark.parametrize(
    "text,numbers,rules,method",
    [
        ("7*3=21-8=13", (7, 3, 8), "dmas", "7 * 3 - 8"),
        ("50+4=54, 54x8=432-3=429", (50, 8, 8, 4, 3, 1), "countdown", "(50 + 4) * 8 - 3"),
        ("3+5=8-7=1", (), "smash", "3 + 5 - 7"),
        ("9 3 5: 9-5=4x3=12", (), "smash", "(9 - 5) * 3"),
    ],
)
def test_a_working_is_read_in_games_that_need_not_use_all_numbers(text, numbers, rules, method):
    verdict = judge(text, numbers, 12, edition(rules))
    assert [each.expression for each in verdict.readings[:-1]] == [method]
    assert verdict.readings[0].verdict == "accepted"


@pytest.mark.parametrize(
    "text,numbers,rules",
    [
        ("(8-1) x 2 = 7 x 2 = 14", (8, 1, 2), "number-tournament"),
        ("50*8 = 400 = 8*50", (50, 8, 3), "countdown"),
        ("7*3-8=13=21-8", (7, 3, 8), "dmas"),
        ("3+5-7 = 8-7 = 1", (), "smash"),
    ],
)
def test_a_method_with_its_working_behind_it_stays_a_method(text, numbers, rules):
    assert judge(text, numbers, 14, edition(rules)).verdict == "accepted"


def test_a_first_step_that_is_a_method_leaves_a_refused_working_to_a_judge():
    verdict = judge("50*8=400/3", (50, 8, 3), 400, edition("countdown"))
    assert verdict.verdict == "needs_ruling"
    assert [each.verdict for each in verdict.readings] == ["refused", "accepted"]


def test_a_wrong_answer_behind_a_working_is_noted():
    verdict = judge("1+2+3 = 6 × 4 = 25", (1, 2, 3, 4), 24)
    assert [reason.code for reason in verdict.reasons] == ["working_shown", "claim_differs"]


def test_a_working_of_many_steps_and_of_many_ways_is_bounded():
    ones = ", ".join(["1x1=1"] * 60)
    assert judge(ones, [1] * 61, 1).verdict == "needs_ruling"
    assert len(judge(", ".join(["1x1=1"] * 6), [1] * 7, 1).readings) == 16
    deep = ", ".join(["(((((1+0)))))=1"] * 39)
    verdict = judge(deep, [1] + [0] * 39, 1)
    assert verdict.verdict == "needs_ruling"
    assert verdict.readings == ()
