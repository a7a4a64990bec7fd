"""Numbers, targets and rules of the commands `solve` and `rate`, read from options and from JSON."""

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TextIO, TypeVar

from judging.command_line import CommandParser, UsageProblem, given_numbers, put_line, refuse_constant, required
from judging.language.editions import Edition, UnknownRules, edition
from judging.language.numbers.rationals import Rational
from puzzles.commands import limits
from puzzles.enumeration.multisets import MAX_NUMBERS
from puzzles.functions.operations import normalise
from puzzles.solver import UNARY_DEPTH

MAX_TARGETS, MAX_UNARY_DEPTH, MAX_TARGET_LENGTH = 100_000, 3, 4000
Made = TypeVar("Made")
_TARGET = re.compile(r"[-+]?[0-9]+(/[0-9]+)?", re.ASCII)
_TARGETS = re.compile(r"(-?[0-9]{1,9})-(-?[0-9]{1,9})", re.ASCII)


def options(argv: Sequence[str]) -> argparse.Namespace:
    """The options of the command. Raises UsageProblem, and SystemExit after --help."""
    parser = CommandParser(prog="solve", description="The best method for a puzzle, how many there are, or all.")
    parser.add_argument("--numbers", help="the given numbers, such as 1,5,5,5")
    parser.add_argument("--target", help="a whole number or a fraction such as 1/3")
    parser.add_argument("--targets", help="every target of a range, such as 101-999, in one pass")
    parser.add_argument("--rules", default="number-tournament", help="a rules edition, or one as JSON")
    wanted = parser.add_mutually_exclusive_group()
    for name, what in (
        ("best", "the best method (default)"),
        ("count", "how many distinct methods, not listed: up to 4 numbers, or 12 with + - * / alone"),
        ("all", "every one"),
    ):
        wanted.add_argument(f"--{name}", dest="wanted", action="store_const", const=name, help=what)
    parser.add_argument("--kin", action="store_true", help="methods that are kin count once")
    parser.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    parser.add_argument("--json", action="store_true", help="the answer as JSON, with --targets as a list")
    parser.add_argument(
        "--unary-depth",
        type=_depth,
        default=UNARY_DEPTH,
        metavar="N",
        help="at most N one-input functions stacked on one value (1)",
    )
    parser.add_argument(
        "--time-limit",
        type=_seconds,
        metavar="S",
        help=f"seconds for a puzzle; then what was found by then (the best of one target: {limits.BEST_WITHIN})",
    )
    parser.set_defaults(wanted="best")
    parsed = parser.parse_args(list(with_values(argv)))
    if parsed.time_limit is None and parsed.wanted == "best" and parsed.targets is None:
        parsed.time_limit = limits.BEST_WITHIN
    return parsed


def with_values(argv: Sequence[str]) -> Iterator[str]:
    """Values may begin with a minus sign: `--target -5` is `--target=-5`."""
    words = iter(argv)
    for word in words:
        value = next(words, None) if word in ("--target", "--targets", "--numbers") else None
        yield word if value is None else f"{word}={value}"


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= MAX_UNARY_DEPTH):
        raise argparse.ArgumentTypeError(f"a whole number from 0 to {MAX_UNARY_DEPTH}, not {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 < seconds < 1e9:
        raise argparse.ArgumentTypeError(f"a number of seconds above 0, not {text!r}")
    return seconds


def numbers(text: str) -> list[int]:
    try:
        parsed = [int(part) for part in text.replace(",", " ").split()]
    except ValueError as error:
        raise UsageProblem(f"--numbers takes whole numbers such as 1,2,3,4, not {text[:40]!r}") from error
    return checked_numbers(parsed)


def checked_numbers(numbers: list[int]) -> list[int]:
    if len(numbers) > MAX_NUMBERS:
        raise UsageProblem(f"at most {MAX_NUMBERS} numbers can be searched, not {len(numbers)}")
    return numbers


def target(value: object) -> Rational:
    if type(value) is int:
        return value
    if not isinstance(value, str):
        raise UsageProblem("a target is a whole number, or a fraction written like 1/3")
    text = value.strip()
    if len(text) > MAX_TARGET_LENGTH or not _TARGET.fullmatch(text):
        raise UsageProblem(f"a target is a whole number or a fraction written like 1/3, not {text[:40]!r}")
    try:
        return normalise(Fraction(text))
    except ZeroDivisionError as error:
        raise UsageProblem("a target cannot be divided by zero") from error


def targets(text: str) -> range:
    match = _TARGETS.fullmatch(text.strip())
    if not match:
        raise UsageProblem(f"--targets takes a range such as 101-999, not {text[:40]!r}")
    first, last = int(match[1]), int(match[2])
    if not 0 <= last - first < MAX_TARGETS:
        raise UsageProblem(f"--targets takes at most {MAX_TARGETS:,} targets, the least first")
    return range(first, last + 1)


def rules(text: str) -> object:
    """The rules as --rules says them: a name, or an object as JSON."""
    try:
        return json.loads(text) if text.lstrip().startswith("{") else text
    except (ValueError, RecursionError) as error:
        raise UsageProblem(f"--rules: {error}") from error


def read_edition(spec: object) -> Edition:
    try:
        return edition(spec)  # type: ignore[arg-type]
    except UnknownRules as error:
        raise UsageProblem(error.message) from error


def by_rules(make: Callable[[Edition], Made], usual: object, most: int) -> Callable[[object], Made]:
    """Gives what is made for some rules, or for the usual ones; that of so many is kept. It raises UsageProblem."""

    @lru_cache(most)
    def made(rules: str) -> Made:
        return make(read_edition(json.loads(rules)))

    return lambda rules: made(json.dumps(usual if rules is None else rules, sort_keys=True))


def question(request: Mapping[str, object]) -> tuple[list[int], Rational]:
    """The numbers and the target of a line of JSON. Raises UsageProblem."""
    numbers, goal = required(request, "numbers", "target")
    return checked_numbers(given_numbers(numbers)), target(goal)


def stream(stdin: Iterable[str], stdout: TextIO, answer: Callable[[dict[str, object]], dict[str, object]]) -> int:
    """One JSON object a line in, one a line out: the line's `id` with its answer. A line without `id` is known by its
    number, from 1. A line that cannot be answered gets an `error`, and the exit code is then that of wrong usage."""
    code = 0
    for number, line in enumerate(stdin, start=1):
        if not line.strip():
            continue
        name: object = number
        try:
            request = json.loads(line, parse_constant=refuse_constant)
            if not isinstance(request, dict):
                raise UsageProblem("a line is a JSON object")
            name = request.get("id", number)
            row = {"id": name, **answer(request)}
        except UsageProblem as error:
            code, row = 2, {"id": name, "error": str(error)}
        except (ValueError, RecursionError) as error:
            code, row = 2, {"id": number, "error": f"this line is not valid JSON: {str(error)[:200]}"}
        put_line(row, stdout)
    return code
