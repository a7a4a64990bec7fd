"""The `judge` and `same` commands: the engine at the command line, without Django."""

import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TextIO

from judging.command_line import USAGE, CommandParser, UsageProblem, command, given_numbers, refuse_constant, required
from judging.language import explanation
from judging.language.editions import Edition, UnknownRules, edition
from judging.language.explanation import Explanation
from judging.language.verdict import Verdict, judge

ACCEPTED, NOT_ACCEPTED = 0, 1
_TARGET = re.compile(r"([-+]?[0-9]{1,4000})(?:/([0-9]{1,4000}))?", re.ASCII)
_NOT_UTF8 = re.compile("[\udc80-\udcff]")
_WHOLE = re.compile(r"-?[0-9]{1,4000}", re.ASCII)


_quoted = json.JSONEncoder().encode
Ask = Callable[[Mapping[str, object]], Verdict | Explanation]  # raises UsageProblem


def _parser(name: str) -> CommandParser:
    parser = CommandParser(prog=name, add_help=True)
    parser.add_argument("--numbers", help="the given numbers, such as 1,2,3,4")
    parser.add_argument("--rules", default="number-tournament", help="a rules edition, or one as JSON")
    parser.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    return parser


def _numbers(text: str) -> list[int]:
    if not all(_WHOLE.fullmatch(part) for part in text.replace(",", " ").split()):
        raise UsageProblem(f"--numbers takes whole numbers such as 1,2,3,4, not {text[:40]!r}")
    return [int(part) for part in text.replace(",", " ").split()]


def _rules(text: str) -> Edition:
    try:
        return edition(json.loads(text) if text.lstrip().startswith("{") else text)
    except (UnknownRules, ValueError, RecursionError) as error:
        raise UsageProblem(f"--rules: {error}") from error


@command()
def main(argv: Sequence[str], stdin: Iterable[str], stdout: TextIO, stderr: TextIO) -> int:
    """`judge`: one method in readable form, or with --jsonl a stream. The exit code."""
    parser = _parser("judge")
    parser.add_argument("expression", nargs="?")
    parser.add_argument("--target", help="a whole number or a fraction such as 1/3")
    parser.add_argument("--steps", action="store_true", help="with --jsonl: say the steps too")
    given_options = parser.parse_args(_guarded(argv))
    if given_options.jsonl:
        return stream(stdin, stdout, lambda request: verdict(request, given_options.steps))
    if given_options.expression is None or given_options.numbers is None:
        raise UsageProblem("judge needs --numbers and a method, or --jsonl")
    target = None if given_options.target is None else _target(given_options.target)
    judged = judge(
        given_options.expression,
        _numbers(given_options.numbers),
        target,
        _rules(given_options.rules),
        True,
    )
    print(readable(given_options.expression, judged), file=stdout)
    return ACCEPTED if judged.verdict == "accepted" and judged.on_target is not False else NOT_ACCEPTED


def _guarded(argv: Sequence[str]) -> list[str]:
    """Methods may begin with a minus sign; only what looks like one of our options is an option."""
    options, positional, rest = [], [], list(argv)
    while rest:
        each = rest.pop(0)
        if each == "--":
            positional += rest
            break
        if each.startswith("--") or each == "-h":
            options.append(each)
            if each in ("--numbers", "--target", "--rules") and rest:
                options[-1] = f"{each}={rest.pop(0)}"
        else:
            positional.append(each)
    return [*options, "--", *positional]


def _target(value: object) -> int | Fraction:
    if type(value) is int:
        return value
    match = _TARGET.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise UsageProblem(f"a target is a whole number or a fraction written like 1/3, not {str(value)[:40]!r}")
    top, bottom = int(match[1]), int(match[2] or 1)
    if bottom == 0:
        raise UsageProblem("a target cannot be divided by zero")
    return Fraction(top, bottom)


def readable(expression: str, verdict: Verdict) -> str:
    """A verdict for people: what it is, the steps, each reading, and every reason with its place marked."""
    head = {"accepted": "Accepted", "refused": "Refused", "needs_ruling": "A judge must rule"}[verdict.verdict]
    lines = [f"{head}." if verdict.value is None else f"{head}: it makes {verdict.value}."]
    if verdict.on_target is not None:
        lines.append("On target." if verdict.on_target else f"Off the target by {verdict.distance}.")
    for step in verdict.steps or ():
        lines.append(f"  {step.expression} = {step.value}")
    for reading in verdict.readings:
        lines.append(f"  read as {reading.expression}" + ("" if reading.value is None else f" = {reading.value}"))
    for reason in verdict.reasons:
        lines.append(f"{reason.rule} {reason.code}: {reason.message}")
        if reason.start is not None and reason.end is not None and len(expression) <= 200:
            lines += [
                f"    {expression}",
                "    " + " " * reason.start + "^" * max(1, reason.end - reason.start),
            ]
    return "\n".join(lines)


