"""The base of views of the API that anybody may read, with the same visibility as the pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.response import Response

from ..models import Event
from ..web.permissions import capabilities, sees_results
from ..web.published.serving import event_as_shown, in_place_of
from ..web.snapshot import snapshot
from .parameters import NamedParameters
from .throttles import PublicThrottle, TokenThrottle


@method_decorator(cache_control(no_cache=True), name="dispatch")
@method_decorator(conditional_page, name="dispatch")
class PublicView(NamedParameters):
    """Anybody may read. A request with a current ETag gets 304."""

    has_etags = True
    permission_classes = [AllowAny]
    throttle_classes = [PublicThrottle, TokenThrottle]

    def __init_subclass__(cls, **more: Any):
        """A response never shows half of a re-score. That is not around the whole request, which is counted."""
        super().__init_subclass__(**more)
        if "get" in vars(cls):
            cls.get = _of_one_state(cls.get)  # type: ignore[attr-defined]

    def dispatch(self, request: HttpRequest, *args, **parts) -> HttpResponseBase:
        published = self._published(request, parts.get("slug"))
        if published and not self.unknown_parameters(request.GET):
            return published
        return super().dispatch(request, *args, **parts)

    def _published(self, request: HttpRequest, slug: str | None) -> HttpResponse | None:
        """The response stored in the copy that the public sees, if there is one."""
        self.event = event_as_shown(request) or (Event.objects.filter(slug=slug).first() if slug else None)
        if self.event is None or self.event.shown_id is None:
            return None
        return in_place_of(request, self.event, capabilities(request.user, self.event))

    def find_event(self, slug: str) -> Event:
        """The event, or 404 if there is none or this user may not see its results."""
        event = self.event
        if event is None or not sees_results(event, capabilities(self.request.user, event)):
            raise NotFound(_("There is no such event, or its results are not public."))
        return event


def _of_one_state(get: Callable[..., Response]) -> Callable[..., Response]:
    @wraps(get)
    def answer(*args: Any, **parts: Any) -> Response:
        with snapshot():
            return get(*args, **parts)

    return answer
