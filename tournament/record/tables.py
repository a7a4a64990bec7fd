"""A standing as a page shows it: who, where, and the points round by round."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from judging.messages import Message
from judging.results.awards import Award, awards
from judging.results.standings import DEFAULT_CHAIN, Chain, Ranked, Row, Standing, why_above
from judging.results.teams import COUNTING
from judging.results.ties import Tie, has_tiebreak, ties_at

from ..models import Player, Round, Team
from .tiebreakers import PlayedTie


@dataclass(frozen=True)
class Cell:
    """Points in one round; None where nothing is recorded. Provisional while a line waits for its verdict or a judge."""

    points: int | None
    provisional: bool


@dataclass(frozen=True)
class Contender:
    """Who stands in a table, with the entrants whose points she has: her own, or her team's."""

    who: Player | Team
    row: Row
    entrants: tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """One line of a table: who, where, and the points round by round."""

    who: Player | Team
    ranked: Ranked
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        return self.ranked.row.name

    @property
    def total(self) -> int:
        return self.ranked.total

    @property
    def provisional(self) -> bool:
        return self.ranked.provisional

    @property
    def penalty(self) -> int:
        """Points taken away, 0 or more."""
        return self.ranked.row.penalty

    @property
    def counts(self) -> bool:
        """Whether these points go to the player's team."""
        return self.ranked.row.status in COUNTING


@dataclass(frozen=True)
class Table:
    """A standing as a page shows it. `entries` have places; `apart` are those who are not ranked; `ties` are the
    tiebreakers that hold in it; the first `places` get an award. What a page asks of the whole table in each row is
    worked out once."""

    rounds: tuple[Round, ...]
    entries: tuple[Entry, ...]
    apart: tuple[Entry, ...]
    chain: Chain = DEFAULT_CHAIN
    ties: tuple[PlayedTie, ...] = ()
    places: int = 0

    @cached_property
    def everyone(self) -> tuple[Entry, ...]:
        return (*self.entries, *self.apart)

    @cached_property
    def provisional(self) -> bool:
        return any(entry.provisional for entry in self.everyone)

    @cached_property
    def has_points(self) -> bool:
        return any(cell.points is not None for entry in self.entries for cell in entry.cells)

    @cached_property
    def shares_places(self) -> bool:
        return any(entry.ranked.is_shared for entry in self.entries)

    @cached_property
    def has_gaps(self) -> bool:
        return any(cell.points is None for entry in self.everyone for cell in entry.cells)

    @cached_property
    def has_penalties(self) -> bool:
        return any(entry.penalty for entry in self.everyone)

    @property
    def standing(self) -> Standing:
        return Standing(
            tuple(each.ranked for each in self.entries),
            tuple(each.ranked for each in self.apart),
            tuple(self.chain),
        )

    def awards(self, places: int) -> tuple[Award, ...]:
        """Who has the award of each place from 1 to `places`, as far as it is decided."""
        return awards(self.standing, places, (each.bracket for each in self.ties))

    @cached_property
    def reasons(self) -> tuple[Message, ...]:
        """For each ranked entry but the last, why it stands above the next one or beside it."""
        ranked = (each.ranked for each in self.entries)
        return tuple(
            why_above(one, other, self.chain, self._is_played_for(one, other))
            for one, other in pairwise(ranked)
        )

    @cached_property
    def _ties_for_awards(self) -> tuple[Tie, ...]:
        return ties_at(self.standing, self.places) if has_tiebreak(self.chain) else ()

    def _is_played_for(self, one: Ranked, other: Ranked) -> bool:
        """Whether these two are in one tie for an award."""
        return any({one.entrant, other.entrant} <= tie.entrants for tie in self._ties_for_awards)

    def of(self, who: Player | Team) -> Entry:
        """Raises KeyError for who is not in this table."""
        return {entry.who.pk: entry for entry in self.everyone}[who.pk]
