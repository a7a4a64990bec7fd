"""Who should hand in a sheet: the players or, in a format for teams, the teams that are present and were asked something;
in a tiebreaker its two sides. Of a player and her substitute it is the one who plays the round (NT-ST-10)."""

from collections import Counter
from collections.abc import Collection

from django.db.models import BooleanField, Count, ExpressionWrapper, Q, QuerySet

from ..models import Division, Entrant, Event, Round
from .substitutes import Instead, instead

Present = Counter[tuple[bool, int]]  # (is a team, division id) -> how many are present


def entrants_of(round_: Round) -> QuerySet[Entrant]:
    """Whom this round is for, whether present or not and in every grade."""
    if game := round_.tiebreaker:
        return Entrant.objects.filter(pk__in=[game.first_id, game.second_id])
    return Entrant.objects.filter(event=round_.event_id, player__isnull=round_.rules.for_teams)


def expected(round_: Round) -> QuerySet[Entrant]:
    """Who is to write in this round and was asked something: the present, and where one of those who share a place has
    played it she alone, also when she has left since (NT-ST-10)."""
    asked = Division.objects.filter(division_puzzles__round=round_)
    return entrants_of(round_).filter(instead([round_]).expected(), division__in=asked)


def present(event: Event) -> Present:
    """How many players and teams of each division are present; one query."""
    there = Entrant.objects.filter(event=event, status=Entrant.Status.PRESENT, division__isnull=False)
    there = there.annotate(is_team=ExpressionWrapper(Q(player__isnull=True), BooleanField()))
    counted = there.order_by().values_list("is_team", "division").annotate(Count("pk"))
    return Counter({(bool(is_team), division): count for is_team, division, count in counted})


def with_sides(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The rounds with what `how_many` asks of tiebreakers, in the same query."""
    return rounds.select_related("tie_game__tie", "tie_game__first", "tie_game__second")


def how_many(
    round_: Round, there: Present, instead_: Instead, divisions: Collection[int] | None = None
) -> int:
    """How many should hand in a sheet, of these divisions where they are given."""
    if game := round_.tiebreaker:
        return sum(side.status == Entrant.Status.PRESENT for side in (game.first, game.second))
    teams = round_.rules.for_teams
    here = sum(
        n
        for (team, division), n in there.items()
        if team == teams and (divisions is None or division in divisions)
    )
    return here + instead_.more(round_, divisions)