def stream(stdin: Iterable[str], stdout: TextIO, ask: Ask) -> int:
    """One JSON object a line in, one a line out. A line that cannot be answered gets an error in its place, and 2 is
    returned.

    Each answer is written at once, so that a program can ask line by line; not where the lines are in a file."""
    code = ACCEPTED
    write, flush, waits = stdout.write, stdout.flush, not _is_file(stdin)
    for line in stdin:
        if line.isspace():
            continue
        answer, is_answered = _answer(line.removeprefix("\ufeff"), ask)
        if not is_answered:
            code = USAGE
        write(answer + "\n")
        if waits:
            flush()
    return code


def _is_file(stdin: Iterable[str]) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stdin.fileno()).st_mode)  # type: ignore[attr-defined]
    except (AttributeError, OSError):  # it is no stream of the system
        return False


def _answer(line: str, ask: Ask) -> tuple[str, bool]:
    """The line that answers a line, and whether it was answered."""
    name: object = None
    try:
        if not line.isascii() and _NOT_UTF8.search(line):
            raise UsageProblem("this line is not valid UTF-8")
        request = _decode(line)
        if not isinstance(request, dict):
            raise UsageProblem("a line is a JSON object")
        given = request.get("id")
        if isinstance(given, list | dict):
            json.dumps(given)  # one that is too deep cannot be given back
        name = given
        return _written(name, ask(request)), True
    except UsageProblem as error:
        problem = str(error)
    except (ValueError, RecursionError) as error:
        problem = f"this line cannot be read as JSON: {str(error)[:200]}"
    return json.dumps({"id": name, "error": problem}), False


_decode = json.JSONDecoder(parse_constant=refuse_constant).decode


def _written(name: object, verdict: Verdict | Explanation) -> str:
    """The answer as JSON. Most are plainly accepted, and as a form to fill in they take a third of the time."""
    if (
        isinstance(verdict, Explanation)
        or verdict.distance is None
        or verdict.reasons
        or verdict.readings
        or verdict.steps is not None
    ):
        return json.dumps({"id": name, **verdict.as_dict()})
    return (
        f'{{"id": {name if type(name) is int else json.dumps(name)}, "verdict": "accepted", '
        f'"value": {_quoted(verdict.value)}, "on_target": {"true" if verdict.on_target else "false"}, '
        f'"distance": {_quoted(verdict.distance)}, "method_key": {_quoted(verdict.method_key)}, '
        f'"kin_key": {_quoted(verdict.kin_key)}, "reasons": [], "steps": null, "readings": []}}'
    )


def verdict(request: Mapping[str, object], steps: bool = False) -> Verdict:
    """The verdict on the method of a line. Raises UsageProblem."""
    expression, numbers = required(request, "expression", "numbers")
    target = request.get("target")
    if not isinstance(expression, str):
        raise UsageProblem("“expression” is a text")
    rules = _rules_of(request)
    return judge(expression, given_numbers(numbers), None if target is None else _target(target), rules, steps)


def relation(request: Mapping[str, object]) -> Explanation:
    """Whether the two methods of a line count once. Raises UsageProblem."""
    methods, numbers = required(request, "methods", "numbers")
    if not isinstance(methods, list) or len(methods) != 2 or not all(isinstance(each, str) for each in methods):
        raise UsageProblem("“methods” is a list of two texts")
    return explanation.explain(methods[0], methods[1], given_numbers(numbers), _rules_of(request))


def _rules_of(request: Mapping[str, object]) -> Edition:
    try:
        return edition(request.get("rules", "number-tournament"))  # type: ignore[arg-type]
    except UnknownRules as error:
        raise UsageProblem(error.message) from error


@command()
def same(argv: Sequence[str], stdin: Iterable[str], stdout: TextIO, stderr: TextIO) -> int:
    """`same`: whether two methods count once, and why, or with --jsonl a stream. 0 the same, 1 not (near-duplicates
    included), 2 usage."""
    parser = _parser("same")
    parser.add_argument("methods", nargs="*", metavar="method")
    given_options = parser.parse_args(_guarded(argv))
    if given_options.jsonl:
        return stream(stdin, stdout, relation)
    if given_options.numbers is None or len(given_options.methods) != 2:
        raise UsageProblem("same needs --numbers and two methods, or --jsonl")
    first, second = given_options.methods
    explained = explanation.explain(first, second, _numbers(given_options.numbers), _rules(given_options.rules))
    print(
        f"{explained.relation.replace('_', ' ').capitalize()} ({explained.rule}). {explained.message}",
        file=stdout,
    )
    return {"same": ACCEPTED, "kin": NOT_ACCEPTED, "different": NOT_ACCEPTED}.get(explained.relation, USAGE)
