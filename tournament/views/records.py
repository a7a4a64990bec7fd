"""The records of an event: how the points fell, what was hard, what was rare; each with its table as a file."""

from collections.abc import Hashable
from functools import lru_cache

from django.http import Http404, HttpResponse
from django.urls import path, reverse
from django.utils import translation
from django.utils.translation import gettext as _

from ..models import Event
from ..record import records as record
from ..tables import records as tables
from ..tables.columns import Columns
from .charts import bars
from .endings import links
from .files import file
from .published import results_page, show
from .requests import PageRequest

KEPT = 16


def found(event: Event) -> record.Records:
    """The records, read again only when something has changed since."""
    return _read(event, event.visibility, record.state_of(event), translation.get_language())


@lru_cache(KEPT)
def _read(event: Event, *state: Hashable) -> record.Records:
    return record.records(event)


@results_page
def records(request: PageRequest, event: Event) -> HttpResponse:
    told = found(event)
    grades = [
        (division, [{"scores": each, "bars": bars(each.bins)} for each in group])
        for division, group in told.by_grade
    ]
    named = {
        name.replace("-", "_"): {
            "title": tables.title(name),
            "files": links("records-file", event.slug, name),
        }
        for name in tables.TABLES
    }
    return show(
        request,
        "records",
        [(_("Records"),)],
        records=told,
        grades=grades,
        tables=named,
        next_screen=reverse("records", args=[event.slug]),
    )


@file
def records_file(event: Event, name: str) -> Columns:
    if name not in tables.TABLES:
        raise Http404
    return tables.table(event, found(event), name)


urlpatterns = [
    path("records/", records, name="records"),
    path("records-<slug:name>.<form:form>", records_file, name="records-file"),
]
