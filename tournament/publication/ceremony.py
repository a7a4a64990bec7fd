"""A standing in the order in which a ceremony reveals it, last place first."""

from dataclasses import dataclass
from itertools import groupby

from judging.messages import Message

from ..common.sentences import sentence
from ..models import Division, Event
from ..standings.standings import players_table, teams_table
from ..standings.table import StandingsEntry, StandingsTable

TABLES = {"players": players_table, "teams": teams_table}


@dataclass(frozen=True)
class RevealedPlace:
    """A place with everybody who has it; they are revealed together."""

    place: int
    entries: tuple[StandingsEntry, ...]
    is_award: bool

    @property
    def total(self) -> int:
        return self.entries[0].total

    @property
    def is_shared(self) -> bool:
        return len(self.entries) > 1


@dataclass(frozen=True)
class Reveal:
    """The places of a standing, in the order of the reveal."""

    division: Division
    kind: str
    places: tuple[RevealedPlace, ...]


def reveal(event: Event, division: Division, kind: str, only_awards: bool = False) -> Reveal:
    """The places of a division; `kind` is "players" or "teams". With `only_awards`, only places with an award."""
    table = TABLES[kind](event, division)
    places = _places(table, event.award_places)
    kept = tuple(each for each in places if each.is_award) if only_awards else places
    return Reveal(division, kind, kept[::-1])


def open_awards(event: Event) -> list[str]:
    """A sentence for each award that is not decided yet. For organisers only, since it names who may get it."""
    return [
        f"{division.label}: {sentence(message)}"
        for division in event.divisions.all()
        for table_of in TABLES.values()
        for message in _open_awards(table_of(event, division), event.award_places)
    ]


def _places(table: StandingsTable, awarded: int) -> tuple[RevealedPlace, ...]:
    winners = {
        ranked.entrant
        for award in table.awards(awarded)
        if award.state in {"given", "shared", "open"}
        for ranked in award.winners
    }
    ranked = table.entries if table.has_points else ()
    groups = [tuple(group) for _place, group in groupby(ranked, key=lambda each: each.ranked.place)]
    return tuple(
        RevealedPlace(group[0].ranked.place, group, any(each.ranked.entrant in winners for each in group))
        for group in groups
    )


def _open_awards(table: StandingsTable, awarded: int) -> list[Message]:
    open_ones = [award.message for award in table.awards(awarded) if award.state == "open"]
    return list(dict.fromkeys(open_ones))
