"""A standing as a ceremony reveals it: place by place, the last one first."""

from dataclasses import dataclass
from itertools import groupby

from judging.messages import Message

from ..models import Division, Event
from ..sentences import sentence
from .standings import players_table, teams_table
from .tables import Entry, Table

TABLES = {"players": players_table, "teams": teams_table}


@dataclass(frozen=True)
class Place:
    """Those who have a place, one or several who share it; they are revealed together."""

    place: int
    entries: tuple[Entry, ...]
    is_award: bool

    @property
    def total(self) -> int:
        return self.entries[0].total

    @property
    def is_shared(self) -> bool:
        return len(self.entries) > 1


@dataclass(frozen=True)
class Reveal:
    """The places in the order in which they are revealed."""

    division: Division
    kind: str
    places: tuple[Place, ...]


def reveal(event: Event, division: Division, kind: str, only_awards: bool = False) -> Reveal:
    """The places of a division's "players" or "teams"; with `only_awards` those alone that get an award."""
    table = TABLES[kind](event, division)
    places = _places(table, event.award_places)
    kept = tuple(each for each in places if each.is_award) if only_awards else places
    return Reveal(division, kind, kept[::-1])


def doubts(event: Event) -> list[str]:
    """What should be settled before anybody reads the places out, a sentence for each tie that decides an award; for
    the organiser's eyes, since it names who is there."""
    return [
        f"{division.label}: {sentence(message)}"
        for division in event.divisions.all()
        for table_of in TABLES.values()
        for message in _open_awards(table_of(event, division), event.award_places)
    ]


def _places(table: Table, awarded: int) -> tuple[Place, ...]:
    winners = {
        ranked.entrant
        for award in table.awards(awarded)
        if award.state in {"given", "shared", "open"}
        for ranked in award.winners
    }
    ranked = table.entries if table.has_points else ()
    groups = [tuple(group) for _place, group in groupby(ranked, key=lambda each: each.ranked.place)]
    return tuple(
        Place(group[0].ranked.place, group, any(each.ranked.entrant in winners for each in group))
        for group in groups
    )


def _open_awards(table: Table, awarded: int) -> list[Message]:
    open_ones = [award.message for award in table.awards(awarded) if award.state == "open"]
    return list(dict.fromkeys(open_ones))
