"""Title, description and picture of links to public pages (Open Graph). They say nothing that the page does not
show."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from ..common.line_text import isolated
from ..models import Event
from ..printing.social_card import HEIGHT, WIDTH
from ..standings.standings_table import StandingsTable
from ..web.pages import PageRequest
from ..web.site_address import site_address

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
