"""What a link to a public page says of itself elsewhere (Open Graph), and the picture beside it. Nothing that the page
does not show, and nothing that the public may not read."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpResponse
from django.urls import path, reverse
from django.utils.cache import patch_cache_control
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..models import Event
from ..names import isolated
from ..printing.card import HEIGHT, WIDTH, card
from ..record.tables import Table
from .common import event_page
from .requests import PageRequest

LEADERS = 3


@dataclass(frozen=True)
class Preview:
    """The words of a link; addresses are absolute."""

    title: str
    description: str
    url: str
    image: str
    width: int = WIDTH
    height: int = HEIGHT


def preview(request: PageRequest, title: str, told: str = "") -> Preview:
    event = request.event
    here, image = request.path, reverse("card", args=[event.slug])
    heading = f"{title} · {event.name}" if title else event.name
    description = " ".join(filter(None, (state(event), told)))
    return Preview(heading, description, origin(request) + here, origin(request) + image)


def origin(request: PageRequest) -> str:
    """Where this site is. A copy of a page is shown on requests of all kinds and knows none: it takes what is configured."""
    if getattr(request, "copied_as", None) is None:
        return f"{request.scheme}://{request.get_host()}"
    return settings.SITE_URL.rstrip("/")


def state(event: Event) -> str:
    """What the results are worth, as the head of each page says it."""
    sentences: dict[str, str] = {
        Event.Visibility.FINAL: _("Final results."),
        Event.Visibility.PROVISIONAL: _("Provisional results."),
        Event.Visibility.FROZEN: _("Results as announced so far."),
        Event.Visibility.EMBARGOED: _("Results at the ceremony."),
    }
    return sentences.get(event.visibility, _("Not public."))


def leaders(event: Event, table: Table) -> str:
    """The first of a standing, where everybody may know them."""
    if not (event.shows_results and table.has_points):
        return ""
    first = (entry for entry in table.entries if entry.ranked.place <= LEADERS)
    return ", ".join(f"{entry.ranked.place}. {isolated(entry.name)}" for entry in list(first)[:LEADERS])


@event_page()
def card_picture(request: PageRequest, event: Event) -> HttpResponse:
    day = date_format(event.held_on, "DATE_FORMAT")
    answer = HttpResponse(card(event.name, day, state(event), event.accent), content_type="image/png")
    patch_cache_control(answer, no_cache=True)
    return answer


urlpatterns = [path("card.png", card_picture, name="card")]
