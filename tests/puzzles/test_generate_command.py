"""`generate` as other programs call it."""

import io
import json

import pytest

from puzzles.commands import generate


def call(line):
    stdout, stderr = io.StringIO(), io.StringIO()
    code = generate.main(line.split(), io.StringIO(), stdout, stderr)
    return code, stdout.getvalue(), stderr.getvalue()


def test_a_set_goes_to_a_file_and_is_the_same_for_the_same_seed(tmp_path):
    path, again = tmp_path / "set.json", tmp_path / "again.json"
    assert call(f"--format one-to-many --count 2 --seed 7 --out {path}") == (0, f"2 puzzles are in {path}.\n", "")
    call(f"--format one_to_many --count 2 --seed 0x7 --out {again}")
    assert path.read_bytes() == again.read_bytes()
    made = json.loads(path.read_text())
    assert list(made) == ["format", "seed", "rules", "settings", "puzzles"]
    assert (made["format"], made["seed"], made["rules"]) == ("one_to_many", "7", "number-tournament")
    assert [len(puzzle["questions"]) for puzzle in made["puzzles"]] == [10, 10]


def test_a_set_on_the_screen_shows_each_question_with_its_proof():
    code, output, _ = call("--format twenty-four --count 2 --seed 7")
    first, *lines = output.splitlines()
    assert (code, first, len(lines)) == (0, "1.", 3)
    assert " to 24: " in lines[0]
    assert ", step " in lines[0]


def test_json_and_the_settings_of_a_preset():
    made = json.loads(call("--format many-to-one --preset standard --grade 5 --seed 1 --json")[1])
    assert (made["settings"]["target_from"], made["settings"]["target_to"]) == (31, 60)
    own = json.loads(call("--format many-to-one --preset standard --grade 5 --seed 1 --json --target-to 40")[1])
    assert 31 <= int(own["puzzles"][0]["questions"][0]["target"]) <= 40


def test_questions_of_an_earlier_set_do_not_come_again(tmp_path):
    path = tmp_path / "set.json"
    question = "--format hit-the-target --number-from 7 --number-to 7 --target-from 14 --target-to 14 --seed 1"
    assert call(f"{question} --out {path}")[0] == 0
    code, output, why = call(f"{question} --except {path}")
    assert (code, output) == (1, "")
    assert why.startswith("No repeats: nothing satisfies this.")
    assert why.endswith("0 of 1 were made.\n")


def test_word_rounds_take_a_word_list(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("laminates\nlets\nmania\n")
    code, output, _ = call(f"--format conundrum --seed 1 --words {path}")
    assert (code, output) == (0, "1.\n   parts: lets, mania\n   answer: laminates\n")
    assert call(f"--format conundrum --seed 1 --count 2 --words {path}")[0] == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "--format"),
        ("--format chess", "There is no format"),
        ("--format hit-the-target --number-from 9 --number-to 3", "--number-to: "),
        ("--format hit-the-target --numbers-count none", "--numbers-count: "),
        ("--format hit-the-target --count 0", "from 1 to"),
        ("--format hit-the-target --best-from 3", "unrecognized"),
        ("--format hit-the-target --preset nine", "--preset is one of: three_rounds"),
        ("--format letters --preset nine", "none for this format"),
        ("--format hit-the-target --grade 3", "--grade goes with --preset"),
        ("--format hit-the-target --rules chess", "chess"),
        ("--format hit-the-target --except /there/is/none", "is no set"),
        ("--format hit-the-target --seed 1 --out /there/is/none", "cannot be written"),
        ("--format letters --words /there/is/none", "There is no word list"),
    ],
)
def test_wrong_usage_is_said(line, message):
    code, stdout, why = call(line)
    assert (code, stdout, message in why) == (2, "", True), why


def test_help_lists_the_settings_of_a_format(capsys):
    assert call("--format letters --help")[0] == 0
    output = capsys.readouterr().out
    assert "--vowels-from X" in output
    assert "examples:" in output
    assert "exit codes:" in output


def test_a_whole_day_comes_from_one_seed_without_a_question_twice(tmp_path):
    days = []
    for name in ("a.json", "b.json"):
        assert call(f"--day 3-5 --seed 7 --out {tmp_path / name}")[0] == 0
        days.append(json.loads((tmp_path / name).read_text("utf-8")))
    assert days[0] == days[1]
    questions = [
        (tuple(sorted(each["numbers"])), each["target"])
        for made in days[0]["sets"] for puzzle in made["puzzles"] for each in puzzle["questions"]
    ]  # fmt: skip
    assert len(questions) == len(set(questions)) == 3 * 26


@pytest.mark.parametrize("line", ["--day 0", "--day 13", "--day x", "--day 3 --formats chess"])
def test_a_day_of_no_grades_or_formats_is_refused(line):
    assert call(line)[0] == 2
