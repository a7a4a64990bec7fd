"""Penalties in force: points taken and not given back."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Max, Q, QuerySet

from ..models import Event, Penalty, Round


def in_force(event: Event) -> QuerySet[Penalty]:
    """Penalties that were not lifted, in the order given."""
    lifted = Penalty.objects.filter(event=event, lifts__isnull=False).values("lifts")
    return Penalty.objects.filter(event=event, points__gt=0).exclude(pk__in=lifted).order_by("pk")


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
    """Every penalty of the event with who gave and who lifted it, latest first."""
    parts = ("entrant__player", "entrant__team", "round", "given_by", "lifted_by__given_by")
    return list(Penalty.objects.filter(event=event, lifts=None).select_related(*parts).order_by("-pk"))


def latest_of(event: Event) -> int:
    """The id of the last row, 0 if there is none."""
    return Penalty.objects.filter(event=event).aggregate(last=Max("pk"))["last"] or 0
