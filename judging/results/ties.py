"""Ties that matter for awards, and the draw of their tiebreakers (NT-TB-1, NT-TB-2)."""

import hashlib
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from judging.results.standings import Chain, Ranked, Standing, rank

TIEBREAK = "tiebreak"


@dataclass(frozen=True)
class AwardTie:
    """Two or more who share a place that matters, in the order of the page; `first` to `last` are at stake."""

    first: int
    sides: tuple[Ranked, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.sides) - 1

    @property
    def entrants(self) -> frozenset[Any]:
        return frozenset(each.entrant for each in self.sides)


def ties_at(standing: Standing, places: int) -> tuple[AwardTie, ...]:
    """The ties in which one of the first so many places is at stake, best first (NT-TB-1).

    Only what the chain asks before the tiebreakers counts: a tie stays the tie it was while it is played out.
    """
    before = rank((each.row for each in standing.ranked), before_tiebreak(standing.chain))
    ties = (AwardTie(each[0].place or 0, each) for each in before.ties())
    return tuple(tie for tie in ties if tie.first <= places)


def has_tiebreak(chain: Chain) -> bool:
    return any(criterion.slug == TIEBREAK for criterion in chain)


def before_tiebreak(chain: Chain) -> Chain:
    """The criteria that are asked before the tiebreakers; all of them where there are no tiebreakers."""
    at = next((i for i, criterion in enumerate(chain) if criterion.slug == TIEBREAK), len(chain))
    return chain[:at]


def draw(sides: Iterable[Hashable], seed: str) -> tuple[Hashable, ...]:
    """The sides in the order drawn (NT-TB-2): by the SHA-256 of `seed/side`, least first.

    A hash and not a generator: anyone can check one side's number with any tool in any language, the order in which
    sides are handed in cannot matter, and the others keep their order where a ruling takes one out of the tie.
    Raises ValueError where two sides are written alike.
    """
    listed = tuple(sides)
    drawn = {hashlib.sha256(f"{seed}/{side}".encode()).hexdigest(): side for side in listed}
    if len(drawn) != len(listed):
        raise ValueError("a side comes twice in one draw")
    return tuple(drawn[number] for number in sorted(drawn))
