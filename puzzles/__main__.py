"""The commands that need no database: `python -m puzzles solve …` is `python manage.py solve …`.

Without a name it is `solve`.
"""

from __future__ import annotations

import importlib
import io
import signal
import sys
from collections.abc import Sequence

COMMANDS = ("solve", "letters", "conundrum", "rate", "generate", "referee", "duel")


def run(command: str, argv: Sequence[str]) -> int:
    """Run a command on this process's streams: UTF-8 whatever the locale, and quiet when a pipe is closed behind us."""
    main = importlib.import_module(f"puzzles.commands.{command}").main
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        return int(main(argv, sys.stdin, sys.stdout, sys.stderr))
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in COMMANDS:
        sys.exit(run(sys.argv[1], sys.argv[2:]))
    sys.exit(run("solve", sys.argv[1:]))
