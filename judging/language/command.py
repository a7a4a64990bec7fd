"""The `judge` and `same` commands: the engine at the command line, without Django."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TextIO

from judging.language import explanation
from judging.language.legality import Edition, UnknownRules, edition
from judging.language.verdict import Verdict, judge

ACCEPTED, NOT_ACCEPTED, USAGE = 0, 1, 2
_TARGET = re.compile(r"([-+]?[0-9]{1,4000})(?:/([0-9]{1,4000}))?", re.ASCII)
_WHOLE = re.compile(r"-?[0-9]{1,4000}", re.ASCII)


class Usage(Exception):
    """What was given cannot be judged at all; the message says why."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise Usage(f"{self.format_usage()}{message}")


def _parser(name: str) -> _Parser:
    parser = _Parser(prog=name, add_help=True)
    parser.add_argument("--numbers", help="the given numbers, such as 1,2,3,4")
    parser.add_argument("--rules", default="number-tournament", help="a rules edition, or one as JSON")
    return parser


def _numbers(text: str) -> list[int]:
    if not all(_WHOLE.fullmatch(part) for part in text.replace(",", " ").split()):
        raise Usage(f"--numbers takes whole numbers such as 1,2,3,4, not {text[:40]!r}")
    return [int(part) for part in text.replace(",", " ").split()]


def _rules(text: str) -> Edition:
    try:
        return edition(json.loads(text) if text.lstrip().startswith("{") else text)
    except (UnknownRules, ValueError, RecursionError) as error:
        raise Usage(f"--rules: {error}") from error


def main(
    argv: Sequence[str],
    stdin: Iterable[str] = sys.stdin,
    stdout: TextIO = sys.stdout,
    stderr: TextIO = sys.stderr,
) -> int:
    """`judge`: one method in readable form, or with --jsonl a stream. The exit code."""
    parser = _parser("judge")
    parser.add_argument("expression", nargs="?")
    parser.add_argument("--target", help="a whole number or a fraction such as 1/3")
    parser.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    parser.add_argument("--steps", action="store_true", help="with --jsonl: say the steps too")
    try:
        given = parser.parse_args(_guarded(argv))
        if given.jsonl:
            return stream(stdin, stdout, given.steps)
        if given.expression is None or given.numbers is None:
            raise Usage("judge needs --numbers and a method, or --jsonl")
        target = None if given.target is None else _target(given.target)
        verdict = judge(given.expression, _numbers(given.numbers), target, _rules(given.rules), True)
    except Usage as error:
        print(error, file=stderr)
        return USAGE
    except SystemExit as stop:
        return int(stop.code or 0)
    print(readable(given.expression, verdict), file=stdout)
    return ACCEPTED if verdict.verdict == "accepted" and verdict.on_target is not False else NOT_ACCEPTED


def _guarded(argv: Sequence[str]) -> list[str]:
    """Methods may begin with a minus sign; only what looks like one of our options is an option."""
    options, positional, rest = [], [], list(argv)
    while rest:
        each = rest.pop(0)
        if each == "--":
            positional += rest
            break
        if each.startswith("--") or each in ("-h",):
            options.append(each)
            if each in ("--numbers", "--target", "--rules") and rest:
                options[-1] = f"{each}={rest.pop(0)}"
        else:
            positional.append(each)
    return [*options, "--", *positional]


def _target(value: object) -> int | Fraction:
    if type(value) is int:
        return value
    found = _TARGET.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        raise Usage(f"a target is a whole number or a fraction written like 1/3, not {str(value)[:40]!r}")
    top, bottom = int(found[1]), int(found[2] or 1)
    if bottom == 0:
        raise Usage("a target cannot be divided by zero")
    return Fraction(top, bottom)


