"""Every line of tests/corpus/methods.txt is judged as it says."""

import re
from pathlib import Path

import pytest

from judging.language.verdict import judge
from tests.judging.language.corpus import lines, numbers, target

LINES = lines("methods.txt")
RULES = (Path(__file__).parents[3] / "docs" / "rules" / "methods.md").read_text(encoding="utf-8")


def outcome(verdict) -> str:
    """A verdict in the words of the corpus."""
    codes = sorted({reason.code for reason in verdict.reasons} - {"claim_differs"})
    notes = " (claim_differs)" if any(reason.code == "claim_differs" for reason in verdict.reasons) else ""
    rest = verdict.value if verdict.verdict == "accepted" else " ".join(codes)
    return f"{verdict.verdict} {rest}{notes}"


def test_a_method_is_judged_as_the_corpus_says():
    result, wanted = {}, {}
    for line in LINES:
        given, aim, text, verdict, _ = line.parts
        result[line.place, text] = outcome(judge(text, numbers(given), target(aim), line.rules))
        wanted[line.place, text] = verdict
    assert result == wanted


@pytest.mark.parametrize("name", ["methods.txt", "same.txt"])
def test_every_line_cites_a_rule_that_exists(name):
    cited = {line.place: line.parts[-1].split()[0] for line in lines(name)}
    assert [
        (place, rule) for place, rule in cited.items() if f"**{rule}**" not in RULES and f"| {rule} |" not in RULES
    ] == []


def test_there_are_several_hundred_lines():
    assert len(LINES) > 300
    assert len({re.sub(r"\s", "", line.parts[2]) for line in LINES}) > 250
