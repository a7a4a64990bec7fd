"""`manage.py duel`: the rule book's prompts and messages, word for word."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from puzzles.commands import duel


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "number-tournament" / "duel.json"


def played(text: str, *argv: str) -> tuple[int, list[str], str]:
    out, err = io.StringIO(), io.StringIO()
    code = duel.main(list(argv), io.StringIO(text), out, err)
    return code, out.getvalue().splitlines(), err.getvalue()


def test_the_game_of_the_rule_book():
    assert played("+5\n*3\n+4\n*2\n") == (
        0,
        [
            "Player A, enter your number and operation (e.g., '+5'): +5",
            "Player A adds 5. Running total is now 5.",
            "Player A's available numbers: 1-4, 6-9.",
            "Player B, enter your number and operation (e.g., '*3'): *3",
            "Player B multiplies by 3. Running total is now 15.",
            "Player B's available numbers: 1-2, 4-9.",
            "Player A, enter your number and operation: +4",
            "Player A adds 4. Running total is now 19.",
            "Player A's available numbers: 1-3, 6-9.",
            "Player B, enter your number and operation: *2",
            "Player B multiplies by 2. Running total is now 38.",
            "Player B's available numbers: 1, 4-9.",
            "Running total has reached or exceeded 30.",
            "Player B wins the game!",
        ],
        "",
    )


def test_the_shorter_game_of_the_rule_book():
    assert "Player B multiplies by 9. Running total is now 63." in played("+7\n*9\n")[1]


@pytest.mark.parametrize(
    "entered, message",
    [
        ("/0", "Invalid move: Division by zero is not allowed."),
        ("+12", "Invalid move: 12 is not available."),
        ("hello", "Invalid move: Enter + - * or / and one of your numbers."),
        ("+" * 5000, "Invalid move: Enter + - * or / and one of your numbers."),
    ],
)
def test_an_invalid_move_loses_the_turn(entered, message):  # DU-5
    lines = played(f"{entered}\n+5\n")[1]
    assert lines[1:3] == [message, "Player A loses their turn."]
    assert "Player B adds 5. Running total is now 5." in lines


def test_an_empty_line_asks_again():  # DU-5
    assert not any("loses" in line for line in played("\n  \n+5\n")[1])


def test_a_number_is_used_once():
    assert "Invalid move: 5 is not available." in played("+5\n+1\n+5\n")[1]


def test_four_lost_turns_end_the_game():  # DU-7
    code, lines, _ = played("x\n" * 4)
    assert (code, lines[-1]) == (0, "Player B wins the game!")
    assert played("+5\n" + "x\n" * 4)[1][-1] == "Player A wins the game!"


def test_who_starts_and_names():
    lines = played("*9\n", "--names", "Ann", "Ben", "--starts", "B")[1]
    assert lines[:2] == [
        "Ben, enter your number and operation (e.g., '*3'): *9",
        "Ben multiplies by 9. Running total is now 0.",
    ]


@pytest.mark.parametrize("level", ["easy", "medium", "strong"])
def test_the_machine_plays_for_a_player(level):
    lines = played("+1\n-2\n-3\n", "--machine", "B", "--level", level)[1]
    assert any(line.startswith("Player B ") and "Running total is now" in line for line in lines)
    assert not any(line.startswith("Player B, enter") for line in lines)


def test_hints_and_analysis():
    lines = played("?\n+7\n?\n*9\n", "--hints", "--analysis")[1]
    assert "No turn wins if the other player makes no mistake." in lines
    assert any(line.endswith(" wins.") and line[0] in "+-*/" for line in lines)
    assert lines[-1] == "No turn threw the win away."
    assert played("?\n")[1][1].startswith("Invalid move"), "without the option it is a move"
    assert any("threw the win away" in line for line in played("+5\n*3\n+4\n*2\n", "--analysis")[1][-2:])


def test_the_end_of_the_input_ends_the_game_and_resume_goes_on(state):
    code, lines, _ = played("+5\n*3\n")
    assert (code, lines[-1]) == (0, "The game is not finished. Go on with: python manage.py duel --resume")
    lines = played("+4\n*2\n", "--resume")[1]
    assert lines[0] == "Running total is now 15."
    assert lines[-1] == "Player B wins the game!"
    assert not state.exists()
    assert played("", "--resume")[0] == 2


def test_without_an_option_a_new_game_starts(state):
    played("+5\n")
    assert played("+7\n")[1][1] == "Player A adds 7. Running total is now 7."
    assert json.loads(state.read_text())["turns"] == ["+7"]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'{"names": 5}', b"\xff\xfe", b"x" * 100_000, b"[" * 5000]
    + [
        json.dumps({"names": ["A", "B"], "starts": 0, "machine": None, "level": "easy", "turns": turns}).encode()
        for turns in (["+5"] * 300, [5], ["+9", "*9"], "+5")
    ],
)
def test_a_damaged_file_is_said_in_a_sentence(state, content):
    state.parent.mkdir()
    state.write_bytes(content)
    code, _, error = played("", "--resume")
    assert (code, error) == (2, "The file of the last game is damaged. Without --resume a new game starts.\n")


def test_a_state_folder_that_cannot_be_written_stops_nothing(state):
    state.parent.write_text("a file in its place")
    assert played("+7\n*9\n")[1][-1] == "Player B wins the game!"


def test_colours_only_if_wanted():
    assert "\x1b" not in "".join(played("+7\n*9\n")[1])
    assert "\x1b[36mPlayer A adds 7." in "".join(played("+7\n*9\n", "--colour", "always")[1])


@pytest.mark.parametrize("names", [("A", "A"), ("", "B"), ("x" * 41, "B")])
def test_names_that_cannot_be(names):
    assert played("", "--names", *names)[0] == 2


def test_ctrl_c_ends_cleanly():
    process = subprocess.Popen(
        [sys.executable, "-m", "puzzles", "duel"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell ignores it in the background
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    process.stdin.write("+5\n")
    process.stdin.flush()
    while "adds 5" not in process.stdout.readline():
        pass
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, "")
    assert "--resume" in out
