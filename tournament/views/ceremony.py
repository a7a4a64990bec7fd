"""The ceremony: a standing revealed place by place on a projector. For organisers alone; the public sees nothing of it."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ..forms.ceremony import Choose
from ..models import Event
from ..record.ceremony import Reveal, doubts, reveal
from ..record.publications import FINAL, in_the_way
from ..record.snapshot import snapshot
from .answers import trail
from .common import event_page
from .requests import PageRequest


@require_safe
@never_cache
@event_page(needs="run")
def ceremony(request: PageRequest, event: Event) -> HttpResponse:
    """Choose what to reveal; chosen, the screen that reveals it. All of it is on that page, so it needs no network."""
    chosen = "standing" in request.GET
    form = Choose(event, request.GET if chosen else None)
    if chosen and form.is_valid():
        return _screen(request, event, form.cleaned_data)
    context = {
        "form": form,
        "doubts": doubts(event),
        "in_the_way": in_the_way(event, FINAL) if event.visibility != FINAL else "",
        "crumbs": trail(event, (_("Ceremony"),)),
    }
    return render(request, "ceremony/choose.html", context, status=400 if form.errors else 200)


def _screen(request: PageRequest, event: Event, chosen: dict[str, str]) -> HttpResponse:
    kind, _dash, grade = chosen["standing"].partition("-")
    with snapshot():
        division = get_object_or_404(event.divisions, grade=int(grade))
        shown: Reveal = reveal(event, division, kind, only_awards=chosen["places"] == "awards")
        return render(request, "ceremony/screen.html", {"reveal": shown})


urlpatterns = [path("ceremony/", ceremony, name="ceremony")]
