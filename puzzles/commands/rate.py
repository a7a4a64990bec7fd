"""The `rate` command: how hard a question is for people, and why."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TextIO

from judging.command_line import UsageProblem
from judging.messages import Message, message
from puzzles.commands import arguments, command_line, limits
from puzzles.commands.command_line import DONE, NOTHING, ParserWithExamples, command
from puzzles.rating.easy_methods import EasyMethods
from puzzles.rating.model import OF_24, SETS_OF_24, Difficulty, Rater, comparison, rank_in, step_of

EXAMPLES = """
--numbers 1,5,5,5 --target 24 --rules basic-24
--jsonl < questions.jsonl > ratings.jsonl
"""
CODES = "exit codes: 0 rated, 1 no way to make the target was found, 2 wrong usage, or a line that could not be rated"


@command
def main(argv: Sequence[str], stdin: Iterable[str], stdout: TextIO, stderr: TextIO) -> int:
    """`rate`: one question, or a stream. 0 rated, 1 not solvable, 2 usage, or a line of the stream was wrong."""
    parser = ParserWithExamples(
        "rate", "How hard a question is for people: more is harder, in five steps.", EXAMPLES, CODES
    )
    parser.add_argument("--numbers", help="the given numbers, such as 1,5,5,5")
    parser.add_argument("--target", help="a whole number or a fraction such as 1/3")
    parser.add_argument("--rules", default="number-tournament", help="a rules edition, or one as JSON")
    parser.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    options = parser.parse_args(list(arguments.with_values(argv)))
    rater_of = raters(arguments.rules(options.rules))
    usual = rater_of(None)
    if options.jsonl:
        return arguments.stream(stdin, stdout, lambda request: row(request, rater_of))
    if options.numbers is None or options.target is None:
        raise UsageProblem("rate needs --numbers and --target, or --jsonl")
    numbers, target = arguments.numbers(options.numbers), arguments.target(options.target)
    rating, easy = usual.rate(numbers, target)
    if rating is None:
        command_line.put_lines([str(_unrated(easy))], stdout)
        return NOTHING
    command_line.put_lines(_lines(rating), stdout)
    return DONE


def row(request: Mapping[str, object], rater_of: Callable[[object], Rater]) -> dict[str, object]:
    """How hard the question of a line is. Raises UsageProblem."""
    numbers, target = arguments.question(request)
    rating, easy = rater_of(request.get("rules")).rate(numbers, target)
    if rating is None:
        raise UsageProblem(_unrated(easy))
    rated = rating.as_dict(SETS_OF_24)
    return {name: rated[name] for name in ("difficulty", "step", "why")}


def _unrated(easy: EasyMethods) -> Message:
    return message("not_solvable" if easy.impossible else "not_found")


def _lines(rating: Difficulty) -> list[str]:
    estimated, rank = ", estimated" if rating.estimated else "", rank_in(SETS_OF_24, rating.value)
    return [
        f"{rating.value:.1f} (step {step_of(rank)} of 5{estimated})",
        str(comparison(rank, OF_24)),
        *(f"  {'harder' if each.effect > 0 else 'easier'}: {each.message}" for each in rating.reasons),
    ]


def raters(usual: object) -> Callable[[object], Rater]:
    return arguments.by_rules(Rater, usual, limits.RATERS)
