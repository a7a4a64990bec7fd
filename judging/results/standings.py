"""Points to places (NT-ST-1 to NT-ST-6): who stands where, who shares a place, and why one is above another."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cmp_to_key
from typing import Literal

Status = Literal["present", "absent", "withdrawn", "disqualified"]
STATUSES: tuple[Status, ...] = ("present", "absent", "withdrawn", "disqualified")

# Sorts entrants on a page who share a place; it never says that one is better.
DisplayKey = tuple[int | str, ...]


@dataclass(frozen=True)
class Row:
    """What is known of one entrant: points by round, lines still pending, and further measures by name.

    `display` orders entrants who share a place and must differ between entrants, such as (number,); equal
    ones are told apart by their id's text.
    """

    entrant: Hashable
    points: Mapping[str, int] = field(default_factory=dict)
    pending: int = 0
    status: Status = "present"
    display: DisplayKey = ()
    name: str = ""
    measures: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.points.values())

    @property
    def called(self) -> str:
        return self.name or str(self.entrant)


@dataclass(frozen=True)
class Criterion:
    """One way to put entrants in order. `sentence` has {above}, {below}, {more} and {fewer} to fill."""

    slug: str
    label: str
    measure: Callable[[Row], int]
    sentence: str
    lower_is_better: bool = False

    def compare(self, a: Row, b: Row) -> int:
        """Below 0 where a stands above b, 0 where this does not tell them apart."""
        mine, other = self.measure(a), self.measure(b)
        if self.lower_is_better:
            mine, other = other, mine
        return (other > mine) - (other < mine)

    def say(self, above: Row, below: Row) -> str:
        return self.sentence.format(
            above=above.called, below=below.called, more=self.measure(above), fewer=self.measure(below)
        )


TOTAL = Criterion(
    "total", "Points", lambda row: row.total, "{above} has {more} points and {below} has {fewer}."
)
BEST_ROUND = Criterion(
    "best_round", "Best single round", lambda row: max(row.points.values(), default=0),
    "Their earlier criteria are equal, and the best round of {above} is {more} points, that of {below} {fewer}.",
)


def measured(slug: str, label: str, what: str, lower_is_better: bool = False) -> Criterion:
    """A criterion over `Row.measures[slug]`, 0 where it is missing; `what` names it, such as `methods that hit`."""
    sentence = f"Their earlier criteria are equal, and in {what} {{above}} has {{more}}, {{below}} {{fewer}}."
    return Criterion(slug, label, lambda row: row.measures.get(slug, 0), sentence, lower_is_better)


def tiebreak() -> Criterion:
    """The outcome of tiebreakers, by `measures["tiebreak"]`: how many sides of the tie were put out before."""
    return Criterion(
        "tiebreak", "Tiebreaker", lambda row: row.measures.get("tiebreak", 0),
        "Their earlier criteria are equal, and {above} stayed in longer in the tiebreakers than {below}.",
    )


def round_points(round: str, label: str) -> Criterion:
    """A criterion over the points of one round."""
    sentence = f"Their earlier criteria are equal, and in {label} {{above}} has {{more}} points, {{below}} {{fewer}}."
    return Criterion(f"round:{round}", label, lambda row: row.points.get(round, 0), sentence)


Chain = Sequence[Criterion]
DEFAULT_CHAIN: tuple[Criterion, ...] = (TOTAL,)


@dataclass(frozen=True)
class Ranked:
    """A row with its place; `place` is None for who is not ranked. `shared` counts who has this place too."""

    row: Row
    place: int | None
    shared: int = 1
    provisional: bool = False

    @property
    def entrant(self) -> Hashable:
        return self.row.entrant

    @property
    def total(self) -> int:
        return self.row.total

    @property
    def is_shared(self) -> bool:
        return self.shared > 1


@dataclass(frozen=True)
class Standing:
    """The places of one division. Every entrant stands in `ranked` or in `apart`, once."""

    ranked: tuple[Ranked, ...]
    apart: tuple[Ranked, ...]
    chain: tuple[Criterion, ...] = DEFAULT_CHAIN

    @property
    def provisional(self) -> bool:
        return any(each.provisional for each in (*self.ranked, *self.apart))

    def of(self, entrant: Hashable) -> Ranked:
        """Raises KeyError for an entrant who is not in this standing."""
        found = {each.entrant: each for each in (*self.ranked, *self.apart)}
        return found[entrant]

    def ties(self) -> tuple[tuple[Ranked, ...], ...]:
        """Groups of two or more who share a place, best first."""
        places = dict.fromkeys(each.place for each in self.ranked if each.is_shared)
        return tuple(tuple(each for each in self.ranked if each.place == place) for place in places)

    def why_above(self, a: Hashable, b: Hashable) -> str:
        """One sentence on why entrant a stands above entrant b, or that neither does."""
        return why_above(self.of(a), self.of(b), self.chain)


def compare(a: Row, b: Row, chain: Chain = DEFAULT_CHAIN) -> int:
    """Below 0 where a is better, 0 where the whole chain leaves them equal."""
    return next((found for criterion in chain if (found := criterion.compare(a, b))), 0)


def rank(rows: Iterable[Row], chain: Chain = DEFAULT_CHAIN) -> Standing:
    """The standing of these rows, whatever their order. Raises ValueError where an entrant comes twice."""
    listed = sorted(rows, key=_display)
    if len({row.entrant for row in listed}) != len(listed):
        raise ValueError("an entrant comes twice in one standing")
    present = sorted(
        (row for row in listed if row.status == "present"), key=cmp_to_key(lambda a, b: compare(a, b, chain))
    )
    apart = sorted((row for row in listed if row.status != "present"), key=lambda r: STATUSES.index(r.status))
    return Standing(
        tuple(_placed(present, chain)),
        tuple(Ranked(row, None, 1, row.pending > 0) for row in apart),
        tuple(chain),
    )


def why_above(a: Ranked, b: Ranked, chain: Chain = DEFAULT_CHAIN) -> str:
    """One sentence on why a stands above b; where that is not so, the sentence says what is."""
    for one in (a, b):
        if one.place is None:
            return f"{one.row.called} is {one.row.status} and has no place."
    decisive = next((c for c in chain if c.compare(a.row, b.row)), None)
    if decisive is None:
        return f"{a.row.called} and {b.row.called} are equal in all that counts and share the place."
    if decisive.compare(a.row, b.row) > 0:
        return f"It is the other way round: {decisive.say(b.row, a.row)}"
    return decisive.say(a.row, b.row)


def _placed(rows: Sequence[Row], chain: Chain) -> list[Ranked]:
    groups: list[list[Row]] = []
    for row in rows:
        if groups and compare(groups[-1][0], row, chain) == 0:
            groups[-1].append(row)
        else:
            groups.append([row])
    before = [sum(len(group) for group in groups[:i]) for i in range(len(groups))]
    return [
        Ranked(row, 1 + above, len(group), row.pending > 0)
        for above, group in zip(before, groups, strict=True)
        for row in group
    ]


def _display(row: Row) -> tuple[tuple[tuple[bool, int, str], ...], str]:
    """Numbers before words, so that keys of both kinds have one order."""
    parts = tuple(
        (isinstance(part, str), 0 if isinstance(part, str) else part, str(part)) for part in row.display
    )
    return parts, str(row.entrant)
