"""The public page “How to play”: each round of the event, with an example and its points."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Event
from ..web.pages import PageRequest, crumbs, event_page
from ..web.published.addresses import copied
from .how_to_play import how_to_play, live_games


@copied(is_of_results=False, order=0)
@event_page()
def show(request: PageRequest, event: Event) -> HttpResponse:
    context = {
        "games": how_to_play(event),
        "live_games": live_games(event),
        "crumbs": crumbs(event, (_("How to play"),)),
    }
    return render(request, "rounds/how_to_play.html", context)


urlpatterns = [path("how-to-play/", show, name="how-to-play")]
