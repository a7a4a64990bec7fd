"""The position of a table after some moves: who plays, the clock, and the game's own state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from judging.games.live.moves import Move
from judging.games.settings import Settings

TableStage = Literal["lobby", "playing", "over"]


@dataclass(frozen=True)
class Clock:
    """A clock that all can see; times in milliseconds of the server's clock. `stopped` is when it was stopped."""

    name: str
    started: int
    ends: int
    stopped: int | None = None

    @classmethod
    def of(cls, name: str, at: int, seconds: float) -> Clock:
        return cls(name, at, at + round(seconds * 1000))

    def left(self, at: int) -> int:
        """Milliseconds that are left at this moment, never below 0."""
        return max(0, self.ends - (at if self.stopped is None else self.stopped))

    def elapsed(self, at: int) -> int:
        """Milliseconds since its start at this moment, without the time for which it stood still."""
        return self.ends - self.started - self.left(at)

    def passed(self, at: int) -> bool:
        """Whether a move received at this moment is late: a move at the very end is in time."""
        return self.stopped is None and at > self.ends

    def stop(self, at: int) -> Clock:
        return self if self.stopped is not None else replace(self, stopped=min(at, self.ends))

    def go_on(self, at: int) -> Clock:
        if self.stopped is None:
            return self
        pause = at - self.stopped
        return replace(self, started=self.started + pause, ends=self.ends + pause, stopped=None)

    def longer(self, by: int) -> Clock:
        """The same clock with some milliseconds given back."""
        return replace(self, started=self.started + by, ends=self.ends + by)


@dataclass(frozen=True)
class MoveRuling:
    """A ruling of a host or judge on what an earlier move counts as; `facts` are the game's own."""

    about: int
    facts: Mapping[str, Any]
    reason: str = ""


@dataclass(frozen=True)
class TableReader:
    """A person who looks at the table: a player at a seat, the host, or the room's screen."""

    role: Literal["seat", "host", "screen"]
    seat: int | None = None


SCREEN, HOST_READER = TableReader("screen"), TableReader("host")


@dataclass(frozen=True)
class Due:
    """A move of this kind that the server has to record at this time; at 0, as soon as it can."""

    at: int
    kind: str


@dataclass(frozen=True)
class Position:
    """A table after some moves.

    `seats` are those who play, in the order of joining. `state` is the game's own. `recorded` is a game entered from
    paper: no clock runs. `held` says that the pause stopped the clock, so that the clock goes on when the pause ends.
    `notes` says, by the number of the move, why it did not count.
    """

    settings: Settings
    recorded: bool = False
    stage: TableStage = "lobby"
    seats: tuple[int, ...] = ()
    clock: Clock | None = None
    paused: bool = False
    held: bool = False
    state: Any = None
    rulings: Mapping[int, MoveRuling] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    last: int = 0

    @property
    def clock_as_dict(self) -> dict[str, Any] | None:
        return None if self.clock is None else asdict(self.clock)

    def ruling(self, move: Move) -> MoveRuling | None:
        return self.rulings.get(move.number)

    def is_late(self, move: Move) -> bool:
        """Whether the move came after the running clock's end."""
        return not self.recorded and self.clock is not None and self.clock.passed(move.at)

    def with_note(self, move: Move, code: str) -> Position:
        return replace(self, notes={**self.notes, move.number: code})


def seconds(milliseconds: int) -> str:
    """Such as `12.3`."""
    return f"{milliseconds / 1000:.1f}"
