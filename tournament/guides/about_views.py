"""The page *About*: version, licence, what is kept of children, whom to ask. Each page leads here from its foot."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from ..common.installation import BASE_DIR


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "guides/about.html", {"source_url": settings.SOURCE_URL})


@require_safe
def licence_text(request: HttpRequest, file: str) -> HttpResponse:
    text = (BASE_DIR / file).read_text(encoding="utf-8")
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


site_urlpatterns = [
    path("about/", about, name="about"),
    path("about/licence/", licence_text, {"file": "LICENSE"}, name="about-licence"),
    path("about/notice/", licence_text, {"file": "NOTICE"}, name="about-notice"),
]
