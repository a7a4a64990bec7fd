"""`solve` as other programs call it: arguments, streams and exit codes."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from judging.language.editions import EDITIONS
from judging.language.verdict import judge
from puzzles.commands import arguments, limits
from puzzles.commands.solve import OUT_OF_TIME, main

ROOT = Path(__file__).parents[2]
FIELDS = ["id", "solvable", "distance", "value", "best", "count", "methods"]


def call(*words, fed=""):
    stdout, stderr = io.StringIO(), io.StringIO()
    code = main(words, io.StringIO(fed), stdout, stderr)
    return code, stdout.getvalue(), stderr.getvalue()


def stream(*asked, words=()):
    fed = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in asked)
    code, stdout, stderr = call("--jsonl", *words, fed=fed)
    return code, [json.loads(line) for line in stdout.splitlines()], stderr


def puzzle(numbers, target, rules="basic-24", **more):
    return {"id": 7, "numbers": numbers, "target": target, "rules": rules, **more}


@pytest.mark.parametrize(
    ("line", "code", "first"),
    [
        ("--numbers 1,5,5,5 --target 24 --rules basic-24", 0, "5 * (5 - 1 / 5) = 24"),
        ("--numbers 3,3,8,8 --target 24 --rules smash --best", 0, "8 / (3 - 8 / 3) = 24"),
        ("--numbers 1,1,1,1 --target 24 --rules basic-24", 1, "Not exactly; nearest: 1 + 1 + 1 + 1 = 4, off by 20"),
        ("--numbers 2,3 --target -1 --rules basic-24", 0, "2 - 3 = -1"),
        ("--numbers 2,3 --target 2/3 --rules basic-24", 0, "2 / 3 = 2/3"),
        ("--numbers 2,2 --target 4 --rules dmas", 1, "Nothing can be made of these numbers."),
        ("--numbers -2,3 --target 1 --rules basic-24", 1, "Nothing can be made of these numbers."),
    ],
)  # fmt: skip
def test_one_puzzle(line, code, first):
    done = call(*line.split())
    assert (done[0], done[1].splitlines()[0], done[2]) == (code, first, "")


def test_every_method_is_listed_with_their_count():
    assert call(*"--numbers 2,3 --target 6 --rules basic-24 --all".split()) == (
        0,
        "2 * 3 = 6\n1 distinct method.\n  2 * 3\n",
        "",
    )


def test_the_bound_is_said_with_the_answer():
    output = call("--numbers", "3", "--target", "720", "--unary-depth", "2")
    assert output[:2] == (
        0,
        "(3!)! = 720\nSearched with at most 2 one-input functions stacked on one value, "
        "every step a whole number or a fraction.\n",
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "--numbers 1,2",
        "--target 3",
        "--numbers one --target 3",
        "--numbers 1,2 --target 1.5",
        "--numbers 1,2 --target 1/0",
        "--numbers 1,2 --target 3 --rules chess",
        "--numbers 1,2 --target 3 --rules {",
        "--numbers 1,2 --target 3 --best --all",
        "--numbers 1,2 --target 3 --unary-depth -1",
        "--numbers 1,2 --target 3 --time-limit never",
        "--numbers 1,2 --targets 9-3",
        "--numbers 1,2 --targets 3-9 --count",
        "--numbers 1,1,1,1,1,1,1,1,1,1,1,1,1 --target 3",
        "--no-such-option",
    ],
)
def test_misuse_says_why(line):
    code, output, why = call(*line.split())
    assert (code, output) == (2, "")
    assert why.strip()


def test_a_stream_answers_in_order_with_just_these_fields():
    code, rows, _ = stream(puzzle([1, 5, 5, 5], 24), puzzle([1, 1], "1/3", id="x"), "", puzzle([], 3, id=None))
    assert [list(each) for each in rows] == [FIELDS] * 3
    assert [list(each.values()) for each in rows] == [
        [7, True, "0", "24", "5 * (5 - 1 / 5)", None, None],
        ["x", False, "1/3", "0", "1 - 1", None, None],
        [None, False, None, None, None, None, None],
    ]
    assert code == 0


@pytest.mark.parametrize(
    ("wanted", "count", "methods"),
    [("--count", 1, None), ("--all", 1, ["5 * (5 - 1 / 5)"]), ("--best", None, None)],
)
def test_count_and_methods_come_where_they_are_asked_for(wanted, count, methods):
    _, (rows,), _ = stream(puzzle([5, 1, 5, 5], 24), words=[wanted])
    assert (rows["count"], rows["methods"]) == (count, methods)


def test_what_misses_the_target_is_not_listed():
    _, (rows,), _ = stream(puzzle([1, 1], 24), words=["--all"])
    assert list(rows.values())[1:] == [False, "22", "2", "1 + 1", 0, []]


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        '{"id": 1, "numbers": [1]}',
        '{"id": 1, "target": 3}',
        '{"id": 1, "numbers": [1, true], "target": 3}',
        '{"id": 1, "numbers": [1, 2.0], "target": 3}',
        '{"id": 1, "numbers": [1, 2], "target": 3.0}',
        '{"id": 1, "numbers": [1, 2], "target": null}',
        '{"id": 1, "numbers": [1, 2], "target": true}',
        '{"id": 1, "numbers": [1, 2], "target": NaN}',
        '{"id": 1, "numbers": [1, 2], "target": 3, "rules": "chess"}',
        '{"id": 1, "numbers": [1, 2], "target": 3, "rules": 4}',
        '{"id": 1, "numbers": [1, 2], "target": 3, "rules": {"edition": "basic-24", "on": [[]]}}',
        "[" * 100_000,
    ],
)
def test_a_line_that_cannot_be_solved_gets_an_error_in_its_place(line):
    code, rows, _ = stream(line, puzzle([1, 2], 3, id=2))
    assert code == 2
    assert sorted(rows[0]) == ["error", "id"]
    assert (rows[1]["id"], rows[1]["best"]) == (2, "1 + 2")


def test_rules_may_be_an_object():
    rules = {"edition": "basic-24", "on": ["power"]}
    _, (rows,), _ = stream(puzzle([2, 5], 32, rules))
    assert rows["best"] == "2^5"


def test_every_target_of_one_selection():
    words = "--numbers 1,3,7,10,25,50 --targets 829-832 --rules countdown".split()
    code, rows, _ = call(*words, "--jsonl")
    lines = [json.loads(line) for line in rows.splitlines()]
    assert code == 1
    assert [(each["id"], each["solvable"], each["value"]) for each in lines] == [
        (829, True, "829"),
        (830, True, "830"),
        (831, False, "830"),
        (832, True, "832"),
    ]
    assert [line.split(":")[0] for line in call(*words)[1].splitlines()] == ["829", "830", "831", "832"]


@pytest.mark.parametrize("rules", ["countdown", "number-tournament"])
def test_a_list_that_is_out_of_time_says_so_and_gives_what_it_has(rules):
    words = f"--numbers 1,2,3,4,5,6,7 --target 99999999 --rules {rules} --time-limit 0.1 --jsonl --all"
    code, rows, output = call(*words.split())
    assert OUT_OF_TIME in output
    assert (code, json.loads(rows)["solvable"]) == (1, False)


@pytest.mark.parametrize("rules", ["countdown", "number-tournament", "basic-24", "dmas"])
def test_out_of_time_the_best_so_far_is_a_method_that_the_judge_accepts(rules):
    words = f"--numbers 3,7,11,13,17,19,23,29 --target 99999999991 --rules {rules} --time-limit 0.1 --jsonl"
    code, stdout, stderr = call(*words.split())
    answer = json.loads(stdout)
    assert (code, answer["solvable"], OUT_OF_TIME in stderr) == (1, False, True)
    verdict = judge(answer["best"], [3, 7, 11, 13, 17, 19, 23, 29], edition=EDITIONS[rules])
    assert (verdict.value, verdict.verdict) == (answer["value"], "accepted")
    assert int(answer["value"]) > 10**8


def test_only_the_best_of_one_target_has_a_time_limit_of_its_own():
    assert arguments.options(["--numbers", "1,2", "--target", "3"]).time_limit == limits.BEST_WITHIN
    assert arguments.options(["--numbers", "1,2", "--targets", "3-4"]).time_limit is None
    assert arguments.options(["--count", "--jsonl"]).time_limit is None
    assert arguments.options(["--jsonl", "--time-limit", "30"]).time_limit == 30


def test_manage_leads_to_it_without_a_database():
    words = "manage.py solve --numbers 1,5,5,5 --target 24 --rules basic-24".split()
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "5 * (5 - 1 / 5) = 24\n")


def test_one_answer_and_a_range_as_json():
    code, stdout, stderr = call(*"--numbers 1,5,5,5 --target 24 --rules basic-24 --json".split())
    assert (code, json.loads(stdout)["best"], stderr) == (0, "5 * (5 - 1 / 5)", "")
    code, stdout, stderr = call(*"--numbers 2,3 --targets 5-6 --rules basic-24 --json".split())
    assert [each["target"] for each in json.loads(stdout)] == ["5", "6"]


def test_a_line_without_id_is_known_by_its_number():
    question = {"numbers": [2, 3], "target": 6, "rules": "basic-24"}
    _code, rows, _stderr = stream(question, "no JSON", question | {"id": "own"})
    assert [each["id"] for each in rows] == [1, 2, "own"]
