"""Starts the process that opens a file, and takes its answer.

A few at a time: a file that holds its process to the last second must not take the web server's threads with it.
"""

import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ..common import limits
from ..common.gates import Gate, Queued
from .refusals import CannotOpen
from .sandbox_child import TOO_HEAVY

ROOT = Path(__file__).parents[2]
PIECE = 1 << 18

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """`memory` and `output` in bytes, `cpu` and `clock` in seconds."""

    memory: int = limits.OPENING_MEMORY
    cpu: int = limits.OPENING_CPU
    clock: float = limits.OPENING_CLOCK
    output: int = limits.OPENING_OUTPUT


GATE = Gate(limits.OPENED_TOGETHER, limits.WAITING_TO_OPEN, limits.WAIT_TO_OPEN)


def opened(task: str, data: bytes, within: Limits = Limits()) -> tuple[Any, list[bytes]]:  # noqa: B008 - immutable
    """What `task` of `sandbox_child.TASKS` finds in a file: JSON, and byte strings beside it.

    Raises CannotOpen: the task's own codes; `too_heavy` (memory, or the process crashed), `too_slow`, `too_much` (the
    answer is larger than allowed) and `busy` (too many files at once).
    """
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        return opened_file(task, file, within)


def opened_file(task: str, file: IO[bytes], within: Limits = Limits()) -> tuple[Any, list[bytes]]:  # noqa: B008
    """Likewise for a file on the disk, from where it stands."""
    try:
        with GATE.passed():
            return _answer(*_run(task, file, within))
    except Queued as full:
        raise CannotOpen("busy") from full


def _run(task: str, file: IO[bytes], within: Limits) -> tuple[bytes, int]:
    """The output of the process and its return code. Raises CannotOpen."""
    with _started(task, file, within) as process:
        output = _output(process, within)
        try:
            return output, process.wait(2)
        except subprocess.TimeoutExpired as error:
            raise CannotOpen("too_slow") from error


@contextmanager
def _started(task: str, file: IO[bytes], within: Limits) -> Iterator[subprocess.Popen]:
    command = [sys.executable, "-m", f"{__package__}.sandbox_child", task, str(within.memory), str(within.cpu)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=_environment(),
        stdin=file,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _environment() -> dict[str, str]:
    """The variables of the process: none of the site's keys and addresses, and one heap, so that the limit is not spent
    on reserves."""
    passed = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    return {**passed, "MALLOC_ARENA_MAX": "1", "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}


def _output(process: subprocess.Popen, within: Limits) -> bytes:
    """All that the process writes. One that takes longer than the clock is killed, and `_answer` says so."""
    gathered = bytearray()
    assert process.stdout is not None
    late = threading.Timer(within.clock, process.kill)
    late.start()
    try:
        while piece := os.read(process.stdout.fileno(), PIECE):
            gathered += piece
            if len(gathered) > within.output:
                raise CannotOpen("too_much")
    finally:
        late.cancel()
    return bytes(gathered)


def _answer(output: bytes, status: int) -> tuple[Any, list[bytes]]:
    if status:
        log.info("a file ended the process that opened it: %s", status)
        killed = {-getattr(signal, name, 0) for name in ("SIGXCPU", "SIGKILL")}
        raise CannotOpen("too_slow" if status in killed else TOO_HEAVY)
    try:
        head, _, rest = output.partition(b"\n")
        answer = json.loads(head)
        if "refused" in answer:
            raise CannotOpen(str(answer["refused"]), **answer["facts"])
        return answer["value"], list(_cut(rest, answer["parts"]))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CannotOpen(TOO_HEAVY) from error


def _cut(rest: bytes, sizes: list[int]) -> Iterator[bytes]:
    at = 0
    for size in sizes:
        yield rest[at : at + size]
        at += size
