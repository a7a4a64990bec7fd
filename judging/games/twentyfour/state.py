"""The state of a game of the 24 family: its rounds, with the entries and proofs of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

TwentyFourPhase = Literal["deal", "answer", "proof", "result"]
NumberSet = tuple[int, ...]


@dataclass(frozen=True)
class EnteredX:
    """An x that a player entered; None is Impossible. `number` is its move's, so entries are in order of receipt."""

    x: Fraction | None
    number: int
    at: int


@dataclass(frozen=True)
class Expressions:
    """The expressions that a player wrote for the sets: an answer or a proof. `codes` say of each text whether and why
    it is wrong. `ruled` says that a host or judge decided whether it is right."""

    texts: tuple[str, ...]
    codes: tuple[str, ...]
    right: bool
    number: int
    at: int
    ruled: bool = False


@dataclass(frozen=True)
class TwentyFourResult:
    """The result of a round. `why` is a code for each player. `counts` is false in a round after the end of the game.
    `same_moment`: two moves that it depended on were received in the same millisecond."""

    code: str
    winner: int | None = None
    points: Mapping[int, int] = field(default_factory=dict)
    why: Mapping[int, str] = field(default_factory=dict)
    counts: bool = True
    same_moment: bool = False

    @property
    def draw(self) -> bool:
        return self.code == "all_impossible"


@dataclass(frozen=True)
class TwentyFourRound:
    """One round. `players` are those who take part in it; `dealt` is when its sets were shown."""

    number: int
    sets: tuple[NumberSet, ...]
    players: tuple[int, ...]
    dealt: int = 0
    impossible: Mapping[int, int] = field(default_factory=dict)
    entries: Mapping[int, EnteredX] = field(default_factory=dict)
    written: Mapping[int, Expressions] = field(default_factory=dict)
    without: frozenset[int] = frozenset()
    ended: int | None = None
    result: TwentyFourResult | None = None

    @property
    def to_prove(self) -> tuple[int, ...]:
        """The players whose x needs a proof that they have not given yet."""
        needs = (seat for seat, entry in self.entries.items() if entry.x is not None)
        return tuple(seat for seat in needs if seat not in self.written and seat not in self.without)

    def left_by(self, seat: int) -> TwentyFourRound:
        """The round without a player who leaves: what they entered counts no longer."""
        return replace(
            self,
            players=tuple(each for each in self.players if each != seat),
            impossible={each: at for each, at in self.impossible.items() if each != seat},
            entries={each: entry for each, entry in self.entries.items() if each != seat},
        )


@dataclass(frozen=True)
class TwentyFourState:
    """The game so far. `since` is when the phase began; `points` also has players who have left."""

    phase: TwentyFourPhase
    since: int
    round: TwentyFourRound | None = None
    past: tuple[TwentyFourRound, ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)
    winner: int | None = None
    won_in: int | None = None

    @property
    def number(self) -> int:
        return 0 if self.round is None else self.round.number

    @property
    def rounds(self) -> tuple[TwentyFourRound, ...]:
        return self.past if self.round is None else (*self.past, self.round)
