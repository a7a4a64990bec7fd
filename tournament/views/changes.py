"""What an open page asks to learn whether something has changed. It says that, and nothing of what."""

from django.http import HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from ..models import Event
from .common import event_page
from .requests import PageRequest


def number_of(event: Event) -> int:
    """The number of the event's last change; 0 where nothing has changed yet."""
    head = getattr(event, "change_head", None)
    return head.number if head else 0


@require_safe
@cache_control(no_cache=True)
@conditional_page
@event_page(from_copy=False)
def changes(request: PageRequest, event: Event) -> HttpResponse:
    return JsonResponse({"number": number_of(event)})


@require_safe
@event_page(from_copy=False)
def stream(request: PageRequest, event: Event) -> HttpResponse:
    """Under a server without event streams. 204 tells a browser not to come back, and its page asks for `changes`."""
    return HttpResponse(status=204)


urlpatterns = [
    path("changes/", changes, name="changes"),
    path("changes/stream", stream, name="changes-stream"),
]
