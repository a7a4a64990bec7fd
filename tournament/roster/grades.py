"""The grades that play a round."""

from collections.abc import Collection, Iterable
from typing import Any

from ..models import Entrant, Round


def playing(round_: Round, divisions: Iterable[Any], with_teams: Collection[int] | None = None) -> list[Any]:
    """Of these grades those that play the round: in a round for teams those with a team, once the event has one.
    `with_teams` are the ids of these grades, if they are known already."""
    divisions = list(divisions)
    if not round_.rules.for_teams or round_.tiebreaker:
        return divisions
    teams = grades_with_teams(round_.event_id) if with_teams is None else with_teams
    return [each for each in divisions if each.pk in teams] if teams else divisions


def grades_with_teams(event_id: int) -> set[int]:
    teams = Entrant.objects.filter(event=event_id, team__isnull=False, division__isnull=False)
    return set(teams.values_list("division", flat=True))
