"""Penalties in force: points taken and not given back. Penalties that an organiser proposes."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Max, Q, QuerySet
from django.utils.translation import ngettext_lazy

from ..models import Event, Penalty, Round

PROPOSALS_WAIT = ngettext_lazy(
    "%(n)s proposed penalty waits for a judge.", "%(n)s proposed penalties wait for a judge.", "n"
)


def in_force(event: Event) -> QuerySet[Penalty]:
    """Penalties that were not lifted, in the order given."""
    lifted = Penalty.objects.filter(event=event, answers__isnull=False).values("answers")
    given = Penalty.objects.filter(event=event, points__gt=0, proposed=False)
    return given.exclude(pk__in=lifted).order_by("pk")


def waiting_proposals(event: Event) -> QuerySet[Penalty]:
    """Penalties that are proposed and that no judge has given or declined."""
    return Penalty.objects.filter(event=event, proposed=True, answer=None)


def counted(event: Event, rounds: Iterable[Round]) -> QuerySet[Penalty]:
    """Penalties in force that count with these rounds: those of one of them and those of no round."""
    return in_force(event).filter(Q(round=None) | Q(round__in=[round_.pk for round_ in rounds]))


def points_taken(event: Event, rounds: Iterable[Round]) -> Counter[int]:
    """The points taken from each entrant, by id. One query."""
    total: Counter[int] = Counter()
    for entrant, points in counted(event, rounds).values_list("entrant", "points"):
        total[entrant] += points
    return total


def all_penalties(event: Event) -> list[Penalty]:
    """Every penalty and proposal of the event with who made and who answered it, latest first."""
    parts = ("entrant__player", "entrant__team", "round", "given_by", "answer__given_by")
    return list(Penalty.objects.filter(event=event, points__gt=0).select_related(*parts).order_by("-pk"))


def latest_of(event: Event) -> int:
    """The id of the last row, 0 if there is none."""
    return Penalty.objects.filter(event=event).aggregate(last=Max("pk"))["last"] or 0
