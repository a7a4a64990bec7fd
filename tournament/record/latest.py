"""What came last, by the numbers of the audit trail: they are given in the order of commit, and no clock sets them back."""

from typing import Any, TypeVar

from django.db.models import Exists, F, Model, OuterRef, QuerySet, Subquery

from ..models import AuditAbout, AuditEntry, Event

Row = TypeVar("Row", bound=Model)


def latest_first(rows: QuerySet[Row], event: Event, *verbs: str) -> QuerySet[Row]:
    """The rows, all of the event, by the number of the last entry about each that has one of these verbs; still one
    query. Rows that no such entry tells of come last."""
    said = AuditEntry.objects.filter(event_id=event.pk, number=OuterRef("number"), verb__in=verbs)
    kind = rows.model._meta.model_name
    about = AuditAbout.objects.filter(Exists(said), event_id=event.pk, kind=kind, kind_id=OuterRef("pk"))
    last = Subquery(about.order_by("-number").values("number")[:1])
    numbered: QuerySet[Any] = rows.annotate(last_entry=last)
    return numbered.order_by(F("last_entry").desc(nulls_last=True), "-pk")
