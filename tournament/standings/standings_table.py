"""The standings table: places, and points round by round."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import NamedTuple

from judging.messages import Message
from judging.results.awards import Award, awards
from judging.results.standings import DEFAULT_CHAIN, Chain, EntrantRow, Ranked, Standing, why_above
from judging.results.teams import COUNTING
from judging.results.tie_decisions import TieDecision, tie_decision
from judging.results.ties import AwardTie, has_tiebreak, ties_at

from ..models import Player, Round, Team
from .brackets import PlayedTie


@dataclass(frozen=True)
class RoundPoints:
    """Points in one round; None if nothing is recorded. Provisional while a line is not judged."""

    points: int | None
    provisional: bool
    position: str  # of the round in the programme


@dataclass(frozen=True)
class Contender:
    """A player or team to be ranked; `entrants` are the ids whose points count for them."""

    who: Player | Team
    row: EntrantRow
    entrants: tuple[int, ...]


@dataclass(frozen=True)
class StandingsEntry:
    """One row of the table."""

    who: Player | Team
    ranked: Ranked
    cells: tuple[RoundPoints, ...]

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


class AwardLine(NamedTuple):
    """An award, and the phrase on what decided a tie for it, if there was one."""

    award: Award
    reason: Message | None


@dataclass(frozen=True)
class StandingsTable:
    """A standing. `entries` have places and `unranked` none; `ties` are its tiebreakers in force; the first `places`
    get an award. `is_final`: every round of the programme is, so tiebreakers may decide."""

    rounds: tuple[Round, ...]
    entries: tuple[StandingsEntry, ...]
    unranked: tuple[StandingsEntry, ...]
    chain: Chain = DEFAULT_CHAIN
    ties: tuple[PlayedTie, ...] = ()
    places: int = 0
    is_final: bool = False

    @cached_property
    def everyone(self) -> tuple[StandingsEntry, ...]:
        return (*self.entries, *self.unranked)

    @cached_property
    def provisional(self) -> bool:
        return any(entry.provisional for entry in self.everyone)

    @cached_property
    def has_points(self) -> bool:
        return any(cell.points is not None for entry in self.entries for cell in entry.cells)

    @cached_property
    def has_shared_places(self) -> bool:
        return self.has_points and any(entry.ranked.is_shared for entry in self.entries)

    @cached_property
    def has_gaps(self) -> bool:
        return any(cell.points is None for entry in self.entries for cell in entry.cells)

    @property
    def has_signs(self) -> bool:
        """Whether a legend explains the signs of some of its cells."""
        return bool(self.entries) and (self.provisional or self.has_gaps)

    @cached_property
    def has_penalties(self) -> bool:
        return any(entry.penalty for entry in self.everyone)

    @property
    def standing(self) -> Standing:
        return Standing(
            tuple(each.ranked for each in self.entries), tuple(each.ranked for each in self.unranked), tuple(self.chain)
        )

    def awards(self, places: int) -> tuple[Award, ...]:
        """The award of each place from 1 to `places`, as far as it is decided."""
        return awards(self.standing, places, (each.bracket for each in self.ties), self.is_final)

    @cached_property
    def reasons(self) -> tuple[Message, ...]:
        """For each ranked entry but the last, why it is above the next one or shares its place."""
        return tuple(
            decision.sentence if decision else why_above(one, other, self.chain, self._is_played_for(one, other))
            for (one, other), decision in zip(self._neighbours, self._decisions, strict=True)
        )

    @cached_property
    def tie_decisions(self) -> dict[int, TieDecision]:
        """{entrant: what decided their tie on points with the next place}"""
        groups = [list(group) for _place, group in groupby(self._ranked, key=lambda each: each.place)]
        decided = ((each, self._decision(each, below[0])) for above, below in pairwise(groups) for each in above)
        return {each.entrant: decision for each, decision in decided if decision}

    def award_lines(self, places: int) -> Iterator[AwardLine]:
        """The awards with what decided a tie for them; places with the same outcome once."""
        for _message, same in groupby(self.awards(places), key=lambda award: award.message):
            award = next(same)
            decision = self.tie_decisions.get(award.winners[0].entrant) if award.state in {"given", "shared"} else None
            yield AwardLine(award, decision.named if decision else None)

    @cached_property
    def _neighbours(self) -> tuple[tuple[Ranked, Ranked], ...]:
        return tuple(pairwise(self._ranked))

    @property
    def _ranked(self) -> list[Ranked]:
        return [each.ranked for each in self.entries]

    @cached_property
    def _decisions(self) -> tuple[TieDecision | None, ...]:
        return tuple(self._decision(one, other) for one, other in self._neighbours)

    def _decision(self, above: Ranked, below: Ranked) -> TieDecision | None:
        return tie_decision(above, below, self.chain, (each.bracket for each in self.ties))

    @cached_property
    def _ties_for_awards(self) -> tuple[AwardTie, ...]:
        return ties_at(self.standing, self.places) if has_tiebreak(self.chain) else ()

    def _is_played_for(self, one: Ranked, other: Ranked) -> bool:
        """Whether these two are in one tie for an award that tiebreakers decide now."""
        if not one.total or not (self.is_final or self.ties):
            return False
        return any({one.entrant, other.entrant} <= tie.entrants for tie in self._ties_for_awards)

    def of(self, who: Player | Team) -> StandingsEntry:
        """The row of a player or team. Raises KeyError if they are not in this table."""
        return {entry.who.pk: entry for entry in self.everyone}[who.pk]
