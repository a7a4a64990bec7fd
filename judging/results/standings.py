"""Points to places (NT-ST-1 to NT-ST-6): who stands where, who shares a place, and why one is above another."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

from judging.messages import Message, message

EntrantStatus = Literal["present", "absent", "withdrawn", "disqualified"]
STATUSES: tuple[EntrantStatus, ...] = ("present", "absent", "withdrawn", "disqualified")

# Sorts entrants on a page who share a place; it never says that one is better.
DisplayKey = tuple[int | str, ...]


@dataclass(frozen=True)
class EntrantRow:
    """One entrant to be ranked: points by round, lines still pending, points taken away by penalties (0 or more), and
    further measures by name.

    `display` orders entrants who share a place and must differ between entrants, such as (number,); equal
    ones are told apart by their id's text.
    """

    entrant: Any  # whatever the caller knows it by; hashable
    points: Mapping[str, int] = field(default_factory=dict)
    pending: int = 0
    status: EntrantStatus = "present"
    display: DisplayKey = ()
    name: str = ""
    measures: Mapping[str, int] = field(default_factory=dict)
    penalty: int = 0

    @cached_property
    def total(self) -> int:
        """NT-ST-1."""
        return sum(self.points.values()) - self.penalty

    @property
    def called(self) -> str:
        return self.name or str(self.entrant)


@dataclass(frozen=True)
class Criterion:
    """One way to put entrants in order: by a measure, more being better.

    `label` is a message, or the name of a round; `unit` is the code of what is counted, and `reason` that of the
    message on why one stands above another.
    """

    slug: str
    label: Message | str
    measure: Callable[[EntrantRow], int]
    unit: str = "points"
    reason: str = "place_more"

    def sort_key(self, row: EntrantRow) -> int:
        """Smaller for who stands higher."""
        return -self.measure(row)

    def message(self, above: EntrantRow, below: EntrantRow) -> Message:
        """The message why the one stands above the other."""
        sides = {"above": above.called, "below": below.called}
        if self.reason == "place_tiebreak":
            return Message(self.reason, sides)
        counted = {"more": self._counted(above), "fewer": self._counted(below)}
        named = {"criterion": self.label} if self.reason == "place_round" else {}
        return Message(self.reason, {**sides, **counted, **named})

    def _counted(self, row: EntrantRow) -> Message:
        return message(self.unit, count=self.measure(row))


def label_of(slug: str) -> Message:
    """The label of a criterion that every chain can have."""
    return message(f"criterion_{slug}")


TOTAL = Criterion("total", label_of("total"), lambda row: row.total)
BEST_ROUND = Criterion(
    "best_round",
    label_of("best_round"),
    lambda row: max(row.points.values(), default=0),
    reason="place_best_round",
)


def measured(slug: str, label: Message | str, unit: str) -> Criterion:
    """A criterion over `EntrantRow.measures[slug]`, 0 where it is missing."""
    return Criterion(slug, label, lambda row: row.measures.get(slug, 0), unit)


def tiebreak() -> Criterion:
    """By `measures["tiebreak"]`, the tiebreakers survived: a champion of three sides has 2, the first out 0."""
    return Criterion(
        "tiebreak",
        label_of("tiebreak"),
        lambda row: row.measures.get("tiebreak", 0),
        reason="place_tiebreak",
    )


def round_points(round_key: str, label: str) -> Criterion:
    """A criterion over the points of one round; `label` names it on the page."""
    return Criterion(f"round:{round_key}", label, lambda row: row.points.get(round_key, 0), reason="place_round")


Chain = Sequence[Criterion]
DEFAULT_CHAIN: tuple[Criterion, ...] = (TOTAL,)


@dataclass(frozen=True)
class Ranked:
    """A row with its place; `place` is None for who is not ranked. `shared` counts who has this place too."""

    row: EntrantRow
    place: int | None
    shared: int = 1
    provisional: bool = False

    @property
    def entrant(self) -> Any:
        return self.row.entrant

    @property
    def total(self) -> int:
        return self.row.total

    @property
    def is_shared(self) -> bool:
        return self.shared > 1


@dataclass(frozen=True)
class Standing:
    """The places of one division. Every entrant stands in `ranked` or in `unranked`, once."""

    ranked: tuple[Ranked, ...]
    unranked: tuple[Ranked, ...]
    chain: tuple[Criterion, ...] = DEFAULT_CHAIN

    @property
    def provisional(self) -> bool:
        return any(each.provisional for each in (*self.ranked, *self.unranked))

    def of(self, entrant: Hashable) -> Ranked:
        """Raises KeyError for an entrant who is not in this standing."""
        rows = {each.entrant: each for each in (*self.ranked, *self.unranked)}
        return rows[entrant]

    def ties(self) -> tuple[tuple[Ranked, ...], ...]:
        """Groups of two or more who share a place, best first."""
        places = dict.fromkeys(each.place for each in self.ranked if each.is_shared)
        return tuple(tuple(each for each in self.ranked if each.place == place) for place in places)

    def why_above(self, a: Hashable, b: Hashable) -> Message:
        """The message why entrant a stands above entrant b, or that neither does."""
        return why_above(self.of(a), self.of(b), self.chain)


def sort_key(row: EntrantRow, chain: Chain = DEFAULT_CHAIN) -> tuple[int, ...]:
    """Smaller for who stands higher, equal for who shares a place."""
    return tuple(criterion.sort_key(row) for criterion in chain)


def rank(rows: Iterable[EntrantRow], chain: Chain = DEFAULT_CHAIN) -> Standing:
    """The standing of these rows, whatever their order. Raises ValueError where an entrant comes twice."""
    listed = sorted(rows, key=_display)
    if len({row.entrant for row in listed}) != len(listed):
        raise ValueError("an entrant comes twice in one standing")
    unranked = sorted((row for row in listed if row.status != "present"), key=lambda r: STATUSES.index(r.status))
    return Standing(
        tuple(_placed([row for row in listed if row.status == "present"], chain)),
        tuple(Ranked(row, None, 1, row.pending > 0) for row in unranked),
        tuple(chain),
    )


def why_above(a: Ranked, b: Ranked, chain: Chain = DEFAULT_CHAIN, to_play: bool = False) -> Message:
    """The message why a stands above b; where it does not, the message says how it is. With `to_play` those who are
    level here play tiebreakers (NT-TB-1)."""
    for one in (a, b):
        if one.place is None:
            return message(f"place_{one.row.status}", name=one.row.called)
    at = next((i for i, c in enumerate(chain) if c.sort_key(a.row) != c.sort_key(b.row)), None)
    if at is None:
        return message("place_to_play" if to_play else "place_equal", one=a.row.called, rival=b.row.called)
    turned = chain[at].sort_key(a.row) > chain[at].sort_key(b.row)
    why = chain[at].message(b.row, a.row) if turned else chain[at].message(a.row, b.row)
    if at:
        why = message("place_level", criteria=tuple(c.label for c in chain[:at]), said=why)
    return message("place_turned", said=why) if turned else why


def _placed(rows: Sequence[EntrantRow], chain: Chain) -> Iterator[Ranked]:
    keys = {row.entrant: sort_key(row, chain) for row in rows}
    above = 0
    for _, group in groupby(sorted(rows, key=lambda r: keys[r.entrant]), key=lambda r: keys[r.entrant]):
        sharing = tuple(group)
        yield from (Ranked(row, 1 + above, len(sharing), row.pending > 0) for row in sharing)
        above += len(sharing)


def _display(row: EntrantRow) -> tuple[tuple[tuple[bool, int, str], ...], str]:
    """Numbers before words, so that keys of both kinds have one order."""
    parts = tuple((isinstance(part, str), 0 if isinstance(part, str) else part, str(part)) for part in row.display)
    return parts, str(row.entrant)
