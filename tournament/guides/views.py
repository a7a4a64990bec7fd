"""The guides, for everybody; each page of the program links to its paragraph (`web/help.py`)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from . import rendering


@require_safe
def every_guide(request: HttpRequest) -> HttpResponse:
    guides = [rendering.guide(name) for name in rendering.names()]
    return render(request, "guides/guides.html", {"guides": guides, **_language()})


@require_safe
def one_guide(request: HttpRequest, name: str) -> HttpResponse:
    guide = rendering.guide(name)
    if guide is None:
        raise Http404
    return render(request, "guides/guide.html", {"guide": guide, **_language()})


def _language() -> dict[str, object]:
    reader = (get_language() or rendering.LANGUAGE).split("-")[0]
    return {"guide_language": rendering.LANGUAGE, "is_foreign": reader != rendering.LANGUAGE}


urlpatterns = [
    path("help/", every_guide, name="guides"),
    path("help/<slug:name>/", one_guide, name="guide"),
]
