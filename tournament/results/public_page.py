"""What all public pages share: decorators, context, and the previews of their links (Open Graph), which say nothing
that the page does not show."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import register_converter, reverse
from django.urls.converters import StringConverter
from django.utils.translation import gettext as _

from ..common.files.table_files import CONTENT_TYPES, Columns, written
from ..common.line_text import isolated
from ..models import Division, Event
from ..printing.social_card import HEIGHT, WIDTH
from ..standings.standings_table import StandingsTable
from ..web.pages import CrumbStep, PageRequest, crumbs, event_page
from ..web.permissions import sees_results
from ..web.published.serving import event_as_shown, with_digest
from ..web.site_address import site_address
from .open_items import left_open, why_provisional

LEADERS = 3


@dataclass(frozen=True)
class LinkPreview:
    """The preview of a link; addresses are absolute."""

    title: str
    description: str
    url: str
    image: str
    width: int = WIDTH
    height: int = HEIGHT


def preview(request: PageRequest, title: str, summary: str = "") -> LinkPreview:
    event = request.event
    here, image = request.path, reverse("card", args=[event.slug])
    heading = f"{title} · {event.name}" if title else event.name
    description = " ".join(filter(None, (state(event), summary)))
    return LinkPreview(heading, description, origin(request) + here, origin(request) + image)


def origin(request: PageRequest) -> str:
    """The address of this site: of the request, or for a page in a copy, which has no request, the configured one."""
    return site_address(request if getattr(request, "copied_as", None) is None else None)


def state(event: Event) -> str:
    """How final the results are, in a sentence."""
    sentences: dict[str, str] = {
        Event.Visibility.FINAL: _("Final results."),
        Event.Visibility.PROVISIONAL: _("Provisional results."),
        Event.Visibility.FROZEN: _("Results announced so far."),
        Event.Visibility.EMBARGOED: _("Results at the ceremony."),
    }
    return sentences.get(event.visibility, _("Not public."))


def leaders(event: Event, table: StandingsTable) -> str:
    """The first places of a standing as text, "" if the public may not see them."""
    if not (event.shows_results and table.has_points):
        return ""
    first = (entry for entry in table.entries if entry.ranked.place and entry.ranked.place <= LEADERS)
    return ", ".join(f"{entry.ranked.place}. {isolated(entry.name)}" for entry in list(first)[:LEADERS])


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
