"""The public export, with the same visibility as the public pages."""

from django.http import HttpResponse
from django.urls import path

from ..models import Event
from ..results.public_page import results_page
from ..web.published.addresses import copied
from ..web.published.serving import with_digest
from ..web.requests import PageRequest
from . import public


@copied(order=9)
@results_page
def event_export(request: PageRequest, event: Event) -> HttpResponse:
    return with_digest(request, public.shown(event), "application/json", f"{event.slug}.json")


urlpatterns = [path("event.json", event_export, name="event-export")]
