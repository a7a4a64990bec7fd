"""The page of what waits for a person's signature."""

from django.http import HttpResponse
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


urlpatterns = [path("to-sign/", to_sign, name="to-sign")]
