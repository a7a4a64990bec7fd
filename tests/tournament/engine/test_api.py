"""The engine as JSON, without an event and without an account."""

import io
import json

import pytest
from django.core.cache import cache
from rest_framework.serializers import Serializer

from judging.language import command as judging
from puzzles.commands import conundrum, letters, rate, referee, solve
from tournament.common import limits
from tournament.engine import api
from tournament.engine.api import KINDS

pytestmark = pytest.mark.django_db
PUZZLE = {"numbers": [1, 5, 5, 5], "target": "24", "rules": "basic-24"}


@pytest.fixture
def ask(client, monkeypatch):
    """ask(kind, *questions): their results."""
    cache.clear()
    monkeypatch.setattr(limits, "ENGINE_SECONDS", 100.0)

    def post(kind, *questions, status=200, **headers):
        body = {"questions": list(questions)}
        answer = client.post(f"/api/v1/engine/{kind}/", body, content_type="application/json", headers=headers)
        assert answer.status_code == status, answer.content
        return answer.json()["results"] if status == 200 else answer.json()

    return post


def written(command, *argv, line=None):
    """The JSON that a command writes, for a line of JSON or for its options."""
    stdout, stdin = io.StringIO(), io.StringIO(json.dumps(line) + "\n")
    assert command([*argv, *(["--jsonl"] if line else ["--json"])], stdin, stdout, io.StringIO()) == 0
    made = json.loads(stdout.getvalue())
    return {name: each for name, each in made.items() if name != "id"} if line else made


def names(shape: Serializer) -> tuple[set[str], set[str]]:
    """The fields that an answer must have, and those that it may have."""
    return {name for name, each in shape.fields.items() if each.required}, set(shape.fields)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_answers_its_example_in_the_shape_of_the_schema_and_refuses_what_is_wrong(ask, kind):
    _question, shape, example = KINDS[kind]
    wrong = {"turns": ["+5"] * 300, "numbers": "x"}
    first, refused, last = ask(kind, example, wrong, example)
    needed, allowed = names(shape())
    assert needed <= set(first["answer"]) <= allowed
    assert (first["refusal"], last) == (None, first)
    assert refused["answer"] is None
    assert (refused["refusal"]["status"], bool(refused["refusal"]["errors"])) == (400, kind != "referee")


@pytest.mark.parametrize(
    ("kind", "question", "command", "argv"),
    [
        ("judge", {"expression": "5!+1", "numbers": [1, 5], "target": "1/3"}, judging.main, []),
        ("judge", {"expression": "1+2=3+4", "numbers": [1, 2, 4], "steps": True}, judging.main, ["--steps"]),
        ("same", {"methods": ["1+2*3", "3*2+1"], "numbers": [1, 2, 3]}, judging.same, []),
        ("same", {"methods": ["1+2", "2-1"], "numbers": [1, 2], "rules": "basic-24"}, judging.same, []),
        ("solve", PUZZLE, solve.main, []),
        (
            "solve",
            {**PUZZLE, "wanted": "all", "rules": {"edition": "basic-24", "on": ["power"]}},
            solve.main,
            ["--all"],
        ),
        ("count", {**PUZZLE, "kin": True}, solve.main, ["--count", "--kin"]),
        ("rate", {"numbers": [1, 5, 5, 5], "target": 24}, rate.main, []),
        ("referee", KINDS["referee"][2], referee.main, []),
        ("referee", {"game": "twenty-four", "sets": [[1, 2, 3, 4]], "players": ["A"], "moves": []}, referee.main, []),
    ],
)
def test_an_answer_is_what_the_command_says_of_the_same_line(ask, kind, question, command, argv):
    [result] = ask(kind, question)
    answer = result["answer"]
    if kind in {"solve", "count"}:
        assert answer.pop("complete") is True
    assert answer == written(command, *argv, line=question)


def test_words_and_conundrums_are_those_of_the_commands(ask):
    [result] = ask("letters", {"letters": "ariok lenn", "top": 7})
    assert result["answer"]["words"] == written(letters.main, "ariok lenn", "--top", "7")
    [result] = ask("conundrum", {"seed": 2**100, "count": 2})
    assert result["answer"]["conundrums"] == written(conundrum.main, "--seed", str(2**100), "--count", "2")
    assert result["answer"]["seed"] == str(2**100)


