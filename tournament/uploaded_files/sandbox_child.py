"""`python -m tournament.uploaded_files.sandbox_child TASK MEMORY CPU`: opens the file on standard input within limits.

On standard output: a line of JSON, {"value": …, "parts": [sizes in bytes]} or {"refused": code, "facts": …}, then the
parts one after another.
"""

import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, BinaryIO

from ..common import limits
from .refusals import CannotOpen

# task: the module here whose `read(file)` does it; returns JSON and byte strings beside it, or raises CannotOpen
TASKS = {"scan": "scans", "table": "spreadsheets", "export": "full_exports", "hall": "hall_files"}
TOO_HEAVY = "too_heavy"


def limit(memory: int, cpu: int) -> None:
    """Limits this process: bytes of address space, seconds of processor time; it writes no file. Others go first."""
    with suppress(AttributeError, OSError):
        os.nice(10)
    try:
        import resource
    except ImportError:  # not on Windows: there only the parent's clock ends it
        return
    for what, most in (
        ("RLIMIT_AS", memory),
        ("RLIMIT_DATA", memory),
        ("RLIMIT_CPU", cpu),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_CORE", 0),
        ("RLIMIT_NOFILE", limits.OPENING_FILES),
    ):
        with suppress(AttributeError, ValueError, OSError):  # some systems know fewer limits
            resource.setrlimit(getattr(resource, what), (most, most))


def main(task: str, memory: str, cpu: str) -> None:
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no part of the answer
    limit(int(memory), int(cpu))
    try:
        # imported under the limits: the libraries belong to what may fail
        read: Callable[[BinaryIO], tuple[Any, Sequence[bytes]]] = importlib.import_module(
            f".{TASKS[task]}", __package__
        ).read
        value, parts = read(sys.stdin.buffer)
        head = json.dumps({"value": value, "parts": [len(part) for part in parts]})
    except CannotOpen as refused:
        head, parts = json.dumps({"refused": refused.code, "facts": refused.facts}), ()
    except (MemoryError, RecursionError):
        head, parts = json.dumps({"refused": TOO_HEAVY, "facts": {}}), ()
    answer.write(head.encode() + b"\n")
    for part in parts:
        answer.write(part)
    answer.flush()
    os._exit(0)  # nothing to tidy up, and a damaged library could hang in it


if __name__ == "__main__":
    main(*sys.argv[1:])
