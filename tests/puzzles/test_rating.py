"""How hard questions are: known comparisons, reasons, and the command."""

import io
import json
from fractions import Fraction
from itertools import combinations_with_replacement
from math import log

import pytest

from judging.language.editions import EDITIONS, edition
from puzzles.commands import rate
from puzzles.rating import model
from puzzles.rating.easy_methods import EasyMethodSearch
from puzzles.rating.features import features, has_fractions, whole_steps
from puzzles.rating.model import Rater

PLAIN = Rater(EDITIONS["basic-24"])


def rated(*numbers, target=24):
    return PLAIN.rate(numbers, target)[0]


def step(rating):
    return rating.as_dict(model.SETS_OF_24)["step"]


def one_form(text, numbers, target):
    (form,) = (each.form for each in PLAIN.rate(numbers, target)[1].methods if each.text == text)
    return form


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        ((6, 6, 6, 6), (3, 3, 8, 8)),
        ((1, 1, 4, 6), (1, 3, 4, 6)),
        ((2, 4, 6, 12), (5, 5, 5, 1)),
        ((2, 2, 4, 8), (7, 7, 3, 3)),
        ((2, 2, 6, 12), (4, 4, 10, 10)),
    ],
)
def test_sets_that_everybody_knows_to_be_hard_are_harder(easier, harder):
    assert rated(*easier).value < rated(*harder).value
    assert (step(rated(*easier)) <= 2, step(rated(*harder))) == (True, 5)


def test_the_order_of_numbers_changes_nothing():
    assert rated(8, 3, 8, 3) == rated(3, 3, 8, 8)


@pytest.mark.parametrize(
    ("text", "numbers", "target", "expected"),
    [
        ("5 * (5 - 1 / 5)", (1, 5, 5, 5), 24, (2, 0, 1, 0, 2 * -log(2) + log(4.8), 0, 0)),
        ("8 / (3 - 8 / 3)", (3, 3, 8, 8), 24, (2, 0, 0, 1, log(8 / 3 / 2) - log(2), 0, 0)),
        ("(2 - 6) * (4 - 10)", (2, 4, 6, 10), 24, (0, 2, 0, 0, log(4 / 2) + log(6 / 2), 0, 0)),
        ("6 + 6 + 6 + 6", (6, 6, 6, 6), 24, (0, 0, 0, 0, 0, 0, 0)),
    ],
)
def test_the_features_of_a_method(text, numbers, target, expected):
    form = one_form(text, numbers, target)
    result = features(form)
    assert result[:4] == expected[:4]
    assert result.functions == result.unusual_functions == 0
    assert has_fractions(form) == (expected[0] > 0)
    assert whole_steps(form) == (expected[0] == expected[1] == 0)


def test_the_size_adds_up_what_results_on_the_way_are_worth():
    assert features(one_form("6 * 6 - 6 - 6", (6, 6, 6, 6), 24)).size == pytest.approx(log(36 / 2))
    assert features(one_form("3 * (9 - 10 / 10)", (3, 9, 10, 10), 24)).size == pytest.approx(log(8 / 2) + log(1 / 2))


def test_terms_add_up_to_the_rate_at_which_some_way_is_found():
    easy = PLAIN.rate((2, 4, 6, 12), 24)[1]
    methods = [features(method.form) for method in easy.methods]
    costs = [sum(cost * getattr(way, name) for name, cost in model.METHOD_COSTS.items()) for way in methods]
    terms = model._terms((2, 4, 6, 12), methods)
    together = sum(terms[name] for name in (*model.METHOD_COSTS, "ways"))
    assert together == pytest.approx(-model.SHARE * log(sum(2.718281828459045**-cost for cost in costs)))


def test_each_step_has_about_a_fifth_of_all_sets_and_usual_terms_are_the_averages():
    values, steps, totals = [], [0] * 5, dict.fromkeys(model.TERMS, 0.0)
    for numbers in combinations_with_replacement(range(1, 14), 4):
        result, easy = PLAIN.rate(numbers, 24)
        if result is None:
            continue
        steps[step(result) - 1] += 1
        values.append(result.value)
        assert not result.estimated
        for name, term in model._terms(numbers, [features(method.form) for method in easy.methods]).items():
            totals[name] += term
    assert sum(steps) == 1362
    assert all(0.18 < each / 1362 < 0.22 for each in steps)
    assert model.tenths_of(values) == pytest.approx(model.SETS_OF_24, abs=0.05)
    assert {name: round(total / 1362, 2) for name, total in totals.items()} == {
        name: term.usual for name, term in model.TERMS.items()
    }


