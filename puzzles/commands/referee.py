"""The `referee` command: scores single rounds of live games, without a table and without a database.

One JSON object a line in, one a line out: `{"id", "points": {player: number}, "why": {player: code}}`; some games say
more. A line that cannot be scored is answered with `{"id", "error": {"code", …}}`, and the next one follows. The inputs
of each game and the codes are in docs/rules/countdown.md and beside it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TextIO

from judging.command_line import USAGE, UsageProblem, put_line, refuse_constant
from puzzles.commands import command_line, limits
from puzzles.commands.command_line import DONE, ParserWithExamples, command
from puzzles.commands.rounds import countdown, twentyfour
from puzzles.commands.rounds.round_input import RoundProblem
from puzzles.words.dictionary import Dictionary

EXAMPLES = """
--jsonl < rounds.jsonl
--jsonl --words oxford.txt < rounds.jsonl
"""
CODES = "exit codes: 0 every line was scored, 2 wrong usage, or a line with an error"

# from the fields of a line to its score: points, why, and what the game adds; raises RoundProblem
Referee = Callable[[Mapping[str, Any], Dictionary], dict[str, Any]]


GAMES: dict[str, Referee] = {"countdown": countdown.score, "twenty-four": twentyfour.score}


@command
def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """`referee`: scores rounds. 0 all scored, 2 usage or a line with an error."""
    parser = ParserWithExamples("referee", "The points of single rounds of live games.", EXAMPLES, CODES)
    parser.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    parser.add_words()
    options = parser.parse_args(argv)
    if not options.jsonl:
        raise UsageProblem(f"{parser.format_usage()}referee needs --jsonl: one round a line")
    dictionary = command_line.dictionary(options)
    code = DONE
    for line in command_line.bounded_lines(stdin, limits.REQUEST + 1):
        if line.strip():
            row = answer(line, dictionary)
            code = USAGE if "error" in row else code
            put_line(row, stdout)
    return code


def answer(line: str, dictionary: Dictionary) -> dict[str, Any]:
    """The score of one line, or its error."""
    name: object = None
    try:
        if len(line) > limits.REQUEST:
            raise RoundProblem("line_too_long", most=limits.REQUEST)
        request = _read(line)
        name = request.get("id")
        scored = score(request, dictionary)
    except RoundProblem as problem:
        return {"id": _plain(name), "error": {"code": problem.code, **problem.facts}}
    return {"id": _plain(name), **scored}


def score(request: Mapping[str, Any], dictionary: Dictionary) -> dict[str, Any]:
    """The score of a round of any game. Raises RoundProblem."""
    game = request.get("game")
    referee = GAMES.get(game) if isinstance(game, str) else None
    if referee is None:
        raise RoundProblem("unknown_game", game=str(game)[:40])
    return referee(request, dictionary)


def _read(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line, parse_constant=refuse_constant, object_pairs_hook=dict)
    except (ValueError, RecursionError) as error:
        raise RoundProblem("not_json", detail=str(error)[:200]) from error
    if not isinstance(request, dict):
        raise RoundProblem("not_an_object")
    return request


def _plain(name: object) -> object:
    """The id as it was given, if it is a text or a number; a list or an object is no id."""
    return name if isinstance(name, str | int | float | bool) else None
