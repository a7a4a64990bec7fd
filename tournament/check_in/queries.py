"""The counts of players who are here, absent or awaited."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from ..models import Division, Entrant, Event, Player

PRESENT, ABSENT = Entrant.Status.PRESENT, Entrant.Status.ABSENT


@dataclass(frozen=True)
class Arrivals:
    """How many players were seen at the door, are absent, or are still awaited; `grades` has the same for each
    grade."""

    label: str
    here: int
    absent: int
    awaited: int
    grades: tuple["Arrivals", ...] = ()

    @property
    def expected(self) -> int:
        return self.here + self.awaited


def arrivals(event: Event) -> Arrivals:
    """The counts of the event and of each grade; two queries."""
    here = Q(status=PRESENT, checked_in_at__isnull=False)
    awaited = Q(status=PRESENT, checked_in_at=None)
    counted = Entrant.objects.filter(event=event, player__isnull=False).order_by().values("division")
    counts = {
        row["division"]: row
        for row in counted.annotate(
            here=Count("pk", here), absent=Count("pk", Q(status=ABSENT)), awaited=Count("pk", awaited)
        )
    }
    rows = [(division.label, counts.get(division.pk)) for division in Division.objects.filter(event=event)]
    grades = tuple(Arrivals(label, row["here"], row["absent"], row["awaited"]) for label, row in rows if row)
    return Arrivals(
        "",
        here=sum(each.here for each in grades),
        absent=sum(each.absent for each in grades),
        awaited=sum(each.awaited for each in grades),
        grades=grades,
    )


def expected_players(event: Event) -> QuerySet[Player]:
    """The players that may be checked in: those who left are not among them."""
    players = Player.objects.filter(event=event, entrant__status__in=[PRESENT, ABSENT])
    return players.select_related("division", "team", "entrant").order_by("number")
