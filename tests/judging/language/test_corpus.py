"""Every line of the corpus is judged as it says. A new rule, or a real dispute, begins as a line there."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from judging.language.explanation import explain
from judging.language.legality import RULES
from judging.language.verdict import judge

from .corpus import methods, numbers_in, pairs

RULES_PAGE = Path(__file__).parents[3] / "docs" / "rules" / "methods.md"


@pytest.mark.parametrize("line", methods(), ids=lambda line: line.text)
def test_a_method_is_judged_as_the_corpus_says(line):
    found = judge(line.text, line.numbers, line.target, line.edition)
    codes = dict.fromkeys(each.code for each in found.reasons)
    value = [found.value] if found.verdict == "accepted" else []
    assert " ".join([found.verdict, *value, *codes]) == line.said
    if found.verdict == "accepted" and line.target is not None:
        assert (found.on_target, found.distance) == (
            found.distance == "0",
            str(abs(Fraction(found.value) - line.target)),
        )
    else:
        assert (found.on_target, found.distance) == (None, None)


@pytest.mark.parametrize("line", pairs(), ids=lambda line: f"{line.first} | {line.second}")
def test_two_methods_are_the_same_kin_or_different_as_the_corpus_says(line):
    one = judge(line.first, numbers_in(line.first), edition=line.edition)
    other = judge(line.second, numbers_in(line.second), edition=line.edition)
    assert (one.verdict, other.verdict) == ("accepted", "accepted")
    same, kin = one.method_key == other.method_key, one.kin_key == other.kin_key
    assert (same, kin) == {"same": (True, True), "kin": (False, True), "different": (False, False)}[
        line.relation
    ]


@pytest.mark.parametrize(
    "line",
    [line for line in pairs() if sorted(numbers_in(line.first)) == sorted(numbers_in(line.second))],
    ids=lambda line: f"{line.first} | {line.second}",
)
def test_why_two_methods_count_once_or_twice_is_said_in_a_sentence(line):
    said = explain(line.first, line.second, numbers_in(line.first), line.edition)
    assert said.relation == line.relation
    assert said.sentence.startswith("They ")
    assert said.sentence.endswith(".")


def test_every_rule_that_is_cited_stands_in_the_rules():
    numbered = set(re.findall(r"\*\*((?:NT|CD|DM)-[A-Z]?[0-9]+)\*\*", RULES_PAGE.read_text(encoding="utf-8")))
    cited = {
        rule for line in [*methods(), *pairs()] for rule in re.findall(r"(?:NT|CD|DM)-[A-Z]?[0-9]+", line.why)
    }
    assert set(RULES.values()) | cited <= numbered
    assert all(re.match(r"(?:NT|CD|DM)-[A-Z]?[0-9]+", line.why) for line in [*methods(), *pairs()])