def test_a_game_of_countdown_duel_says_who_wins_and_where_the_win_was_thrown_away(ask):
    begun, over, late = ask("duel", {"turns": ["+5", "*3"]}, {"turns": ["+7", "*9"]}, {"turns": ["+7", "*9", "+1"]})
    assert (begun["answer"]["total"], begun["answer"]["player"], begun["answer"]["wins"]) == (15, "A", True)
    assert begun["answer"]["turns"][1] == {
        "player": "B", "invalid": None, "could_win": True, "thrown_away": True, "better": "*6",
    }  # fmt: skip
    assert (over["answer"]["winner"], over["answer"]["ended"], over["answer"]["best"]) == ("B", "target", None)
    assert late["refusal"]["code"] == "duel_over"
    [lost] = ask("duel", {"turns": ["/0"]})
    assert lost["answer"]["turns"][0]["invalid"] == "division_by_zero"


@pytest.mark.parametrize(
    ("kind", "question", "code", "place"),
    [
        ("judge", {"expression": "1" * 1001, "numbers": [1]}, "invalid", "expression"),
        ("judge", {"expression": "1", "numbers": [10**7]}, "invalid", "numbers"),
        (
            "judge",
            {"expression": "1", "numbers": [1], "rules": {"edition": "basic-24", "on": ["x"]}},
            "no_function",
            "",
        ),
        ("judge", {"expression": "1", "numbers": [1], "rules": 3}, "no_rules", ""),
        ("same", {"methods": ["1"], "numbers": [1]}, "invalid", "methods"),
        ("solve", {**PUZZLE, "numbers": [1, 2, 3, 4, 5, 6, 7]}, "invalid", "numbers"),
        ("solve", {**PUZZLE, "target": "24/00"}, "invalid", "target"),
        ("solve", {**PUZZLE, "target": "1e99999999"}, "invalid", "target"),
        ("count", {**PUZZLE, "rules": "chess"}, "no_edition", ""),
        ("letters", {"letters": "abc1"}, "letters_other", ""),
        ("letters", {"letters": "a" * 16}, "letters_many", ""),
        ("conundrum", {"seed": 2**128}, "invalid", "seed"),
        ("conundrum", {"seed": 1, "count": 51}, "invalid", "count"),
        ("rate", {**PUZZLE, "numbers": [1, 1], "target": "24"}, "not_solvable", ""),
        ("referee", {"game": "countdown", "round": "letters"}, "missing_field", "letters"),
        ("referee", {"game": "chess"}, "unknown_game", ""),
        ("duel", {"turns": [], "level": "hard"}, "invalid", "level"),
    ],
)
def test_a_refusal_has_a_code_and_a_place(ask, kind, question, code, place):
    [result] = ask(kind, question)
    assert result["refusal"]["code"] == code
    assert [each["place"].split("/")[0] for each in result["refusal"]["errors"]] == ([place] if place else [])


def test_a_refusal_is_in_the_language_that_is_asked_for(ask):
    english, spanish = (
        ask("solve", {**PUZZLE, "rules": "chess"}, {"target": "5"}, **{"Accept-Language": language})
        for language in ("en", "es")
    )
    for one, other in zip(english, spanish, strict=True):
        assert one["refusal"]["code"] == other["refusal"]["code"]
        assert one["refusal"]["detail"] != other["refusal"]["detail"]


def test_a_request_has_so_many_questions_and_an_address_asks_so_many_in_a_minute(ask, monkeypatch):
    judged = {"expression": "1+2", "numbers": [1, 2]}
    assert ask("judge", status=400)["errors"][0]["place"] == "questions"
    assert ask("judge", *[judged] * (limits.ENGINE_QUESTIONS + 1), status=400)["errors"][0]["place"] == "questions"
    monkeypatch.setattr(limits, "PRACTICE_ADDRESS", 2)
    ask("judge", judged, judged)
    assert ask("judge", judged, status=429)["code"] == "too_many_questions"


def test_a_search_ends_with_the_time_of_its_request_and_says_so(ask, monkeypatch):
    times = iter([0.0, 0.0])
    monkeypatch.setattr(api, "monotonic", lambda: next(times, 2 * limits.ENGINE_SECONDS))
    hard = {"numbers": [7, 13, 29, 41, 53, 97], "target": "123456"}
    searched, late = ask("solve", hard, hard)
    assert (searched["answer"]["solvable"], searched["answer"]["complete"]) == (False, False)
    assert (late["answer"], late["refusal"]["code"], late["refusal"]["status"]) == (None, "out_of_time", 503)
