"""What a ceremony shows of a standing, step by step: its title, who leads after each round, its awards, last first.

The points of the last round stay back until the awards. So no step shows a place before it is its turn.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from judging.messages import Message
from judging.results.tie_decisions import why_shared

from ..common.wording.sentences import sentence
from ..models import Division, Event, Round
from ..standings.standings import TABLES, standings_tables
from ..standings.standings_table import StandingsEntry, StandingsTable

MOST_LEADERS = 6  # rows that a hall can read at once
MOST_EARLIER = 4  # places below the one that is revealed now


@dataclass(frozen=True)
class RevealedPlace:
    """A place with everybody who has it, revealed together. `reason` is a phrase: what decided a tie, or why the place
    is shared."""

    place: int
    entries: tuple[StandingsEntry, ...]
    is_award: bool
    reason: Message | None = None

    @property
    def total(self) -> int:
        return self.entries[0].total

    @property
    def is_shared(self) -> bool:
        return len(self.entries) > 1

    @property
    def facts(self) -> list:
        """The facts of this place, without names, for `digest`."""
        entries = [
            [each.who.pk, each.total, each.penalty, [cell.points for cell in each.cells]] for each in self.entries
        ]
        score = [self.reason.facts.get(name) for name in ("more", "fewer")] if self.reason else []
        return [self.place, self.is_award, entries, self.reason.code if self.reason else "", *map(str, score)]


@dataclass(frozen=True)
class Leader:
    """A row of the leaders after a round. `row_before` counts from 0; None if they were not among them the round
    before."""

    entry: StandingsEntry
    place: int
    is_shared: bool
    points: int | None
    total: int
    row_before: int | None

    @property
    def total_before(self) -> int:
        return self.total - (self.points or 0)


@dataclass(frozen=True)
class CeremonyStep:
    """One step of a standing. A *title* announces it, *leaders* are those after a `round` (`more` of them have no row),
    a *place* is revealed above the `earlier` ones, and *nothing* says that there is no award."""

    kind: str
    division: Division
    of_teams: bool
    rounds: tuple[Round, ...] = ()
    round: Round | None = None
    leaders: tuple[Leader, ...] = ()
    more: int = 0
    revealed: RevealedPlace | None = None
    earlier: tuple[RevealedPlace, ...] = ()

    @property
    def facts(self) -> list:
        leaders = [[each.entry.who.pk, each.place, each.total] for each in self.leaders]
        return [self.kind, leaders, self.more, self.revealed.facts if self.revealed else []]

    @property
    def round_points(self) -> list[tuple[Round, int]]:
        """The points that one entrant on the revealed place has in each round; empty if several share it."""
        if self.revealed is None or self.revealed.is_shared:
            return []
        cells = self.revealed.entries[0].cells
        return [
            (round_, cell.points) for round_, cell in zip(self.rounds, cells, strict=True) if cell.points is not None
        ]


def steps_of(event: Event, standing: str, only_awards: bool = True, by_rounds: bool = True) -> tuple[CeremonyStep, ...]:
    """The steps of a standing such as `players-3`; none if the event does not have this grade. With `only_awards`, no
    place without an award; with `by_rounds`, the leaders after each round but the last."""
    kind, _dash, grade = standing.partition("-")
    division = event.divisions.filter(grade=int(grade)).first()
    if division is None:
        return ()
    table = TABLES[kind](event, division)
    about = (division, kind == "teams", table.rounds)
    places = [each for each in places_of(table, event.award_places) if each.is_award or not only_awards][::-1]
    if not places:
        return (CeremonyStep("title", *about), CeremonyStep("nothing", *about))
    leaders = _leaders(table, event.award_places, about) if by_rounds else ()
    reveals = (
        CeremonyStep(
            "place", *about, revealed=_explained(place, places[:at], table), earlier=tuple(places[:at][-MOST_EARLIER:])
        )
        for at, place in enumerate(places)
    )
    return (CeremonyStep("title", *about), *leaders, *reveals)


def digest(steps: tuple[CeremonyStep, ...]) -> str:
    """SHA-256 in hex over everything that the steps announce, except for names: a corrected name may be shown."""
    return hashlib.sha256(json.dumps([each.facts for each in steps]).encode()).hexdigest()


def standings_of(event: Event) -> list[str]:
    """All standings in the order of the programme: each grade's players, then its teams."""
    return [f"{kind}-{division.grade}" for division in event.divisions.all() for kind in TABLES]


