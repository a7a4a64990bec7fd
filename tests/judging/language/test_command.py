"""The engine at the command line: a stable interface, whatever comes in."""

import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from judging.language.command import main, same
from judging.language.verdict import judge

ROOT = Path(__file__).parents[3]
GOOD = {"id": 1, "expression": "1+2", "numbers": [1, 2]}


def run(command, *argv, stdin=""):
    out, err = io.StringIO(), io.StringIO()
    code = command(argv, io.StringIO(stdin), out, err)
    return code, out.getvalue(), err.getvalue()


def judged(*asked):
    code, out, _ = run(main, "--jsonl", stdin="".join(json.dumps(each) + "\n" for each in asked))
    return code, [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize(
    "argv,code",
    [
        (["--numbers", "1,2,3,4", "--target", "5", "4C3 + 2 - 1"], 0),
        (["--numbers", "1,2,3,4", "--target", "6", "4C3 + 2 - 1"], 1),
        (["--numbers", "1 2 3 4", "4C3 + 2 - 1"], 0),
        (["--numbers=5,3", "-3 + 5"], 1),
        (["--numbers", "9", "√9!"], 1),
        (["--numbers", "5,1", "--rules", "basic-24", "5^1"], 1),
        (["--numbers", "5,1", "--rules", '{"edition": "basic-24", "on": ["power"]}', "5^1"], 0),
        (["--numbers", "1,2", "--target", "-1", "1-2"], 0),
        (["--numbers", "1,2", "--target", "1/2", "1/2"], 0),
        ([], 2),
        (["1+2"], 2),
        (["--numbers", "1,x", "1"], 2),
        (["--numbers", "1.5", "1"], 2),
        (["--numbers", "1", "--target", "24/0", "1"], 2),
        (["--numbers", "1", "--target", "1.5", "1"], 2),
        (["--numbers", "1", "--rules", "chess", "1"], 2),
        (["--numbers", "1", "--rules", "{", "1"], 2),
        (["--numbers", "1", "--colour", "1"], 2),
    ],
)
def test_the_exit_code_says_accepted_and_on_target_or_not_or_wrong_use(argv, code):
    assert run(main, *argv)[0] == code


def test_a_readable_verdict_has_steps_and_marks_the_place():
    _, out, _ = run(main, "--numbers", "5,3", "--target", "4", "-3 + 5")
    assert out.splitlines() == [
        "Refused: it makes 2.",
        "  -3 = -3",
        "  (-3) + 5 = 2",
        "NT-6 negative_sign: A minus sign in front of a number is not allowed. Subtract instead.",
        "    -3 + 5",
        "    ^",
    ]


def test_each_reading_is_told_with_its_value():
    _, out, _ = run(main, "--numbers", "9", "√9!")
    assert "  read as (sqrt(9))! = 6\n  read as sqrt(9!) = 72*√70\n" in out


def test_a_line_in_gives_a_line_out_with_every_field():
    code, (reply,) = judged({**GOOD, "target": "5/2"})
    assert code == 0
    assert list(reply) == [
        "id", "verdict", "value", "on_target", "distance", "method_key", "kin_key", "reasons", "steps", "readings",
    ]  # fmt: skip
    assert reply | {"method_key": "", "kin_key": ""} == {
        "id": 1, "verdict": "accepted", "value": "3", "on_target": False, "distance": "1/2", "method_key": "",
        "kin_key": "", "reasons": [], "steps": None, "readings": [],
    }  # fmt: skip


@pytest.mark.parametrize("name", [1, -7, "a", "“é”", None, 1.5, True, [1, {"a": None}], {}])
@pytest.mark.parametrize("target", [3, 5, "1/3", -2, None])
def test_an_accepted_line_is_answered_as_json_writes_its_verdict(name, target):
    asked = {**GOOD, "id": name, "target": target}
    verdict = judge(GOOD["expression"], GOOD["numbers"], None if target is None else Fraction(target))
    _, out, _ = run(main, "--jsonl", stdin=json.dumps(asked))
    assert verdict.verdict == "accepted"
    assert out == json.dumps({"id": name, **verdict.as_dict()}) + "\n"


def test_a_reason_has_a_code_a_sentence_a_place_and_a_rule():
    _, (reply,) = judged({**GOOD, "expression": "😀"})
    assert reply["reasons"] == [
        {
            "code": "unreadable",
            "message": "“😀” has no meaning in a method.",
            "facts": {"detail": "no_meaning", "text": "😀"},
            "start": 0,
            "end": 1,
            "rule": "NT-1",
        }
    ]


def test_steps_come_only_when_asked_for():
    _, out, _ = run(main, "--jsonl", "--steps", stdin=json.dumps({**GOOD, "expression": "(1+2)"}))
    assert json.loads(out)["steps"] == [{"expression": "1 + 2", "value": "3"}]


@pytest.mark.parametrize(
    "change",
    [
        {"numbers": [1, 2.0]},
        {"numbers": [1, True]},
        {"numbers": [1, "2"]},
        {"numbers": [1, None]},
        {"numbers": "1,2"},
        {"numbers": None},
        {"expression": 3},
        {"expression": None},
        {"target": 1.5},
        {"target": True},
        {"target": "24/0"},
        {"target": "1/-2"},
        {"target": "1.5"},
        {"target": ""},
        {"target": "٣"},
        {"target": [24]},
        {"rules": None},
        {"rules": "chess"},
        {"rules": 7},
        {"rules": []},
        {"rules": {}},
        {"rules": {"edition": "chess"}},
        {"rules": {"edition": "basic-24", "on": "power"}},
        {"rules": {"edition": "basic-24", "on": ["teleport"]}},
        {"rules": {"edition": "basic-24", "on": [["power"]]}},
        {"rules": {"edition": "basic-24", "off": None}},
        {"rules": {"edition": "basic-24", "policies": []}},
        {"rules": {"edition": "basic-24", "policies": {"colour": "red"}}},
        {"rules": {"edition": "basic-24", "policies": {"through_brackets": "maybe"}}},
        {"rules": {"edition": "basic-24", "policies": {"through_brackets": ["same"]}}},
        {"rules": {"edition": "basic-24", "extra": 1}},
    ],
    ids=str,
)
def test_what_cannot_be_judged_gets_an_error_in_its_place_and_the_stream_goes_on(change):
    code, (first, second) = judged({**GOOD, "id": "x", **change}, GOOD)
    assert code == 2
    assert list(first) == ["id", "error"]
    assert first["id"] == "x"
    assert second["verdict"] == "accepted"


@pytest.mark.parametrize(
    "change,distance",
    [
        ({"target": None}, None),
        ({"target": 24}, "21"),
        ({"target": "24"}, "21"),
        ({"target": " 1/3 "}, "8/3"),
        ({"target": "-1/2"}, "7/2"),
        ({"target": "6/2"}, "0"),
        ({"rules": {"edition": "number-tournament", "policies": {"kin_counts_as": "same"}}}, None),
        ({"id": {"any": ["thing", None]}}, None),
        ({"numbers": [2, 1], "comment": "more fields do no harm"}, None),
    ],
    ids=str,
)
def test_what_is_unusual_and_right_is_judged(change, distance):
    code, (reply,) = judged(GOOD | change)
    assert (code, reply["verdict"], reply["distance"]) == (0, "accepted", distance)


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "null",
        "[1, 2]",
        '"1+2"',
        "{}",
        '{"expression": "1"}',
        '{"numbers": [1]}',
        '{"expression": "1", "numbers": [1], "target": NaN}',
        '{"expression": "1", "numbers": [1], "target": Infinity}',
        '{"expression": "1", "numbers": [1e2]}',
        '{"expression": "1", "numbers": [' + "9" * 5000 + "]}",
        "[" * 100_000,
        '{"id": ' + "[" * 50_000 + "]" * 50_000 + ', "expression": "1", "numbers": [1]}',
        '{"expression": "1", "numbers": [1], "rules": ' + '{"edition":' * 5000 + "}" * 5000 + "}",
    ],
    ids=lambda line: line[:60],
)
def test_an_odd_line_is_answered_by_an_error(line):
    code, out, _ = run(main, "--jsonl", stdin=f"{line}\n\n   \n{json.dumps(GOOD)}\n")
    first, second = map(json.loads, out.splitlines())
    assert (code, set(first), second["verdict"]) == (2, {"id", "error"}, "accepted")


