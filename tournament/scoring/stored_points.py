"""Stored points against the record: every result worked out again from its lines, verdicts and rulings."""

from collections.abc import Iterator
from dataclasses import dataclass

from judging.games.paper import Score

from ..models import Entrant, Event, Result, Round
from .loader import Scoring


@dataclass(frozen=True)
class Difference:
    """A result that is not what the record says; None where one side has none."""

    round: Round
    entrant: Entrant
    stored: int | None
    worked_out: int | None

    def __str__(self) -> str:
        return f"{self.round}, {self.entrant}: stored {self.stored}, worked out {self.worked_out}"


def differences(event: Event) -> Iterator[Difference]:
    """Every result of the event whose points, bonus or lines differ from a full replay of the record."""
    entrants = Entrant.objects.filter(event=event).select_related("division", "player", "team").in_bulk()
    for round_ in event.rounds.select_related("event"):
        fresh = {entrant: worth for (_round, entrant), worth in Scoring([round_]).scores()}
        stored = {each.entrant_id: each for each in Result.objects.in_force().filter(round=round_)}
        for owner in sorted(fresh.keys() | stored.keys()):
            result, worth = stored.get(owner), fresh.get(owner)
            if not _equal(result, worth):
                points = None if result is None else result.points
                yield Difference(round_, entrants[owner], points, None if worth is None else worth.points)


def _equal(result: Result | None, worth: Score | None) -> bool:
    if result is None or worth is None:
        return result is None and worth is None
    lines = [(line["line"], line["points"]) for line in result.lines]
    return (result.points, result.bonus, result.provisional, lines) == (
        worth.points,
        worth.bonus,
        worth.provisional,
        [(line.line, line.points) for line in worth.lines],
    )
