"""The streams, the parser and the refusals that all commands without a database share."""

import argparse
import io
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn


class UsageProblem(Exception):
    """A command that cannot be carried out; the message says why."""


class CommandParser(argparse.ArgumentParser):
    """A parser that raises UsageProblem."""

    def error(self, message: str) -> NoReturn:
        raise UsageProblem(f"{self.format_usage()}{message}")


def program() -> str:
    """The words that a person types before the name of a command."""
    name = Path(sys.argv[0]).stem
    return name if name == "number-tournament" else "python manage.py"


def run(where: str, argv: Sequence[str]) -> int:
    """Run the function at `module:name` on this process's streams: UTF-8 whatever the locale, and quiet when a pipe is
    closed behind us. Returns its exit code."""
    module, _, name = where.partition(":")
    main: Callable[..., int] = getattr(import_module(module), name)
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        return int(main(argv, sys.stdin, sys.stdout, sys.stderr))
    except KeyboardInterrupt:
        return 130
