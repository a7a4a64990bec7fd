"""Progress of the demo event, which loads while the site already answers.

Its rows cannot say it: they are one transaction, which nobody else sees before it ends. So a file does. Whoever started
the loading locks the file. The lock ends with its process, however that ends: a file that nobody locks is of a loading
that was broken off. A demo that is there has no file.
"""

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from django.conf import settings

from tournament.common.locks import lock

SLUG = "demo"  # of the demo event


def _path() -> Path:
    return Path(settings.VAR_DIR) / "demo.loading"


@dataclass(frozen=True)
class DemoProgress:
    """How many sheets of the demo are typed, and how many there are; 0 of 0 at first."""

    done: int
    of: int
    is_going_on: bool

    @property
    def percent(self) -> int:
        return 100 * self.done // self.of if self.of else 0


class Loading:
    """A loading that this process has started."""

    def __init__(self) -> None:
        self.file: IO[str] = open(_path(), "w")  # noqa: SIM115 - kept open, which is what holds the lock
        lock(self.file, wait=True)

    def end(self, *, is_loaded: bool) -> None:
        self.file.close()  # first, since Windows removes no file that is open
        if is_loaded:
            forget()


def was_broken_off() -> bool:
    loading = progress()
    return loading is not None and not loading.is_going_on


def forget() -> None:
    _path().unlink(missing_ok=True)


def progress() -> DemoProgress | None:
    """None where no demo is being loaded and none was broken off."""
    try:
        with open(_path()) as file:
            done, _space, of = file.read().partition(" ")
            return DemoProgress(int(done or 0), int(of or 0), is_going_on=not lock(file, shared=True))
    except (OSError, ValueError):
        return None


def advance(done: int, of: int) -> None:
    """Store the progress, if this process loads the demo in the background; a demo loaded by hand has no file."""
    with contextlib.suppress(OSError), open(_path(), "r+") as file:  # a full disk does not stop the demo
        file.write(f"{done:05} {of:05}")
