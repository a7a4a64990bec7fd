"""`manage.py judge` and `same` as other programs call them: arguments, pipes and exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tournament.__main__ import with_settings

ROOT = Path(__file__).parents[2]
NOWHERE = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "SECRET_KEY": "", "VAR_DIR": "/nonexistent"}
DJANGO = {"DJANGO_SETTINGS_MODULE": "tournament.settings", "SECRET_KEY": "x"}


def call(*words: str, fed: str | bytes = "", **environment: str) -> subprocess.CompletedProcess:
    """Run the command without a database; returns its output, decoded as UTF-8 whatever the locale."""
    fed = fed.encode() if isinstance(fed, str) else fed
    done = subprocess.run(
        [sys.executable, *words],
        input=fed,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **NOWHERE, **environment},
        timeout=60,
        check=False,
    )
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def judge(*words: str, **more) -> subprocess.CompletedProcess:
    return call("manage.py", "judge", *words, **more)


def asked(**fields) -> str:
    return json.dumps({"id": 1, "expression": "1+2", "numbers": [1, 2], **fields}) + "\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--numbers", "1,2,3,4", "--target", "5", "4C3 + 2 - 1"], 0),
        (["--numbers", "1,2,3,4", "4C3 + 2 - 1"], 0),
        (["--numbers", "1,2,3,4", "--target", "24", "4C3 + 2 - 1"], 1),
        (["--numbers", "1,2,3,4", "--target", "5", "4C3 + 2"], 1),
        (["--numbers", "1,2,2,6", "6/2(1+2)"], 1),
        (["--numbers", "5,3", "--", "-3+5"], 1),
        (["--numbers", "5,3", "-3+5"], 1),
        (["--numbers", "1,2", "--target", "-1", "1-2"], 0),
        (["--numbers", "one", "1"], 2),
        (["--no-such-option"], 2),
        ([], 2),
    ],
)
def test_the_exit_code_says_accepted_not_or_misused(words, code):
    done = judge(*words)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr


def test_a_method_that_begins_with_a_minus_is_judged_not_taken_for_an_option():
    for words in (["--", "-3+5"], ["-3+5"]):
        done = judge("--numbers", "5,3", *words)
        assert "-3+5" in done.stdout.replace(" ", "") or "minus" in done.stdout.lower()
        assert "unrecognized" not in done.stderr


def test_json_lines_come_back_in_order_one_for_one():
    fed = asked(id="a", target=3) + "\n" + asked(id=[2], expression="1*1") + asked(id=None, expression="√")
    done = judge("--jsonl", fed=fed)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [row["id"] for row in rows] == ["a", [2], None]
    assert [row["verdict"] for row in rows] == ["accepted", "refused", "refused"]
    assert rows[0]["on_target"] is True
    assert rows[0]["steps"] is None


def test_a_bad_line_gets_an_error_in_its_place_and_the_stream_goes_on():
    fed = "{\n" + asked(numbers=None) + asked(rules="chess") + asked()
    done = judge("--jsonl", fed=fed)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2
    assert ["error" in row for row in rows] == [True, True, True, False]


def test_bytes_that_are_no_text_stop_nothing():
    done = judge("--jsonl", fed=b'{"id": 1, "expression": "\xff", "numbers": [1]}\n' + asked().encode())
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == 2
    assert "Traceback" not in done.stderr


def test_half_a_character_stops_nothing():
    done = judge("--jsonl", fed=asked(expression="\ud800") + asked())
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["refused", "accepted"]


def test_pipes_are_utf_8_in_any_locale():
    fed = json.dumps({"id": "é", "expression": "√4×1", "numbers": [1, 4]}, ensure_ascii=False) + "\n"
    done = judge("--jsonl", fed=fed, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="latin-1")
    row = json.loads(done.stdout)
    assert (row["id"], row["verdict"], row["value"]) == ("é", "accepted", "2")


def test_a_reader_that_leaves_early_gets_no_traceback():
    line = f"{sys.executable} manage.py judge --jsonl | head -n 1"
    done = subprocess.run(
        ["sh", "-c", line],
        input=asked() * 20_000,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert json.loads(done.stdout)["verdict"] == "accepted"
    assert done.stderr == ""


def test_the_engine_starts_without_django():
    program = (
        "import runpy, sys; sys.argv = ['manage.py', 'judge', '--numbers', '1,2', '1+2']\n"
        "try: runpy.run_path('manage.py', run_name='__main__')\n"
        "finally: print(sorted({'django', 'celery', 'sympy'} & set(sys.modules)))"
    )
    done = call("-c", program)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


@pytest.mark.parametrize("way", [["manage.py"], ["-m", "judging"], ["-m", "django"]])
def test_every_way_in_leads_to_the_same_engine(way, tmp_path):
    done = call(*way, "judge", "--numbers", "5,3", "--target", "2", "5-3", **DJANGO, VAR_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout == judge("--numbers", "5,3", "--target", "2", "5-3").stdout


def test_same_tells_what_makes_two_methods_one():
    alike = call("manage.py", "same", "--numbers", "1,2", "1+2", "2+1")
    apart = call("manage.py", "same", "--numbers", "1,2", "1*2", "2/1")
    assert "Traceback" not in alike.stderr + apart.stderr
    assert alike.stdout != apart.stdout
    assert alike.stdout


@pytest.mark.parametrize(
    ("typed", "left", "folder"),
    [
        ([], [], None),
        (["--folder", "/data", "backup", "--to", "A=1"], ["backup", "--to", "A=1"], "/data"),
        (["HALL=1", "--folder=/data", "run"], ["run"], "/data"),
        (["export", "--folder", "x"], ["export", "--folder", "x"], None),
        (["--folder"], ["--folder"], None),
    ],
)
def test_folder_and_settings_come_before_the_command(monkeypatch, typed, left, folder):
    monkeypatch.setattr("os.environ", {})
    assert (with_settings(typed), os.environ.get("VAR_DIR")) == (left, folder)
    assert os.environ.get("HALL") == ("1" if "HALL=1" in typed else None)
