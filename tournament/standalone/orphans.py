"""Child processes of a run that was killed: the next run ends them before it starts its own.

The system asks them to end when their parent dies, but a web server finishes its requests first and holds the port, and
a broker still writes its file. A file names the children; a number alone may belong to another program by now.
"""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

PROC = Path("/proc")


def remember(path: Path, pids: Iterable[int]) -> None:
    """Write down these children, each the leader of its process group, with the time at which it started."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text("".join(f"{pid} {started(pid)}\n" for pid in pids))
    fresh.replace(path)


def end(path: Path, seconds: float) -> None:
    """End the children in the file that are still there, with all they started: ask them, wait so many seconds for all
    together, then kill them."""
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        return
    known = [(int(pid), when) for pid, _space, when in (line.partition(" ") for line in lines) if pid.isdecimal()]
    left = {pid for pid, when in known if when and started(pid) == when}
    _signal(left, signal.SIGTERM)
    until = time.monotonic() + seconds
    while (alive := {pid for pid in left if _is_there(pid)}) and time.monotonic() < until:
        time.sleep(0.05)
    _signal(left, signal.SIGKILL)
    while any(_is_there(pid) for pid in alive) and time.monotonic() < until + seconds:
        time.sleep(0.02)
    path.unlink(missing_ok=True)


def started(pid: int) -> str:
    """When a process started, according to the system; "" if it has ended or does not exist."""
    if not (PROC / "self").exists():
        return _started_by_ps(pid)
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
    return "" if fields[0] == "Z" else f"{boot} {fields[19]}"


def _started_by_ps(pid: int) -> str:
    shown = subprocess.run(["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True).stdout
    state, _space, when = shown.strip().partition(" ")
    return "" if state.startswith("Z") else " ".join(when.split())


def _is_there(pid: int) -> bool:
    return bool(started(pid))


def _signal(pids: Iterable[int], number: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, number)
