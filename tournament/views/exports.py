"""The public export beside the public pages, for whoever wants to count again."""

from django.http import HttpResponse
from django.urls import path

from ..exporting import public
from ..models import Event
from .copies import with_digest
from .published import results_page
from .requests import PageRequest


@results_page
def event_export(request: PageRequest, event: Event) -> HttpResponse:
    return with_digest(request, public.shown(event), "application/json", f"{event.slug}.json")


urlpatterns = [path("event.json", event_export, name="event-export")]
