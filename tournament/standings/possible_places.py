"""The places that one entrant can get in their division, and whose places that changes."""

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from judging.results.brackets import with_tiebreaks
from judging.results.standings import Chain, EntrantRow, rank, sort_key

from .brackets import PlayedTie, ties_in_force

AWARD, RANK, NOTHING = range(3)


@dataclass(frozen=True)
class Places:
    """A place in a division as it stands, at worst and at best."""

    now: int
    worst: int
    best: int


class DivisionRanking:
    """Everyone in one division, ranked by the event's chain, best first. `ties` are its tiebreakers; those whose sides
    are tied among the rows decide."""

    def __init__(self, rows: Iterable[EntrantRow], chain: Chain, ties: Sequence[PlayedTie] = ()):
        self.rows = [row for row in rows if row.status == "present"]
        self.chain, self.ties = chain, ties
        self.rank_keys = sorted(sort_key(row, chain) for row in self.rows)

    def move(self, now: EntrantRow, worst: EntrantRow, best: EntrantRow, awards: int) -> tuple[Places | None, int]:
        """The places that a row can get, and their weight. `now` is the row in this ranking."""
        if now.status != "present":
            return None, NOTHING
        if self.ties:
            return self._move_with_ties(now, worst, best, awards)
        at = sort_key(now, self.chain)
        others = list(self.rank_keys)
        del others[bisect_left(others, at)]
        low, high = sort_key(worst, self.chain), sort_key(best, self.chain)
        places = Places(*(1 + bisect_left(others, each) for each in (at, low, high)))
        return places, min(_weight(others, at, low, awards), _weight(others, high, at, awards))

    def holds(self, tie: PlayedTie) -> bool:
        """Whether the sides of the tie, and no others, are level."""
        return bool(ties_in_force([tie], self.rows, self.chain))

    def places_with_tie(
        self, who: Hashable, tie: PlayedTie, instead: Sequence[PlayedTie], awards: int
    ) -> tuple[Places | None, int]:
        """The places that a side of the tie gets if the tie were one of `instead`, and their weight."""
        others = [each for each in self.ties if each.tie != tie.tie]
        now, *then = (self._ranked(self.rows, [*others, each]) for each in (tie, *instead))
        reached = [each[who] for each in (now, *then) if who in each]
        places = Places(now[who], max(reached), min(reached)) if who in now else None
        return places, min(_moved(now, each, awards) for each in then)

    def _move_with_ties(self, now: EntrantRow, worst: EntrantRow, best: EntrantRow, awards: int) -> tuple[Places, int]:
        """Like `move`, with everyone ranked again: a moved row may end a tie or join one, so its tiebreakers may no
        longer decide."""
        others = [row for row in self.rows if row.entrant != now.entrant]
        low, high = (self._ranked([*others, each], self.ties) for each in (worst, best))
        at = self._as_it_stands
        places = Places(*(each[now.entrant] for each in (at, low, high)))
        return places, min(_moved(at, low, awards), _moved(at, high, awards))

    @cached_property
    def _as_it_stands(self) -> dict[Hashable, int]:
        return self._ranked(self.rows, self.ties)

    def _ranked(self, rows: Sequence[EntrantRow], ties: Sequence[PlayedTie]) -> dict[Hashable, int]:
        held = ties_in_force(ties, rows, self.chain)
        standing = rank(with_tiebreaks(rows, (each.bracket for each in held)), self.chain)
        return {each.entrant: each.place or 0 for each in standing.ranked}


def _moved(before: Mapping[Hashable, int], after: Mapping[Hashable, int], awards: int) -> int:
    changed = [min(place, after[who]) for who, place in before.items() if place != after[who]]
    return _weight_of(changed, awards)


def _weight_of(changed: list[int], awards: int) -> int:
    """The weight of a change of these places."""
    if not changed:
        return NOTHING
    return AWARD if min(changed) <= awards else RANK


def _weight(others: Sequence[tuple[int, ...]], upper: tuple[int, ...], lower: tuple[int, ...], awards: int) -> int:
    """The weight of a move between two keys, up or down. All rows between the two keys get another place, and so may
    the row that moves."""
    first, end = bisect_right(others, upper), bisect_right(others, lower)
    best, worst = 1 + bisect_left(others, upper), 1 + bisect_left(others, lower)
    changed = []
    if end > first:
        changed.append(1 + first)
    if best != worst:
        changed.append(best)
    return _weight_of(changed, awards)
