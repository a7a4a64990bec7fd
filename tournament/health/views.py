"""Addresses for programs that watch the site. They say which part fails, and nothing of anybody's data."""

import hmac
from functools import lru_cache
from time import monotonic

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from .. import VERSION
from . import checks, metrics
from .alive import alive

STATE_SECONDS = 2  # seconds


@lru_cache(maxsize=1)
def _state(_at: int) -> dict[str, str]:
    return {part.name: "failing" if part.problem else "good" for part in checks.parts()}


@require_safe
@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """{part: "good" or "failing"} and the version; 503 if a part fails. `manage.py doctor` explains why. The answer is
    cached for STATE_SECONDS, so that frequent checks hardly burden the database and the broker."""
    state = _state(int(monotonic() / STATE_SECONDS))
    return JsonResponse({**state, "version": VERSION}, status=503 if "failing" in state.values() else 200)


@require_safe
@never_cache
def figures(request: HttpRequest) -> HttpResponse:
    """For Prometheus, with METRICS_TOKEN as bearer token. Without such a setting there is no such page."""
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not hmac.compare_digest(
        request.headers.get("Authorization", "").encode(), wanted.encode()
    ):
        raise Http404
    return HttpResponse(metrics.text(), content_type=CONTENT_TYPE_LATEST)


site_urlpatterns = [
    path("healthz", alive, name="alive"),
    path("readyz", ready, name="ready"),
    path("metrics", figures, name="metrics"),
]
