"""`manage.py referee --jsonl`: single rounds, without a database (docs/rules/countdown.md)."""

import io
import json

import pytest

from puzzles.commands import referee

LETTERS = {"game": "countdown", "round": "letters", "letters": "ARIOEKLNN"}
NUMBERS = {"game": "countdown", "round": "numbers", "numbers": [50, 8, 8, 4, 3, 1], "target": 429}
CONUNDRUM = {"game": "countdown", "round": "conundrum", "answer": "laminates"}


def scored(*requests):
    """The exit code and the answers to these lines."""
    given = [each if isinstance(each, str) else json.dumps(each) for each in requests]
    stdout = io.StringIO()
    code = referee.main(["--jsonl"], io.StringIO("\n".join(given) + "\n"), stdout, io.StringIO())
    return code, [json.loads(line) for line in stdout.getvalue().splitlines()]


def points(request):
    code, [answer] = scored(request)
    assert code == 0, answer
    return answer["points"], answer["why"]


def test_letters():
    request = {"id": 7, **LETTERS, "words": {"A": "lankier", "B": "aileron"}, "declared": {"A": 7, "B": 7}}
    assert scored(request) == (
        0,
        [{"id": 7, "points": {"A": 7, "B": 7}, "why": {"A": "longest", "B": "longest"}}],
    )


@pytest.mark.parametrize(
    "more, expected",
    [
        ({"words": {"A": "lankier"}, "declared": {"A": 6}}, {"A": 0}),
        ({"words": {"B": "lankier", "A": "alien"}}, {"B": 7, "A": 0}),
        ({"words": {"A": "lankier", "B": "lankier"}}, {"A": 7, "B": 7}),
        ({"words": {"A": "lankier", "B": "lankier"}, "no_paper": ["B"]}, {"A": 7, "B": 0}),
        ({"words": {"A": "lankier", "B": "aileron"}, "no_paper": ["B"]}, {"A": 7, "B": 7}),
        ({"words": {"A": "kornile", "B": "alien"}}, {"A": 0, "B": 5}),
        ({"words": {"A": "kornile", "B": "alien"}, "allow": ["KORNILE"]}, {"A": 7, "B": 0}),
        ({"words": {"A": "kornilez"}, "allow": ["kornilez"]}, {"A": 0}),
        ({"words": {"A": "lankier", "B": "alien"}, "forbid": ["lankier"]}, {"A": 0, "B": 5}),
        ({"words": {"A": "lankier", "B": "alien"}, "at": {"A": 30, "B": 30.1}}, {"A": 7, "B": 0}),
        ({"words": {"A": "lankier", "B": "alien"}, "at": {"A": 30.1}}, {"A": 0, "B": 5}),
        ({"declared": {"A": 0}}, {"A": 0}),
        ({}, {}),
    ],
)
def test_letters_more(more, expected):
    scored, _ = points({**LETTERS, **more})
    assert list(scored.items()) == list(expected.items())


@pytest.mark.parametrize(
    "more, expected",
    [
        ({"declared": {"A": 429}, "methods": {"A": "50*8+8*3+4+1"}}, {"A": 10}),
        ({"methods": {"A": "(50+4)*8-3"}}, {"A": 10}),
        ({"methods": {"A": "50*(8+1)-8*3+4"}}, {"A": 7}),
        ({"methods": {"A": "50*(8+1)-8-4-3"}}, {"A": 5}),
        ({"declared": {"A": 429, "B": 430}, "methods": {"A": "50*8", "B": "50*(8+1)-8*3+4"}}, {"A": 0, "B": 7}),
        ({"methods": {"A": "(50+4)*8-3", "B": "8*(50+4)-3"}, "no_paper": ["B"]}, {"A": 10, "B": 0}),
        ({"methods": {"A": "(50+4)*8-3"}, "at": {"A": 31}}, {"A": 0}),
        ({"declared": {"A": 429}}, {"A": 0}),
    ],
)
def test_numbers(more, expected):
    scored, _ = points({**NUMBERS, **more})
    assert scored == expected


def test_conundrum():
    buzzes = [{"player": "A", "at": 3.2, "word": "laminated"}, {"player": "B", "at": 9, "word": "laminates"}]
    assert points({**CONUNDRUM, "buzzes": buzzes}) == ({"A": 0, "B": 10}, {"A": "wrong_answer", "B": "solved"})


def test_conundrum_goes_by_the_clock_and_names_players_in_their_order():
    buzzes = [
        {"player": "C", "at": 30.01, "word": "laminates"},
        {"player": "B", "at": 9, "word": "laminates"},
        {"player": "A", "at": 3, "word": "laminates"},
    ]
    scored, why = points({**CONUNDRUM, "buzzes": buzzes})
    assert list(scored.items()) == [("C", 0), ("B", 0), ("A", 10)]
    assert why == {"C": "late", "B": "after_solution", "A": "solved"}


@pytest.mark.parametrize(
    "request_, code",
    [
        ("nonsense", "not_json"),
        ("[1]", "not_an_object"),
        ('{"game": "countdown", "at": NaN}', "not_json"),
        ({"game": "chess"}, "unknown_game"),
        ({"game": ["countdown"]}, "unknown_game"),
        ({"game": "countdown"}, "missing_field"),
        ({"game": "countdown", "round": "words"}, "unknown_round"),
        ({**LETTERS, "words": {"A": 7}}, "not_a_text"),
        ({**LETTERS, "words": ["lankier"]}, "not_an_object"),
        ({**LETTERS, "words": {"A": "a" * 10_000}}, "too_long"),
        ({**LETTERS, "declared": {"A": "7"}}, "not_whole"),
        ({**LETTERS, "declared": {"A": 7.0}}, "not_whole"),
        ({**LETTERS, "at": {"A": "soon"}}, "no_time"),
        ({**LETTERS, "words": {str(player): "a" for player in range(300)}}, "too_many"),
        ({**NUMBERS, "numbers": [50, 8.5]}, "not_whole"),
        ({**NUMBERS, "numbers": []}, "wrong_count"),
        ({**NUMBERS, "target": True}, "not_whole"),
        ({**CONUNDRUM}, "missing_field"),
        ({**CONUNDRUM, "buzzes": [{"at": 3}]}, "missing_field"),
        ({**CONUNDRUM, "buzzes": ["A"]}, "not_an_object"),
        ('{"id": 1, "game": "' + "x" * 200_000 + '"}', "line_too_long"),
        ("[" * 50_000, "not_json"),
    ],
)
def test_a_bad_line_gets_its_code_and_the_next_one_is_scored(request_, code):
    good = {"id": "after", **LETTERS, "words": {"A": "lankier"}}
    status, [bad, after] = scored(request_, good)
    assert status == 2
    assert bad["error"]["code"] == code
    assert after == {"id": "after", "points": {"A": 7}, "why": {"A": "longest"}}


def test_the_command_needs_jsonl():
    stderr = io.StringIO()
    assert referee.main([], io.StringIO(), io.StringIO(), stderr) == 2
    assert "--jsonl" in stderr.getvalue()
