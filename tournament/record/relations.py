"""Who is marked as related to whom, so that nobody types the sheet of her own child or of its team."""

from django.db.models import Q, QuerySet

from ..models import Entrant, Relation, Round, User


def _near(user: User) -> Q:
    players = Relation.objects.filter(user=user).values("player")
    teams = Relation.objects.filter(user=user, player__team__isnull=False).values("player__team")
    return Q(player__in=players) | Q(team__in=teams)


def is_related(user: User, entrant: Entrant) -> bool:
    """Whether she is related to this player, or to a member of this team."""
    return Entrant.objects.filter(_near(user), pk=entrant.pk).exists()


def related_entrants(user: User, round_: Round) -> QuerySet[Entrant]:
    """Whose sheets of the round are kept from her."""
    return Entrant.objects.filter(_near(user), event=round_.event_id)
