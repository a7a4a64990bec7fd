"""The counts of players who are here, absent or awaited."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from ..models import Division, Entrant, Event, Player

PRESENT, ABSENT = Entrant.Status.PRESENT, Entrant.Status.ABSENT


@dataclass(frozen=True)
class Arrivals:
    """How many players were seen at the door, are absent, or are still awaited; `grades` has the same for each grade."""

    label: str
    here: int
    absent: int
    awaited: int
    grades: tuple["Arrivals", ...] = ()

    @property
    def expected(self) -> int:
        return self.here + self.awaited


def arrivals(event: Event) -> Arrivals:
    """Two queries."""
    here = Q(status=PRESENT, checked_in_at__isnull=False)
    awaited = Q(status=PRESENT, checked_in_at=None)
    counted = Entrant.objects.filter(event=event, player__isnull=False).order_by().values("division")
    counts = {
        row["division"]: row
        for row in counted.annotate(
            here=Count("pk", here), absent=Count("pk", Q(status=ABSENT)), awaited=Count("pk", awaited)
        )
    }
    grades = tuple(
        Arrivals(division.label, row["here"], row["absent"], row["awaited"])
        for division in Division.objects.filter(event=event)
        if (row := counts.get(division.pk))
    )
    all_here, all_absent, all_awaited = (
        sum(getattr(each, name) for each in grades) for name in ("here", "absent", "awaited")
    )
    return Arrivals("", all_here, all_absent, all_awaited, grades)


def expected_players(event: Event) -> QuerySet[Player]:
    """The players that may be checked in: those who left are not among them."""
    players = Player.objects.filter(event=event, entrant__status__in=[PRESENT, ABSENT])
    return players.select_related("division", "team", "entrant").order_by("number")
