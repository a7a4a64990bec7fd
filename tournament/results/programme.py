"""The grades of an event with their numbers of players and teams, and its rounds with their numbers of sheets."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Exists, Max, OuterRef

from ..models import Division, Entrant, Event, Keying, Round, Sheet, Team
from ..rounds.expected_sheets import counting_as_nothing
from ..ties.queries import rounds_of


@dataclass(frozen=True)
class Grade:
    """A division with its numbers of players present and of teams (NT-ST-3)."""

    division: Division
    players: int
    teams: int


@dataclass(frozen=True)
class ProgrammeRound:
    """A round with the number of its agreed sheets, without the `lost` ones, which count as nothing."""

    round: Round
    sheets: int
    lost: int

    @property
    def is_tiebreaker(self) -> bool:
        """Whether it is a game between two sides of a tie."""
        return self.round.tiebreaker is not None


def grades(event: Event) -> list[Grade]:
    present = Entrant.objects.filter(event=event, status=Entrant.Status.PRESENT)
    players = dict(present.values_list("player__division").annotate(Count("pk")))
    highest = Team.objects.filter(event=event).annotate(grade=Max("members__division__grade"))
    teams = Counter(highest.values_list("grade", flat=True))
    return [Grade(division, players.get(division.pk, 0), teams[division.grade]) for division in event.divisions.all()]


def programme(event: Event) -> list[ProgrammeRound]:
    """The rounds of the event, with tiebreakers."""
    lost = counting_as_nothing(Keying.objects.filter(state=Keying.State.AGREED))
    agreed = Sheet.objects.filter(round__event=event, keyings__state=Keying.State.AGREED)
    agreed = agreed.annotate(is_lost=Exists(lost.filter(sheet=OuterRef("pk"))))
    counts = Counter({tuple(key): n for *key, n in agreed.values_list("round", "is_lost").annotate(Count("pk"))})
    return [ProgrammeRound(each, counts[each.pk, False], counts[each.pk, True]) for each in rounds_of(event)]
