"""The solver at the command line: `python -m puzzles --numbers … --target …`, which is `python manage.py solve`."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Sequence


def run(argv: Sequence[str]) -> int:
    """Run the command on this process's streams: UTF-8 whatever the locale, and quiet when a pipe is closed behind us."""
    from puzzles.commands import solve

    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        return solve.main(argv, sys.stdin, sys.stdout, sys.stderr)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
