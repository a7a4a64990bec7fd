"""The table of functions says of each how it is written: what the help page shows must be true."""

import math
import re
from itertools import accumulate

import pytest

from judging.language.editions import edition
from judging.language.functions import integer_functions
from judging.language.functions.table import FUNCTIONS
from judging.language.limits import LIMIT, TooLarge
from judging.language.numbers.rationals import within_budget
from judging.language.parsing import writing
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


@pytest.mark.parametrize("row", [row for row in FUNCTIONS.values() if row.name != "negative"], ids=lambda row: row.name)
def test_every_way_to_write_an_example_is_accepted_and_means_the_same(row):
    by_text = {}
    for text in (row.example, *row.also):
        verdict = judge(text, numbers_in(text), edition=ALL_ON)
        assert verdict.verdict == "accepted", (text, verdict.reasons)
        assert row.name in {getattr(node, "function", "") for node in verdict.trees}, text
        by_text[text] = (verdict.value, verdict.method_key, writing.plain(verdict.trees[0]))
    assert len(set(by_text.values())) == 1, by_text


@pytest.mark.parametrize("name", [name for name, row in FUNCTIONS.items() if not row.default and name != "negative"])
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
    assert all(row.commutative and row.associative for row in FUNCTIONS.values() if row.max_inputs is None)


NAIVE = {
    "double_factorial": lambda n: math.prod(range(n, 0, -2)),
    "subfactorial": lambda n: sum((-1) ** k * math.perm(n, n - k) for k in range(n + 1)),
    "primorial": lambda n: math.prod(p for p in range(2, n + 1) if all(p % d for d in range(2, math.isqrt(p) + 1))),
    "fibonacci": lambda n: list(accumulate(range(n), lambda pair, _: (pair[1], sum(pair)), initial=(0, 1)))[n][0],
}  # fmt: skip


@pytest.mark.parametrize("name", NAIVE)
def test_a_quick_way_to_a_function_of_whole_numbers_comes_to_the_same(name):
    quick = getattr(integer_functions, name)
    for n in (*range(60), 300, 601):
        assert quick(n) == NAIVE[name](n)


@pytest.mark.parametrize(
    ("name", "largest"),
    [("factorial", 1463), ("double_factorial", 2672), ("subfactorial", 1463), ("primorial", 9336), ("fibonacci", 19_141)],  # noqa: E501
)  # fmt: skip
def test_all_values_within_the_digits_are_worked_out(name, largest):
    function = FUNCTIONS[name].implementation
    assert within_budget(function(largest)) < LIMIT
    with pytest.raises(TooLarge):
        within_budget(function(largest + 1))


@pytest.mark.parametrize(
    ("n", "k"),
    [(13_000, 6_500), (13_291, 6_645), (2_003, 1_001), (29_999, 1_100), (16_384, 2_048), (16_383, 2_047)],
)
def test_choices_found_by_their_primes_are_those_of_python(n, k):
    assert integer_functions.chosen_by_primes(n, k) == math.comb(n, k)


def test_choices_beyond_the_digits_are_refused_before_they_are_counted():
    assert integer_functions.choose(13_286, 6_643) < LIMIT
    for n, k in ((26_000, 13_000), (13_400, 6_700), (29_999, 3_000), (10**300, 15)):
        with pytest.raises(TooLarge):
            integer_functions.choose(n, k)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("19000#", "number-tournament"),
        ("√4 + 1", "basic-24"),
        ("(1 + 2)^3 * 5", "countdown"),
        ("log(100)", "number-tournament"),
        ("√(1 - 5)", "dmas"),
    ],
)
def test_a_function_that_the_edition_has_not_is_not_worked_out(text, rules):
    verdict = judge(text, numbers_in(text), 24, edition(rules))
    assert (verdict.verdict, verdict.value) == ("refused", None)
    assert {reason.code for reason in verdict.reasons} <= {"function_not_allowed", "one_kind_of_operation"}


def test_a_minus_sign_before_a_number_is_refused_and_its_value_shown():
    assert judge("-3 + 5", [3, 5], 24).value == "2"
