"""The streams, the parser and the refusals that all commands without a database share."""

import argparse
import io
import json
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, TextIO

Command = Callable[..., int]
_INT = {int}
USAGE = 2  # the exit code of a command that cannot be carried out


class UsageProblem(Exception):
    """A command that cannot be carried out; the message says why."""


class CommandParser(argparse.ArgumentParser):
    """A parser that raises UsageProblem."""

    def error(self, message: str) -> NoReturn:
        raise UsageProblem(f"{self.format_usage()}{message}")


def command(*problems: type[Exception]) -> Callable[[Command], Command]:
    """A decorator of commands: where one raises UsageProblem or one of these `problems`, it is printed, and the exit
    code is that of wrong usage."""

    printed: tuple[type[Exception], ...] = (UsageProblem, *problems)

    def decorate(main: Command) -> Command:
        @wraps(main)
        def guarded(
            argv: Sequence[str], stdin: Any = sys.stdin, stdout: TextIO = sys.stdout, stderr: TextIO = sys.stderr
        ) -> int:
            try:
                return main(argv, stdin, stdout, stderr)
            except printed as problem:
                print(problem, file=stderr)
                return USAGE
            except SystemExit as stop:
                return int(stop.code or 0)

        return guarded

    return decorate


def refuse_constant(name: str) -> None:
    """For `parse_constant` of a JSON reader: NaN and Infinity are not JSON."""
    raise ValueError(f"{name} is not JSON")


def required(request: Mapping[str, object], *names: str) -> list[object]:
    """These fields of a line of JSON. Raises UsageProblem where one is missing."""
    try:
        return [request[name] for name in names]
    except KeyError as missing:
        raise UsageProblem(f"the field “{missing.args[0]}” is missing") from None


def given_numbers(numbers: object) -> list[int]:
    """The field “numbers” of a line. Raises UsageProblem where it is no list of whole numbers."""
    if not isinstance(numbers, list) or not set(map(type, numbers)) <= _INT:
        raise UsageProblem("“numbers” is a list of whole numbers")
    return numbers


def put_line(row: Mapping[str, object], stdout: TextIO) -> None:
    """Write a row as one line of JSON, at once."""
    stdout.write(json.dumps(row) + "\n")
    stdout.flush()


def program() -> str:
    """The words that a person types before the name of a command."""
    name = Path(sys.argv[0]).stem
    return name if name == "number-tournament" else "python manage.py"


def run(where: str, argv: Sequence[str]) -> int:
    """Run the function at `module:name` on this process's streams: UTF-8 whatever the locale, and quiet when a pipe is
    closed behind us. Returns its exit code."""
    module, _, name = where.partition(":")
    main: Command = getattr(import_module(module), name)
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        return int(main(argv, sys.stdin, sys.stdout, sys.stderr))
    except KeyboardInterrupt:
        return 130