def test_reasons_name_what_differs_from_the_usual_set():
    assert [each.code for each in rated(1, 5, 5, 5).reasons] == [
        "fractions", "equal_numbers", "few_ways", "small_results", "idle_ones", "ones",
    ]  # fmt: skip
    for reason in rated(3, 3, 8, 8).reasons:
        assert str(reason.message).endswith(".")


@pytest.mark.parametrize(
    ("numbers", "target", "rules", "estimated"),
    [
        ((1, 5, 5, 5), 24, "basic-24", False),
        ((1, 5, 5, 5), 24, "number-tournament", False),
        ((1, 5, 5, 5), 25, "basic-24", True),
        ((1, 2, 3, 4, 5), 24, "basic-24", True),
        ((1, 1, 1, 1), 24, "number-tournament", True),
        ((1, 2, 3, 4), 24, "countdown", True),
    ],
)
def test_what_no_data_stand_behind_is_said_to_be_estimated(numbers, target, rules, estimated):
    assert Rater(edition(rules)).rate(numbers, target)[0].estimated is estimated


def test_functions_come_in_only_where_the_four_operations_do_not_do():
    whole = EasyMethodSearch(EDITIONS["number-tournament"])
    assert whole.find((1, 3, 4, 6), 24).needs_functions is False
    result = whole.find((1, 1, 1, 1), 24)
    assert (result.needs_functions, result.functions - EDITIONS["basic-24"].functions) == (True, {"factorial"})
    assert whole.find((1, 1, 1, 1), 24, functions=False).impossible


def test_an_answer_does_not_depend_on_what_was_asked_before():
    asked = [((1, 1, 2, 6, 6, 10), 38), ((2, 3, 5, 7, 8, 9), 61), ((1, 1, 1, 1), 24), ((1, 2, 2, 3), 77)]
    rater = Rater(EDITIONS["number-tournament"])
    together = [rater.rate(*each)[0] for each in asked + asked]
    assert together[:4] == together[4:] == [Rater(EDITIONS["number-tournament"]).rate(*each)[0] for each in asked]


@pytest.mark.parametrize(("numbers", "target"), [((10**400, 1), 10**400), ((10**400, 3), Fraction(10**400, 3))])
def test_numbers_beyond_any_float_are_rated(numbers, target):
    assert step(rated(*numbers, target=target)) in range(1, 6)


# the command


def call(line, *fed):
    stdout, stderr = io.StringIO(), io.StringIO()
    code = rate.main(line.split(), io.StringIO("\n".join(fed)), stdout, stderr)
    return code, stdout.getvalue(), stderr.getvalue()


def test_one_question_is_explained():
    code, message, _ = call("--numbers 6,6,6,6 --target 24 --rules basic-24")
    assert (code, message.splitlines()) == (
        0,
        [
            "5.1 (step 1 of 5)",
            "Very easy: easier than 9 of 10 sets of the 24 game.",
            "  easier: Some numbers are equal.",
            "  easier: The results on the way are small.",
        ],
    )
    assert call("--numbers 1,1,1,1 --target 24 --rules basic-24")[:2] == (1, "These numbers do not make the target.\n")


def test_a_stream_answers_each_line_and_says_what_is_wrong_with_one():
    good = {"id": 1, "numbers": [1, 5, 5, 5], "target": 24, "rules": "basic-24"}
    bad = ["{", "[]", {**good, "numbers": "x"}, {**good, "target": None}, {**good, "rules": "chess"}, {"id": 2}]
    bad += [{**good, "numbers": [1] * 13}, {**good, "numbers": [1, 1]}, {**good, "numbers": [-1, 24]}]
    lines = [each if isinstance(each, str) else json.dumps(each) for each in (good, *bad, good)]
    code, message, _ = call("--jsonl", *lines)
    rows = [json.loads(row) for row in message.splitlines()]
    assert (code, [sorted(row) for row in rows[1:-1]]) == (2, [["error", "id"]] * len(bad))
    assert rows[0] == rows[-1]
    assert (list(rows[0]), rows[0]["step"], rows[0]["why"][0]) == (["id", "difficulty", "step", "why"], 5, "fractions")
    assert call("--jsonl", json.dumps(good))[0] == 0


@pytest.mark.parametrize("line", ["", "--numbers 1,2", "--numbers 1,2 --target x", "--rules chess --jsonl", "--fast"])
def test_wrong_usage_is_said(line):
    code, message, why = call(line)
    assert (code, message, bool(why)) == (2, "", True)
