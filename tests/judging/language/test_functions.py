"""The table of functions says of each how it is written: what the help page shows must be true."""

import re

import pytest

from judging.language import writing
from judging.language.functions import FUNCTIONS
from judging.language.legality import edition
from judging.language.verdict import judge

ALL_ON = edition(
    {
        "edition": "number-tournament",
        "on": [name for name, row in FUNCTIONS.items() if not row.default and name != "negative"],
    }
)
ASCII = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")


def numbers_in(text: str) -> list[int]:
    named = text.replace("∛", "3 ").replace("∜", "4 ")
    written = re.findall(r"[0-9]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[₀₁₂₃₄₅₆₇₈₉]+", named)
    return [int(digits.translate(ASCII)) for digits in written]


@pytest.mark.parametrize(
    "row", [row for row in FUNCTIONS.values() if row.name != "negative"], ids=lambda row: row.name
)
def test_every_way_to_write_an_example_is_accepted_and_means_the_same(row):
    found = {}
    for text in (row.example, *row.also):
        said = judge(text, numbers_in(text), edition=ALL_ON)
        assert said.verdict == "accepted", (text, said.reasons)
        assert row.name in {getattr(node, "function", "") for node in said.trees}, text
        found[text] = (said.value, said.method_key, writing.plain(said.trees[0]))
    assert len(set(found.values())) == 1, found


@pytest.mark.parametrize(
    "name", [name for name, row in FUNCTIONS.items() if not row.default and name != "negative"]
)
def test_what_is_off_by_default_is_refused_and_works_once_turned_on(name):
    example = FUNCTIONS[name].example
    refused = judge(example, numbers_in(example))
    assert refused.verdict == "refused"
    assert judge(example, numbers_in(example), edition=ALL_ON).verdict == "accepted"


def test_what_an_edition_turns_off_is_refused():
    rules = edition({"edition": "number-tournament", "off": ["factorial"]})
    assert [reason.code for reason in judge("5!", [5], edition=rules).reasons] == ["function_not_allowed"]


def test_a_function_that_takes_any_number_of_inputs_commutes_and_associates():
    """The keys pour such inputs into one bag; a row that says otherwise would be judged wrongly."""
    assert all(row.commutes and row.associates for row in FUNCTIONS.values() if row.most is None)
