"""The players of an earlier event one grade up, and those for whom there is no next grade."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from ..models import Entrant, Event
from ..roster.player_details import PlayerFacts, facts_of, players_of

GONE = {Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED}


@dataclass(frozen=True)
class LeftOut:
    """A player who is not taken over, and why."""

    player: str
    why: str


def one_grade_up(earlier: Event, grades: Collection[int]) -> tuple[list[PlayerFacts], list[LeftOut]]:
    """The details of the players with the next grade, and those whose next grade is not among `grades`, whose names
    were removed, or who left the earlier event. Numbers and teams stay."""
    nameless = earlier.anonymisations.exists()
    gone = set(earlier.entrants.filter(status__in=GONE, player__isnull=False).values_list("player", flat=True))
    taken, left_out = [], []
    for player in players_of(earlier):
        next_grade = player.division.grade + 1
        if nameless:
            left_out.append(LeftOut(str(player), _("names were removed")))
        elif player.pk in gone:
            left_out.append(LeftOut(str(player), _("withdrawn or disqualified")))
        elif next_grade not in grades:
            left_out.append(LeftOut(str(player), _("there is no grade %(grade)s") % {"grade": next_grade}))
        else:
            taken.append(replace(facts_of(player), grade=next_grade))
    return taken, left_out
