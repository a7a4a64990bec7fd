"""Every line of tests/corpus/same.txt: two methods are the same, kin or different."""

import pytest

from judging.language.editions import edition
from judging.language.explanation import explain
from judging.language.verdict import judge
from tests.judging.language.corpus import lines, numbers_in

LINES = lines("same.txt")


def relation(one, other) -> str:
    if one.method_key == other.method_key:
        return "same"
    return "kin" if one.kin_key == other.kin_key else "different"


def test_two_methods_are_what_the_corpus_says():
    for line in LINES:
        first, second, wanted, _ = line.parts
        one, other = (judge(text, numbers_in(text), edition=line.rules) for text in (first, second))
        assert (one.verdict, other.verdict) == ("accepted", "accepted"), line
        assert relation(one, other) == relation(other, one) == wanted, line
        assert (one.method_key != other.method_key) or (one.kin_key == other.kin_key and one.value == other.value), line


def test_the_explanation_says_the_same_and_names_the_rule():
    for line in LINES:
        first, second, wanted, _ = line.parts
        if sorted(numbers_in(first)) == sorted(numbers_in(second)):
            explanation = explain(first, second, numbers_in(first), line.rules)
            assert explanation.relation == wanted, line
            assert str(explanation.message).endswith("."), line
            assert explanation.rule.startswith("NT-D"), line


@pytest.mark.parametrize(
    "one,other,wanted",
    [
        ("9 - (4 - 2)", "9 - 4 + 2", "different"),
        ("8 / (4 / 2)", "8 x 2 / 4", "different"),
        ("9 - (4 - 2)", "9 - (4 - 2)", "same"),
        ("1 + (4 - 2)", "4 + 1 - 2", "same"),
        ("2 x (4 / 8)", "4 x 2 / 8", "same"),
        ("|2 - (9 - 4)|", "(9 - 4) - 2", "same"),
        ("|2 - (9 - 4)|", "9 - 4 - 2", "same"),
    ],
)
def test_the_policy_through_brackets_closes_what_stands_behind_a_minus_or_below_a_line(one, other, wanted):
    rules = edition({"edition": "number-tournament", "policies": {"through_brackets": "distinct"}})
    first, second = judge(one, numbers_in(one), edition=rules), judge(other, numbers_in(other), edition=rules)
    assert (relation(first, second) == "same") == (wanted == "same")
    assert explain(one, other, numbers_in(one), rules).relation == relation(first, second)
