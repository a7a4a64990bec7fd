"""An event at a glance: its grades with how many play, its rounds with how much is in."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Max

from ..models import Division, Entrant, Event, Keying, Round, Sheet, Team
from .expected import with_sides
from .ties import called_off


@dataclass(frozen=True)
class Grade:
    """A division with how many players take part in it, and how many teams play in it (NT-ST-3)."""

    division: Division
    players: int
    teams: int


@dataclass(frozen=True)
class Step:
    """A round with how many of its sheets are recorded."""

    round: Round
    sheets: int

    @property
    def is_tiebreaker(self) -> bool:
        """Whether only the two sides of a tie play it."""
        return self.round.tiebreaker is not None


def grades(event: Event) -> list[Grade]:
    present = Entrant.objects.filter(event=event, status=Entrant.Status.PRESENT)
    players = dict(present.values_list("player__division").annotate(Count("pk")))
    highest = Team.objects.filter(event=event).annotate(grade=Max("members__division__grade"))
    teams = Counter(highest.values_list("grade", flat=True))
    return [
        Grade(division, players.get(division.pk, 0), teams[division.grade])
        for division in event.divisions.all()
    ]


def programme(event: Event) -> list[Step]:
    """The rounds of the event, the tiebreakers among them; `is_tiebreaker` tells them apart."""
    recorded = Sheet.objects.filter(round__event=event, keyings__state=Keying.State.AGREED)
    sheets = dict(recorded.values_list("round").annotate(Count("pk")))
    return [Step(round_, sheets.get(round_.pk, 0)) for round_ in rounds_of(event)]


def rounds_of(event: Event) -> list[Round]:
    """The rounds of the event but for the tiebreakers that are called off. One query, and some where one is planned."""
    rounds = list(with_sides(event.rounds.all()))
    off = called_off(rounds)
    return [each for each in rounds if each.pk not in off]
