"""`letters` and `conundrum` as other programs call them."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from puzzles.commands import conundrum, letters

ROOT = Path(__file__).parents[2]


def call(command, line):
    stdout, stderr = io.StringIO(), io.StringIO()
    code = command.main(line.split(), io.StringIO(), stdout, stderr)
    return code, stdout.getvalue(), stderr.getvalue()


def test_letters_as_text_and_as_json():
    assert call(letters, "ARIOEKLNN --top 2") == (0, " 7 aileron\n 7 alerion\n", "")
    code, output, _ = call(letters, "ARIOEKLNN --json --top 1 --refuse aileron,alerion")
    assert (code, json.loads(output)) == (0, [{"word": "alienor", "length": 7}])
    assert json.loads(call(letters, "aqz --json --accept qaz")[1])[0] == {"word": "qaz", "length": 3}


def test_no_word_is_said():
    assert call(letters, "zzz") == (1, "No word.\n", "")
    assert call(letters, "zzz --json") == (1, "[]\n", "")


def test_conundrums_as_text_and_as_json():
    code, output, _ = call(conundrum, "--count 3 --seed 7 --json")
    rows = json.loads(output)
    assert (code, [sorted(row) for row in rows]) == (0, [["answer", "parts"]] * 3)
    text = "".join(f"{' + '.join(row['parts'])} = {row['answer']}\n" for row in rows)
    assert call(conundrum, "--count 3 --seed 7") == (0, text, "")


def test_a_seed_that_is_drawn_is_shown_and_gives_the_same_again():
    code, output, seed = call(conundrum, "")
    assert code == 0
    assert call(conundrum, f"--{seed.strip().replace(' ', '=')}") == (0, output, "")


def test_too_few_conundrums_are_said(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("laminates\nlets\nmania\n")
    code, output, why = call(conundrum, f"--count 2 --seed 1 --words {path}")
    assert (code, output, why) == (1, "lets + mania = laminates\n", "These words allow only 1 such conundrum.\n")


@pytest.mark.parametrize(
    ("command", "line", "message"),
    [
        (letters, "", "required"),
        (letters, "a1", "“1” is not a letter."),
        (letters, "abcdefghijklmnop", "At most 15 letters"),
        (letters, "abc --top 0", "a whole number from 1"),
        (letters, "abc --top x", "a whole number from 1"),
        (letters, "abc --words /there/is/none", "There is no word list"),
        (conundrum, "--count 0", "a whole number from 1"),
        (conundrum, "--seed -1", "a whole number from 0"),
        (conundrum, f"--seed {1 << 128}", "a whole number from 0"),
    ],
)
def test_wrong_usage_is_said_in_one_message(command, line, message):
    code, stdout, stderr = call(command, line)
    assert (code, stdout, message in stderr) == (2, "", True)


@pytest.mark.parametrize("module", [("manage.py",), ("-m", "puzzles")])
def test_the_commands_load_neither_django_nor_a_database(module):
    environment = {"PYTHONPATH": str(ROOT), "DATABASE_URL": "nowhere", "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *module, "letters", "arioeklnn", "--top", "1"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, "django" in done.stderr) == (0, " 7 aileron\n", False)


@pytest.mark.parametrize("command", [letters, conundrum])
def test_help_has_examples_and_exit_codes(command, capsys):
    assert call(command, "--help")[0] == 0
    output = capsys.readouterr().out
    assert "examples:\n  python manage.py " in output
    assert "exit codes:" in output
