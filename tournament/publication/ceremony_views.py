"""The ceremony pages: a standing revealed place by place on a projector. For organisers only."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ..models import Event
from ..web.form_pages import trail
from ..web.pages import event_page
from ..web.requests import PageRequest
from ..web.snapshot import snapshot
from .ceremony import Reveal, open_awards, reveal
from .forms import Choose
from .queries import FINAL, obstacle


@require_safe
@never_cache
@event_page(needs="run")
def ceremony(request: PageRequest, event: Event) -> HttpResponse:
    """The form that chooses a standing, then the screen that reveals it. The screen needs no network."""
    chosen = "standing" in request.GET
    form = Choose(event, request.GET if chosen else None)
    if chosen and form.is_valid():
        return _screen(request, event, form.cleaned_data)
    context = {
        "form": form,
        "open_awards": open_awards(event),
        "obstacle": obstacle(event, FINAL) if event.visibility != FINAL else "",
        "crumbs": trail(event, (_("Ceremony"),)),
    }
    return render(request, "publication/ceremony_choose.html", context, status=400 if form.errors else 200)


def _screen(request: PageRequest, event: Event, chosen: dict[str, str]) -> HttpResponse:
    kind, _dash, grade = chosen["standing"].partition("-")
    with snapshot():
        division = get_object_or_404(event.divisions, grade=int(grade))
        shown: Reveal = reveal(event, division, kind, only_awards=chosen["places"] == "awards")
        return render(request, "publication/ceremony_screen.html", {"reveal": shown})


urlpatterns = [path("ceremony/", ceremony, name="ceremony")]
