"""Related people: nobody types or decides what touches their own child or the child's team."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ..common.line_text import isolated
from ..common.refusals import Refused
from ..models import Entrant, Event, Relation, Round, User


def _near(user: User) -> Q:
    players = Relation.objects.filter(user=user).values("player")
    teams = Relation.objects.filter(user=user, player__team__isnull=False).values("player__team")
    return Q(player__in=players) | Q(team__in=teams)


def refuse_related(by: User, event: Event, entrants: Iterable[int], sentence: str = "") -> None:
    """The rule on conflicts of interest. Every action that touches single players or teams asks here.

    Raise Refused `related` if the person is related to one of these entrants (ids), or to a member of a team among
    them. `entrants` is read only if they are related to anybody. `sentence` may name the entrant by `%(who)s`, what
    stands on the paper, or `%(player)s`, what the public reads.
    """
    related = relatives(by, event)
    touched = related.intersection(entrants) if related else set()
    if touched:
        entrant = Entrant.objects.select_related("player", "team").get(pk=min(touched))
        names = {"who": entrant.label, "player": isolated(entrant.public_name(event))}
        sentence = sentence or _("You are marked as related to %(who)s, so somebody else must do this.")
        raise Refused("related", sentence % names, status=403)


def is_related(user: User, entrant: Entrant) -> bool:
    """Whether the user is related to this player, or to a member of this team."""
    return Entrant.objects.filter(_near(user), pk=entrant.pk).exists()


def related_entrants(user: User, round_: Round) -> QuerySet[Entrant]:
    """The entrants of the round whose sheets the user must not type."""
    return Entrant.objects.filter(_near(user), event=round_.event_id)


def relatives(user: User, event: Event) -> set[int]:
    """The ids of all entrants of the event to whom the user is related; one query for those who are related to
    nobody."""
    if not Relation.objects.filter(user=user, event=event).exists():
        return set()
    return set(Entrant.objects.filter(_near(user), event=event).values_list("pk", flat=True))


def related_to(entrants: Iterable[int]) -> QuerySet:
    """The ids of all who are related to one of these entrants (ids), for a subquery."""
    chosen = Entrant.objects.filter(pk__in=entrants)
    near = Q(player__in=chosen.filter(player__isnull=False).values("player"))
    near |= Q(player__team__in=chosen.filter(team__isnull=False).values("team"))
    return Relation.objects.filter(near).values("user")
