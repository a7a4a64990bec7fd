"""The page of an event's records, and its tables as files."""

from collections.abc import Hashable
from functools import lru_cache

from django.http import Http404, HttpResponse
from django.urls import path, reverse
from django.utils import translation
from django.utils.translation import gettext as _

from ..common.files.table_files import Columns
from ..models import Event
from ..results.public_page import links, results_page, show, table_file
from ..web.pages import PageRequest
from ..web.published.addresses import copied, copied_with_projector
from ..web.published.page_arguments import in_every_form
from . import columns as tables, queries as record
from .charts import bars

FILES_CACHED = 16


def current_records(event: Event) -> record.Records:
    """The records, computed again only if something has changed."""
    return _read(event, event.visibility, record.state_of(event), translation.get_language())


@lru_cache(FILES_CACHED)
def _read(event: Event, *state: Hashable) -> record.Records:
    return record.records(event)


@copied_with_projector(order=9)
@results_page
def records(request: PageRequest, event: Event) -> HttpResponse:
    shown = current_records(event)
    grades = [
        (division, [{"scores": each, "bars": bars(each.bins)} for each in group]) for division, group in shown.by_grade
    ]
    named = {
        name.replace("-", "_"): {"title": tables.title(name), "files": links("records-file", event.slug, name)}
        for name in tables.TABLES
    }
    return show(
        request,
        "statistics/records.html",
        [(_("Records"),)],
        records=shown,
        grades=grades,
        tables=named,
        next_screen=reverse("records", args=[event.slug]),
    )


@copied(in_every_form(lambda event: [(name,) for name in tables.TABLES]), order=3)
@table_file
def records_file(event: Event, name: str) -> Columns:
    if name not in tables.TABLES:
        raise Http404
    return tables.table(event, current_records(event), name)


urlpatterns = [
    path("records/", records, name="records"),
    path("records-<slug:name>.<form:form>", records_file, name="records-file"),
]
