"""A live game: its settings, its moves, and pure functions over the positions of its table.

A game knows no clock, no chance, no database and no dictionary: what was drawn and what was listed are facts of its
moves. The functions that a game gives:

* `begin(position, at)`: the position when play starts; it sets `state`.
* `check(position, move)`: why the move is refused here, or None. Moves of `replay.SHARED` do not reach it.
* `apply(position, move)`: the position after a move that `check` allows. `position.ruling(move)` says what a host or
  judge ruled about it, whenever that was.
* `time_up(position, at)`: the position when the running clock has ended, which was at that time.
* `due(position)`: the move that the server has to record next, or None; the end of the clock is not asked for here.
* `round_over(position)`: the number of the round that is over here and shown with all that was in it, or None.
* `joined`, `left`: the position when a player joins or leaves while the game is played; the last argument is when.
* `at_end(position)`: whether the game is over by its rules. The server's `end` without a reason counts only then, so
  that a ruling can let a game go on that had ended.
* `seats(settings)`: the fewest and the most players.
* `machine(settings)`: how well the machine plays as the player of the seat `MACHINE`, such as `easy`; empty if it does
  not play. Its moves are moves of the server, and nobody sits on its seat.
* `view(position, reader)`: what this reader may know, as plain JSON. Nothing else about the game ever reaches them.
* `scores(position)`: the points of each seat.
* `awards(position)`: what else is worth a word at the end of the game, such as its longest word.
* `rulings`: the kinds of move that can be ruled on, each with the facts that a ruling gives.
* `ruled_word(position, move)`: the word on which a ruling on this move decides, for the event's list of words, or None.

`listed` is its place in lists of games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, NamedTuple

from judging.games.live.moves import Field, Move, MoveKind, Refusal
from judging.games.settings import Preset, Schema, Settings
from judging.messages import Message

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


MACHINE = 0  # the machine's seat; those of players count from 1


class GameAward(NamedTuple):
    """A player's distinction at the end of a game, beside the points."""

    seat: int
    message: Message


@dataclass(frozen=True)
class Game:
    slug: str
    name: str
    about: str
    schema: Schema
    presets: tuple[Preset, ...]
    seats: Callable[[Settings], tuple[int, int]]
    kinds: Mapping[str, MoveKind]
    begin: Callable[[Position, int], Position]
    check: Callable[[Position, Move], Refusal | None]
    apply: Callable[[Position, Move], Position]
    time_up: Callable[[Position, int], Position]
    view: Callable[[Position, TableReader], dict[str, Any]]
    scores: Callable[[Position], dict[int, int]]
    rulings: Mapping[str, tuple[Field, ...]]
    due: Callable[[Position], Due | None] = lambda position: None
    joined: Callable[[Position, int, int], Position] = lambda position, seat, at: position
    left: Callable[[Position, int, int], Position] = lambda position, seat, at: position
    at_end: Callable[[Position], bool] = lambda position: True
    round_over: Callable[[Position], int | None] = lambda position: None
    machine: Callable[[Settings], str] = lambda settings: ""
    ruled_word: Callable[[Position, Move], str | None] = lambda position, move: None
    awards: Callable[[Position], list[GameAward]] = lambda position: []
    listed: int = 100
