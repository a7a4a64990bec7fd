"""Which phones are connected. It only changes a word on the host's page, and pauses a table whose host is away."""

from collections.abc import Collection
from datetime import timedelta

from django.utils import timezone

from ..models import HostDevice, Seat, Table, User
from ..moves.table_cache import CachedTable

AWAY = timedelta(seconds=5)


def note_seen(seats: Collection[int], hosts: Collection[str]) -> None:
    """These seats (primary keys) and hosts (digests of their secrets) are here now."""
    moment = timezone.now()
    if seats:
        Seat.objects.filter(pk__in=seats).update(seen_at=moment)
    if hosts:
        HostDevice.objects.filter(token__in=hosts).update(seen_at=moment)


def note_host(table: Table, user: User) -> None:
    """This person is here now, if they host the table: a program of theirs looks at it."""
    HostDevice.objects.filter(table=table, user=user, ended_at=None).update(seen_at=timezone.now())


def away_seats(known: CachedTable) -> frozenset[int]:
    """The numbers of the seats whose phone has been silent for five seconds."""
    limit = timezone.now() - AWAY
    seen = Seat.objects.filter(table=known.row, removed_at=None).exclude(token="").values_list("number", "seen_at")
    return frozenset(number for number, at in seen if at is None or at < limit)
