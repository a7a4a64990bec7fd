"""The page of what waits for a person's signature, and the number beside it in the navigation."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Event
from ..web.pages import PageRequest, crumbs, event_page
from . import queries


@event_page(needs="desk")
def to_sign(request: PageRequest, event: Event) -> HttpResponse:
    context = {
        "inbox": queries.inbox(request.user, event, request.capabilities),
        "crumbs": crumbs(event, (_("To sign"), "to-sign")),
    }
    return render(request, "to_sign/to_sign.html", context)


def to_sign_count(request: HttpRequest) -> dict[str, int]:
    """Context processor: how many things wait for this person's signature at the event."""
    event = getattr(request, "event", None)
    able: frozenset[str] = getattr(request, "capabilities", frozenset())
    if event is None or "desk" not in able or not request.user.is_authenticated:
        return {"to_sign_count": 0}
    return {"to_sign_count": queries.count(request.user, event, able)}


urlpatterns = [path("to-sign/", to_sign, name="to-sign")]
