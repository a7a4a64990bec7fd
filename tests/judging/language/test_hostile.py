"""Whatever is typed, the engine answers: quickly, without raising, without evaluating anything by Python."""

import json
import subprocess
import sys

import pytest

from judging.language.verdict import judge
from tests.judging.language.fuzz import RULES, check, strings


@pytest.mark.parametrize("own_numbers", [True, False])
def test_random_and_mutated_strings_are_answered(own_numbers):
    for at, text in enumerate(strings(4000, seed=2024)):
        check(text, RULES[at % len(RULES)], own_numbers)


def codes(text, numbers=(), **more):
    return [reason.code for reason in judge(text, numbers, **more).reasons]


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000 + "1" + ")" * 10_000,
        "1+" * 500_000 + "1",
        "9" * 1_001,
        " " * 1_001,
        "√" * 101 + "1",
        "(" * 101 + "1" + ")" * 101,
        "2^" * 101 + "1",
        "1" + "!! " * 101,
        "9^9^9^9",
        "((9!)!)!",
        "9!!^9!!^9!!",
        "(9^9^9)C(9^9)",
        "C((6!)!, (6!)! / 2)",
        "P((6!)!, (6!)!)",
        "lcm(9^(9^3), 8^(8^4))",
        "root(9^99, 2)",
        "2^(1/9^9)",
        "T(T(T(T(T(T(T(T(T(T(T(T(T(9)))))))))))))",
    ],
    ids=lambda text: text[:20],
)
def test_what_is_beyond_the_budget_is_left_to_a_judge(text):
    verdict = judge(text, [int(digits) for digits in "".join(c if c.isdigit() else " " for c in text).split()])
    assert (verdict.verdict, [reason.code for reason in verdict.reasons]) == ("needs_ruling", ["too_large"])


@pytest.mark.parametrize(
    ("text", "numbers", "digits"),
    [
        ("(4!)!", (4,), 24),
        ("(6!)!", (6,), 1747),
        ("T(T(T(9)))", (9,), 6),
        ("2^(3^4)", (2, 3, 4), 25),
        ("1463!", (1463,), 3998),
        ("10^3999", (10, 3999), 4000),
        ("2^13287", (2, 13287), 4000),
        ("10^2000*10^1999", (10, 2000, 10, 1999), 4000),
        ("13286C6", (13286, 6), 22),
        ("9999P999", (9999, 999), 3974),
        ("√(10^3998)", (10, 3998), 2000),
        ("log_2(2^13000)", (2, 2, 13000), 5),
        ("(" * 100 + "5" + ")" * 100, (5,), 1),
        ("+".join("1" * 400), (1,) * 400, 3),
        ("-".join("1" * 400), (1,) * 400, 4),
    ],
    ids=lambda case: case[:20] if isinstance(case, str) else "",
)
def test_what_is_within_the_budget_is_worked_out(text, numbers, digits):
    verdict = judge(text, numbers)
    assert (verdict.verdict, len(verdict.value)) == ("accepted", digits)


@pytest.mark.parametrize("text", ["10^4000", "1/10^4000", "2^13288", "1464!", "10^2000*10^2000", "10^3999*9+10^3999"])
def test_four_thousand_digits_are_the_limit(text):
    numbers = [int(digits) for digits in "".join(c if c.isdigit() else " " for c in text).split()]
    assert codes(text, numbers) == ["too_large"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1 \x00+ 2", (2, 3)),
        ("1 +\u00ad 2", (3, 4)),
        ("١ + 2", (0, 1)),
        ("5٢", (1, 2)),
        ("½", (0, 1)),
        ("1 + é", (4, 5)),
        ("1 2", (2, 3)),
        ("2 ** ", (5, 5)),
        ("(1 + 2", (0, 1)),
        ("1 + 2)", (5, 6)),
        ("\ud800", (0, 1)),
        ("1 + 'x'", (4, 5)),
    ],
)
def test_what_is_unreadable_is_so_at_its_place(text, place):
    verdict = judge(text, (1, 2))
    assert (verdict.verdict, verdict.value, verdict.trees) == ("refused", None, ())
    assert [(each.code, each.start, each.end) for each in verdict.reasons] == [("unreadable", *place)]


IRRATIONAL = [
    ("√2 + √3 + √5 + √7", (2, 3, 5, 7)),
    ("√(5 + 2*√6) - √2 - √3", (5, 2, 6, 2, 3)),
    ("root(3, 2 + √5) + root(3, 2 - √5)", (3, 2, 5, 3, 2, 5)),
    ("(1 + √2)^7", (1, 2, 7)),
    ("√(2 + √(2 + √2))", (2, 2, 2)),
    ("2^√2", (2, 2)),
    ("log_2(√8)", (2, 8)),
    ("√2 * root(3, 3) * root(4, 5)", (2, 3, 3, 4, 5)),
]


def test_a_verdict_does_not_depend_on_which_optional_library_is_there():
    program = (
        "import sys, json; {}\n"
        "from judging.language.verdict import judge\n"
        "print(json.dumps([judge(text, numbers, 1).as_dict() for text, numbers in json.loads(sys.argv[1])]))"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program.format(without), json.dumps(IRRATIONAL)],
            capture_output=True, text=True, check=True,
        ).stdout
        for without in ("", "sys.modules['flint'] = None")
    ]  # fmt: skip
    assert outputs[0] == outputs[1]
    assert json.loads(outputs[0])[1]["value"] == "0"
