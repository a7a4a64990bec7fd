"""The state of a number race: its rounds, their lines and points."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from judging.games.live.game import Position

LineCode = Literal["right", "same", "misses", "wrong", "unsure"]
MOST_LINES = 60  # of a player in a round


@dataclass(frozen=True)
class RaceLine:
    """A line of a player. `code` is what it counts as, `key` is equal for lines of the same method."""

    text: str
    code: LineCode
    key: str
    number: int
    ruled: bool


@dataclass(frozen=True)
class RaceRound:
    number: int
    cards: tuple[int, ...]
    target: int
    lines: Mapping[int, tuple[RaceLine, ...]] = field(default_factory=dict)
    ended: int | None = None

    @cached_property
    def methods(self) -> dict[str, list[tuple[int, str]]]:
        """The methods that count, by their keys: who has each of them, and how they wrote it."""
        methods: dict[str, list[tuple[int, str]]] = {}
        for seat, line in self.written():
            if line.code == "right":
                methods.setdefault(line.key, []).append((seat, line.text))
        return methods

    @cached_property
    def points(self) -> dict[int, int]:
        return {seat: sum(line.code == "right" for line in lines) for seat, lines in self.lines.items()}

    def written(self) -> Iterator[tuple[int, RaceLine]]:
        return ((seat, line) for seat, lines in self.lines.items() for line in lines)


@dataclass(frozen=True)
class RaceState:
    """The game so far. `phase` is `deal`, `write` or `result`; `since` is when it began."""

    phase: str
    since: int
    rounds: tuple[RaceRound, ...] = ()

    @property
    def is_undecided(self) -> bool:
        """Whether the host has to decide on a line."""
        return any(line.code == "unsure" for round_ in self.rounds for _seat, line in round_.written())


def ended_rounds(position: Position) -> list[RaceRound]:
    return [round_ for round_ in position.state.rounds if round_.ended is not None]
