"""The guides, for everybody; each page of the program links to its paragraph (`web/help.py`). And the page *About*:
version, licence, what is kept of children, whom to ask. Each page leads there from its foot."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ..common.installation import BASE_DIR
from . import rendering


@require_safe
def every_guide(request: HttpRequest) -> HttpResponse:
    guides = [rendering.guide(name, _language()) for name in rendering.names()]
    is_foreign = any(each and each.language != _language() for each in guides)
    return render(request, "guides/guides.html", {"guides": guides, "is_foreign": is_foreign})


@require_safe
def one_guide(request: HttpRequest, name: str) -> HttpResponse:
    guide = rendering.guide(name, _language())
    if guide is None:
        raise Http404
    return render(request, "guides/guide.html", {"guide": guide, "is_foreign": guide.language != _language()})


def _language() -> str:
    """The reader's, without its country."""
    return (get_language() or rendering.LANGUAGE).split("-")[0]


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "guides/about.html", {"source_url": settings.SOURCE_URL})


@require_safe
def licence_text(request: HttpRequest, file: str) -> HttpResponse:
    text = (BASE_DIR / file).read_text(encoding="utf-8")
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


site_urlpatterns = [
    path("help/", every_guide, name="guides"),
    path("help/<slug:name>/", one_guide, name="guide"),
    path("about/", about, name="about"),
    path("about/licence/", licence_text, {"file": "LICENSE"}, name="about-licence"),
    path("about/notice/", licence_text, {"file": "NOTICE"}, name="about-notice"),
]
