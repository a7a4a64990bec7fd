"""Who is related to whom, so that nobody types the sheet of their own child or of its team."""

from django.db.models import Q, QuerySet

from ..models import Entrant, Event, Relation, Round, User


def _near(user: User) -> Q:
    players = Relation.objects.filter(user=user).values("player")
    teams = Relation.objects.filter(user=user, player__team__isnull=False).values("player__team")
    return Q(player__in=players) | Q(team__in=teams)


def is_related(user: User, entrant: Entrant) -> bool:
    """Whether the user is related to this player, or to a member of this team."""
    return Entrant.objects.filter(_near(user), pk=entrant.pk).exists()


def related_entrants(user: User, round_: Round) -> QuerySet[Entrant]:
    """The entrants of the round whose sheets the user must not type."""
    return Entrant.objects.filter(_near(user), event=round_.event_id)


def relatives(user: User, event: Event) -> set[int]:
    """The ids of all entrants of the event to whom the user is related; one query."""
    return set(Entrant.objects.filter(_near(user), event=event).values_list("pk", flat=True))