def with_awards(event: Event) -> list[str]:
    """The standings in which somebody has an award, in the order of `standings_of`."""
    return [
        f"{kind}-{division.grade}"
        for (division, kind), table in standings_tables(event).items()
        if any(each.is_award for each in places_of(table, event.award_places))
    ]


def open_awards(event: Event) -> list[str]:
    """A sentence for each award that is not decided yet. For organisers only, since it names who may get it."""
    return [
        f"{division.label}: {sentence(award.message)}"
        for (division, _kind), table in standings_tables(event).items()
        for award, _reason in table.award_lines(event.award_places)
        if award.state == "open"
    ]


def places_of(table: StandingsTable, awarded: int) -> tuple[RevealedPlace, ...]:
    """The places of a standing, best first; none before anybody has points."""
    winners = {
        ranked.entrant
        for award in table.awards(awarded)
        if award.state in {"given", "shared", "open"}
        for ranked in award.winners
    }
    ranked = table.entries if table.has_points else ()
    groups = [tuple(group) for _place, group in groupby(ranked, key=lambda each: each.ranked.place)]
    return tuple(
        RevealedPlace(group[0].ranked.place or 0, group, any(each.ranked.entrant in winners for each in group))
        for group in groups
    )


def _explained(place: RevealedPlace, earlier: list[RevealedPlace], table: StandingsTable) -> RevealedPlace:
    """The place with its reason. It names the side below only if that side was revealed before."""
    ranked = [each.ranked for each in place.entries]
    if place.is_shared:
        reason = why_shared(ranked, table.chain, [each.bracket for each in table.ties])
        return RevealedPlace(place.place, place.entries, place.is_award, reason)
    decision = table.tie_decisions.get(ranked[0].entrant)
    if decision is None:
        return place
    known = {entry.ranked.entrant for each in earlier for entry in each.entries}
    reason = decision.named if decision.below.entrant in known else decision.message
    return RevealedPlace(place.place, place.entries, place.is_award, reason)


def _leaders(
    table: StandingsTable, places: int, about: tuple[Division, bool, tuple[Round, ...]]
) -> Iterator[CeremonyStep]:
    """The leaders after each round but the last, by the points of the rounds so far; penalties come with the total."""
    rows: dict[int, int] = {}
    for count, round_ in enumerate(table.rounds[:-1], start=1):
        leaders = list(_leading(table, count, places, rows))
        shown = tuple(leaders[:MOST_LEADERS])
        rows = {each.entry.who.pk: at for at, each in enumerate(shown)}
        if shown:
            yield CeremonyStep("leaders", *about, round=round_, leaders=shown, more=len(leaders) - len(shown))


def _leading(table: StandingsTable, count: int, places: int, rows: dict[int, int]) -> Iterator[Leader]:
    totals = [(sum(cell.points or 0 for cell in each.cells[:count]), each) for each in table.entries]
    every_total = [total for total, _entry in totals]
    sharing = Counter(every_total)
    places_of_totals = {total: at for at, total in reversed(list(enumerate(sorted(every_total, reverse=True), 1)))}
    # those who share a place stand by number or name: the order of the standing would tell who wins
    for total, entry in sorted(totals, key=lambda each: (-each[0], each[1].ranked.row.display)):
        place = places_of_totals[total]
        if total <= 0 or place > places:
            return
        points, row = entry.cells[count - 1].points, rows.get(entry.who.pk)
        yield Leader(entry, place, sharing[total] > 1, points, total, row)
