"""Decorators and context that all public pages share."""

from collections.abc import Callable
from functools import partial, wraps

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import register_converter, reverse
from django.urls.converters import StringConverter
from django.utils.translation import gettext as _

from ..common.files.table_files import CONTENT_TYPES, Columns, written
from ..models import Division, Event
from ..web.pages import CrumbStep, PageRequest, crumbs, event_page
from ..web.permissions import sees_results
from ..web.published.serving import event_as_shown, with_digest
from .link_previews import preview
from .open_items import left_open, why_provisional


def results_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of results: 404 for those who may not see them yet."""

    @wraps(view)
    def page(request: PageRequest, event: Event, **parts) -> HttpResponse:
        if not sees_results(event, request.capabilities):
            raise Http404
        return view(request, event, **parts)

    return event_page()(page)


def standing_title(division: Division, kind: str) -> str:
    return (_("%(grade)s, teams") if kind == "teams" else "%(grade)s") % {"grade": division.label}


def show(request: PageRequest, template: str, steps: list[CrumbStep], status: int = 200, **context):
    """Render a public page that updates itself. With a `next_screen` it has a projector form, `?projector=1`, which
    goes on to that address; the pages of one player or team have none."""
    event = request.event
    context |= {
        "crumbs": crumbs(event, (event.name, "event"), *steps) if steps else [],
        "live": status == 200 and event.is_public,
        "changes": event.change_number,
        "left_open": partial(left_open, event),  # worked out where a page says it
        "why_provisional": partial(why_provisional, event),
        "projector": "next_screen" in context and request.GET.get("projector") == "1",
        "preview": preview(request, steps[-1][0] if steps else "", context.pop("summary", "")),
    }
    return render(request, template, context, status=status)


class FileFormat(StringConverter):
    """The file format at the end of an address."""

    regex = "|".join(CONTENT_TYPES)


register_converter(FileFormat, "form")


def links(name: str, *args) -> list[tuple[str, str]]:
    """(format, address) of each file that a page offers."""
    return [(form.upper(), reverse(name, args=[*args, form])) for form in CONTENT_TYPES]


def table_file(table_of: Callable[..., Columns]) -> Callable[..., HttpResponse]:
    """A view that sends the table which `table_of(event, …)` makes."""

    @results_page
    @wraps(table_of)
    def view(request: PageRequest, event: Event, form: str, **parts) -> HttpResponse:
        table = table_of(event, **parts)
        name = f"{_file_name(request, event, table)}.{form}"
        return with_digest(request, written(table, form), CONTENT_TYPES[form], name)

    return view


def _file_name(request: PageRequest, event: Event, table: Columns) -> str:
    """The file's name, with “not-public” in it if the public cannot see these results yet."""
    not_public = event.shown_id and event_as_shown(request) is None
    return f"{event.slug}-{table.name}{'-not-public' if not_public else ''}"
