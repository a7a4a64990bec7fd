"""The entrants that should hand in a sheet: players or teams that are present and have a puzzle; in a tiebreaker, its
two sides. Of a player and a substitute, it is the one who plays the round (NT-ST-10)."""

from collections import Counter
from collections.abc import Collection

from django.db.models import BooleanField, Count, ExpressionWrapper, Q, QuerySet

from ..models import Division, Entrant, Event, Round
from ..roster.substitutes import Substitutions, substitutions

Present = Counter[tuple[bool, int]]  # (is a team, division id) -> how many are present


def entrants_of(round_: Round) -> QuerySet[Entrant]:
    """All entrants this round is for, present or not, in every grade."""
    if game := round_.tiebreaker:
        return Entrant.objects.filter(pk__in=[game.first_id, game.second_id])
    return Entrant.objects.filter(event=round_.event_id, player__isnull=round_.rules.for_teams)


def expected(round_: Round) -> QuerySet[Entrant]:
    """The entrants that are present and have a puzzle in this round. Of those who share a place, only the one who
    played it, even if they have left since (NT-ST-10)."""
    asked = Division.objects.filter(division_puzzles__round=round_)
    return entrants_of(round_).filter(substitutions([round_]).expected(), division__in=asked)


def present(event: Event) -> Present:
    """How many players and teams of each division are present; one query."""
    there = Entrant.objects.filter(event=event, status=Entrant.Status.PRESENT, division__isnull=False)
    there = there.annotate(is_team=ExpressionWrapper(Q(player__isnull=True), BooleanField()))
    counted = there.order_by().values_list("is_team", "division").annotate(Count("pk"))
    return Counter({(bool(is_team), division): count for is_team, division, count in counted})


def with_sides(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The rounds with what `how_many` needs of tiebreakers, in the same query."""
    return rounds.select_related("tie_game__tie", "tie_game__first", "tie_game__second")


def how_many(
    round_: Round, there: Present, substituted: Substitutions, divisions: Collection[int] | None = None
) -> int:
    """How many should hand in a sheet, in `divisions` only if given."""
    if game := round_.tiebreaker:
        return sum(side.status == Entrant.Status.PRESENT for side in (game.first, game.second))
    teams = round_.rules.for_teams
    here = sum(
        n for (team, division), n in there.items() if team == teams and (divisions is None or division in divisions)
    )
    return here + substituted.more(round_, divisions)
