"""The engine at the command line: `python -m judging judge …` and `python -m judging same …`.

`python manage.py judge` and `same` are these two. They need no settings and no database, so Django is never loaded.
"""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Sequence

COMMANDS = ("judge", "same")


def run(name: str, argv: Sequence[str]) -> int:
    """Run a command on this process's streams: UTF-8 whatever the locale, and quiet when a pipe is closed behind us."""
    from judging.language import command

    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    entry = command.same if name == "same" else command.main
    try:
        return entry(argv, sys.stdin, sys.stdout, sys.stderr)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit("usage: python -m judging {judge,same} …")
    sys.exit(run(sys.argv[1], sys.argv[2:]))
