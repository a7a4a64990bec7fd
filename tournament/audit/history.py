"""The audit trail as people read it: who did what, to what, from what to what, and why."""

from typing import Any, TypeVar

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet, Subquery

from ..models import AuditAbout, AuditEntry, Event, Sheet
from .verbs import TOPICS, verbs_of
from .wording import DescribedEntry, describe

ENTRIES_LISTED = 200


def entries(event: Event, about: str = ""):
    """The event's entries, latest first; `about` is one of TOPICS or nothing."""
    rows = AuditEntry.objects.filter(event_id=event.pk).order_by("-number")
    if about in TOPICS:
        rows = rows.filter(verb__in=verbs_of(about))
    return rows


def of(
    event: Event, kind: str, *pks: int, by_name: bool = False, without: tuple[str, ...] = ()
) -> list[DescribedEntry]:
    """The latest ENTRIES_LISTED entries about one row, or several of a kind, in order of their numbers.

    `kind` is the model's name: "sheet", "round", "dispute", "rescore", "entrant", "ruling", … Players are numbers, for
    judges read it too, unless `by_name`. `without` leaves topics out.
    """
    mentions = AuditAbout.objects.filter(_mentions(kind, pks), event_id=event.pk)
    rows = AuditEntry.objects.filter(event_id=event.pk, number__in=mentions.values("number"))
    rows = rows.exclude(verb__in=verbs_of(*without))
    return describe(reversed(rows.order_by("-number")[:ENTRIES_LISTED]), by_name)


def _mentions(kind: str, pks: tuple[int, ...]) -> Q:
    """Entries about these rows; for an entrant, also those about their sheets."""
    mentions = Q(kind=kind, kind_id__in=pks)
    if kind == "entrant":
        mentions |= Q(kind="sheet", kind_id__in=Sheet.objects.filter(entrant__in=pks).values("pk"))
    return mentions


ModelRow = TypeVar("ModelRow", bound=Model)


def latest_first(rows: QuerySet[ModelRow], event: Event, *verbs: str) -> QuerySet[ModelRow]:
    """The rows ordered by the last entry with one of these verbs about each, latest first; one query. Rows without such
    an entry come last."""
    entries = AuditEntry.objects.filter(event_id=event.pk, number=OuterRef("number"), verb__in=verbs)
    kind = rows.model._meta.model_name
    about = AuditAbout.objects.filter(Exists(entries), event_id=event.pk, kind=kind, kind_id=OuterRef("pk"))
    last = Subquery(about.order_by("-number").values("number")[:1])
    numbered: QuerySet[Any] = rows.annotate(last_entry=last)
    return numbered.order_by(F("last_entry").desc(nulls_last=True), "-pk")