def readable(expression: str, verdict: Verdict) -> str:
    """A verdict for people: what it is, the steps, each reading, and every reason with its place marked."""
    head = {"accepted": "Accepted", "refused": "Refused", "needs_ruling": "A judge must rule"}[
        verdict.verdict
    ]
    lines = [f"{head}." if verdict.value is None else f"{head}: it makes {verdict.value}."]
    if verdict.on_target is not None:
        lines.append("On target." if verdict.on_target else f"Off the target by {verdict.distance}.")
    for step in verdict.steps or ():
        lines.append(f"  {step.expression} = {step.value}")
    for reading in verdict.readings:
        lines.append(
            f"  read as {reading.expression}" + ("" if reading.value is None else f" = {reading.value}")
        )
    for reason in verdict.reasons:
        lines.append(f"{reason.rule} {reason.code}: {reason.message}")
        if reason.start is not None and reason.end is not None and len(expression) <= 200:
            lines += [
                f"    {expression}",
                "    " + " " * reason.start + "^" * max(1, reason.end - reason.start),
            ]
    return "\n".join(lines)


def stream(stdin: Iterable[str], stdout: TextIO, steps: bool = False) -> int:
    """One JSON object a line in, one a line out. A line that cannot be judged gets an error in its place, and 2 is returned."""
    code = ACCEPTED
    for line in stdin:
        if not line.strip():
            continue
        answer, judged = _answer(line.removeprefix("\ufeff"), steps)
        if not judged:
            code = USAGE
        stdout.write(answer + "\n")
        stdout.flush()
    return code


def _answer(line: str, steps: bool) -> tuple[str, bool]:
    """The line that answers a line, and whether it was judged."""
    name: object = None
    try:
        if any("\udc80" <= character <= "\udcff" for character in line):
            raise Usage("this line is not valid UTF-8")
        asked = json.loads(line, parse_constant=_no_constant)
        if not isinstance(asked, dict):
            raise Usage("a line is a JSON object")
        json.dumps(asked.get("id"))
        name = asked.get("id")
        return json.dumps({"id": name, **_judged(asked, steps)}), True
    except Usage as error:
        said = str(error)
    except (ValueError, RecursionError) as error:
        said = f"this line cannot be read as JSON: {str(error)[:200]}"
    return json.dumps({"id": name, "error": said}), False


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _judged(asked: dict[str, object], steps: bool) -> dict[str, object]:
    for needed in ("expression", "numbers"):
        if needed not in asked:
            raise Usage(f"the field “{needed}” is missing")
    expression, numbers, target = asked["expression"], asked["numbers"], asked.get("target")
    if not isinstance(expression, str):
        raise Usage("“expression” is a text")
    if not isinstance(numbers, list) or any(type(each) is not int for each in numbers):
        raise Usage("“numbers” is a list of whole numbers")
    try:
        rules = edition(asked.get("rules", "number-tournament"))  # type: ignore[arg-type]
    except UnknownRules as error:
        raise Usage(str(error)) from error
    return judge(expression, numbers, None if target is None else _target(target), rules, steps).as_dict()


def same(
    argv: Sequence[str], stdin: object = None, stdout: TextIO = sys.stdout, stderr: TextIO = sys.stderr
) -> int:
    """`same`: whether two methods count once, and why. 0 the same, 1 not (kin included), 2 usage."""
    parser = _parser("same")
    parser.add_argument("methods", nargs=2, metavar="method")
    try:
        given = parser.parse_args(_guarded(argv))
        if given.numbers is None:
            raise Usage("same needs --numbers and two methods")
        first, second = given.methods
        said = explanation.explain(first, second, _numbers(given.numbers), _rules(given.rules))
    except Usage as error:
        print(error, file=stderr)
        return USAGE
    except SystemExit as stop:
        return int(stop.code or 0)
    print(f"{said.relation.replace('_', ' ').capitalize()} ({said.rule}). {said.message}", file=stdout)
    return {"same": ACCEPTED, "kin": NOT_ACCEPTED, "different": NOT_ACCEPTED}.get(said.relation, USAGE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
