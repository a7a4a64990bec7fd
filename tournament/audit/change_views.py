"""Tells an open page whether something has changed, but not what."""

from django.http import HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from ..models import Event
from ..web.pages import PageRequest, event_page


@require_safe
@cache_control(no_cache=True)
@conditional_page
@event_page(from_copy=False)
def changes(request: PageRequest, event: Event) -> HttpResponse:
    return JsonResponse({"number": event.change_number})


@event_page(from_copy=False, get_only=True)
def stream(request: PageRequest, event: Event) -> HttpResponse:
    """Under a server without event streams. 204 tells a browser not to come back, and its page asks for `changes`."""
    return HttpResponse(status=204)


urlpatterns = [
    path("changes/", changes, name="changes"),
    path("changes/stream", stream, name="changes-stream"),
]