def test_lone_surrogates_and_huge_numbers_are_judged():
    huge = int("9" * 4200)
    code, reply = judged(
        {**GOOD, "expression": "\ud800+1"}, {**GOOD, "target": huge}, {**GOOD, "numbers": [1, 2, huge]}
    )
    assert code == 0
    assert [each["verdict"] for each in reply] == ["refused", "accepted", "refused"]
    assert reply[1]["distance"] == str(huge - 3)


def test_a_target_has_no_budget_of_digits():
    asked = {"expression": "9 x 10^3999", "numbers": [9, 10, 3999], "target": "-" + "9" * 4000 + "/7"}
    code, (reply,) = judged(asked)
    assert code == 0
    assert reply["distance"].endswith("/7")
    assert len(reply["distance"]) > 4000


def test_through_the_shell_lines_come_back_one_by_one_and_bad_bytes_are_said():
    asked = [json.dumps(GOOD).encode(), b'{"expression": "\xff", "numbers": []}', json.dumps(GOOD).encode()]
    done = subprocess.run(
        [sys.executable, "manage.py", "judge", "--jsonl"],
        cwd=ROOT,
        input=b"\n".join(asked),
        capture_output=True,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (2, b"")
    assert [each.get("verdict") for each in rows] == ["accepted", None, "accepted"]


def test_each_answer_is_there_before_the_next_question():
    with subprocess.Popen(
        [sys.executable, "manage.py", "judge", "--jsonl"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        for number in range(3):
            process.stdin.write(json.dumps({**GOOD, "id": number}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(10) == 0


def test_lines_from_a_file_are_all_answered(tmp_path):
    (tmp_path / "asked").write_text("".join(json.dumps({**GOOD, "id": at}) + "\n" for at in range(500)))
    with open(tmp_path / "asked") as asked:
        done = subprocess.run(
            [sys.executable, "-m", "judging", "judge", "--jsonl"], cwd=ROOT, stdin=asked, capture_output=True
        )
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == list(range(500))


@pytest.mark.parametrize(
    "argv,code,begins",
    [
        (["--numbers", "1,2", "1+2", "2+1"], 0, "Same (NT-D3). They count once: the same numbers"),
        (["--numbers", "1,2", "1+2", "√1+2"], 0, "Same (NT-D1). They count once: the square root leads back"),
        (
            ["--numbers", "5,3,1", "5-(3-1)", "5-3+1"],
            0,
            "Same (NT-D4). They count once: brackets behind a minus",
        ),
        (["--numbers", "2,3", "2^3", "2³"], 0, "Same (NT-D6). They count once: only the way of writing"),
        (["--numbers", "5,1,9,3", "(5-1)(9-3)", "(1-5)(3-9)"], 1, "Kin (NT-D8)."),
        (
            ["--numbers", "5,1", "5x1", "5÷1"],
            1,
            "Different (NT-D5). They count twice: one uses the multiplication",
        ),
        (["--numbers", "5,1", "5x1", "5x2"], 2, "Not accepted (NT-2). “5x2” is not accepted"),
        (["--numbers", "5,1", "5x"], 2, ""),
        (["1+2", "2+1"], 2, ""),
    ],
)
def test_same_says_which_rule_it_is(argv, code, begins):
    result, out, err = run(same, *argv)
    assert result == code
    assert out.startswith(begins)
    assert bool(out) != bool(err)
