"""The audit trail as people read it: who did what, to what, from what to what, and why."""

from django.db.models import Q

from ..models import AuditAbout, AuditEntry, Event, Sheet
from .told import Told, tell
from .verbs import TOPICS, verbs_of

MOST = 200


def entries(event: Event, about: str = ""):
    """The event's entries, latest first; `about` is one of TOPICS or nothing."""
    found = AuditEntry.objects.filter(event_id=event.pk).order_by("-number")
    if about in TOPICS:
        found = found.filter(verb__in=verbs_of(about))
    return found


def of(
    event: Event, kind: str, *pks: int, by_name: bool = False, without: tuple[str, ...] = ()
) -> list[Told]:
    """The history of one row, or of several of a kind: every entry about them, in order of number, never of time.

    `kind` is the model's name: "sheet", "round", "dispute", "rescore", "entrant", "ruling", … Judges read it, so that
    players are numbers unless `by_name`. `without` leaves topics out. The latest MOST of them.
    """
    mentions = AuditAbout.objects.filter(_mentions(kind, pks), event_id=event.pk)
    found = AuditEntry.objects.filter(event_id=event.pk, number__in=mentions.values("number"))
    found = found.exclude(verb__in=verbs_of(*without))
    return tell(reversed(found.order_by("-number")[:MOST]), by_name)


def _mentions(kind: str, pks: tuple[int, ...]) -> Q:
    """An entrant's history tells of her sheets too."""
    told_of = Q(kind=kind, kind_id__in=pks)
    if kind == "entrant":
        told_of |= Q(kind="sheet", kind_id__in=Sheet.objects.filter(entrant__in=pks).values("pk"))
    return told_of
