"""Which rows belong to an event."""

from functools import cache

from django.db.models import Model

from .events import Event


@cache
def event_lookup(table: type[Model]) -> str:
    """The lookup from a row to its event over as few foreign keys as possible, such as `sheet__round__event`; empty for
    a table whose rows belong to none, or to several, as people do."""
    if table is Event:
        return "pk"
    lookups = [("", table)]
    for start, kind in lookups:  # it grows by the next tables: the shortest ways come first
        for field in kind._meta.concrete_fields:
            if field.attname == "event_id":
                return f"{start}{field.name}"
            if field.related_model and not field.null:
                lookups.append((f"{start}{field.name}__", field.related_model))
    return ""
