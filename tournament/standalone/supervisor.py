"""Child processes that start and stop together.

Each child leads a process group of its own, so that a Ctrl-C reaches only us and we stop the children in order,
and so that whatever a child started goes with it. Where the system can (Linux), a child is also told to stop
when we are killed without a chance to say so. Windows stops nobody in order: there a child ends at once, with all
that it started.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from . import orphans

STEADY = 30  # a child that lived so many seconds has recovered
LONGEST_PAUSE = 4.0  # seconds before a child that keeps dying starts again
REPORTED_EACH_TIME, THEN_EVERY = 5, 15  # deaths
GRACE = 4  # seconds between asking a child to end and ending it
PR_SET_PDEATHSIG = 1
KILL: int = getattr(signal, "SIGKILL", signal.SIGTERM)


def die_with_parent(parent: int) -> Callable[[], None] | None:
    """Return what a new process does first on Linux: ask for SIGTERM when its parent dies."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return ask


def start(command: Sequence[str], env: Mapping[str, str] | None = None, **options) -> subprocess.Popen:
    """A process in a group of its own that ends with us."""
    return subprocess.Popen(
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=die_with_parent(os.getpid()),
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # on Windows
        **options,
    )


def signal_group(process: subprocess.Popen, number: int) -> bool:
    """Sends a signal to a process and all it started; False when none of them is left."""
    if not hasattr(os, "killpg"):
        return _end_tree(process)
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):  # macOS says "not permitted" of a group of zombies
        return False
    return True


def _end_tree(process: subprocess.Popen) -> bool:
    """Ends a process and all it started, on Windows; False when it was not there."""
    command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def stop(process: subprocess.Popen, seconds: float, number: int = signal.SIGTERM) -> None:
    """Asks a process to end, waits, then ends it and all it started."""
    stop_all([process], seconds, number)


def stop_all(processes: Sequence[subprocess.Popen], seconds: float, number: int = signal.SIGTERM) -> None:
    """Asks processes to end, gives them so many seconds together, then ends them and all they started."""
    end = time.monotonic() + seconds
    for process in processes:
        if hasattr(os, "killpg"):
            process.send_signal(number)
        else:
            _end_tree(process)
    for process in processes:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, end - time.monotonic()))
    for process in processes:
        signal_group(process, KILL)
        process.wait()


@dataclass
class Child:
    name: str
    command: Sequence[str]
    env: Mapping[str, str]
    stops_last: bool = False
    is_single_run: bool = False  # it is to end by itself, and its owner looks whether it has
    process: subprocess.Popen | None = None
    started: float = 0.0
    deaths: int = 0
    again_at: float | None = None

    @property
    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def start(self) -> None:
        self.process = start(self.command, self.env)
        self.started, self.again_at = time.monotonic(), None


@dataclass
class Supervisor:
    """Starts child processes, restarts those that die, and stops all. Only its owner ends it: even if the worker or the
    broker keeps dying, the site still accepts lines."""

    say: Callable[[str], None]
    children: list[Child] = field(default_factory=list)
    notes: Path | None = None  # where the children are written down, for a next run if this one is killed

    def add(self, child: Child) -> Child:
        self.children.append(child)
        self._start(child)
        return child

    def _start(self, child: Child) -> None:
        try:
            child.start()
        except OSError as error:  # the system has no room for another process
            self._schedule_restart(child, str(error))
        if self.notes:
            with contextlib.suppress(OSError):  # a full disk
                orphans.remember(self.notes, [each.process.pid for each in self.children if each.process])

    def restart(self, child: Child, env: Mapping[str, str]) -> None:
        """Stops a child in order and starts it again with another environment."""
        if child.process is not None:
            stop(child.process, GRACE)
        child.env = env
        self._start(child)

    def look_after(self) -> None:
        """Check each child once, and restart those that are due."""
        for child in self.children:
            if child.is_single_run:
                continue
            if child.again_at is not None:
                if time.monotonic() >= child.again_at:
                    self._start(child)
            elif child.process is not None and child.process.poll() is not None:
                signal_group(child.process, KILL)
                self._schedule_restart(child, how(child.process.returncode))

    def _schedule_restart(self, child: Child, why: str) -> None:
        """Plans when a dead child starts again."""
        now = time.monotonic()
        child.deaths = 1 if now - child.started >= STEADY else child.deaths + 1
        pause = min(0.5 * 2 ** (child.deaths - 1), LONGEST_PAUSE)
        child.again_at = now + pause
        if child.deaths <= REPORTED_EACH_TIME or child.deaths % THEN_EVERY == 0:
            self.say(f"The {child.name} stopped ({why}); starting it again in {pause:g} s.")

    def stop(self) -> None:
        """Stop all children, those marked `stops_last` at the end."""
        for carries in (False, True):
            stop_all([c.process for c in self.children if c.process and c.stops_last == carries], GRACE)
        self.children.clear()
        if self.notes:
            with contextlib.suppress(OSError):
                self.notes.unlink(missing_ok=True)


def how(returncode: int) -> str:
    if returncode < 0:
        try:
            return f"by {signal.Signals(-returncode).name}"
        except ValueError:
            return f"by signal {-returncode}"
    return f"exit code {returncode}"
