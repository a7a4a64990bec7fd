"""Addresses. Each folder has those of its pages beside the views, in modules called `views` or `…_views`, which are
found by themselves: `urlpatterns` are below /events/<slug>/, `site_urlpatterns` are not. Their names are used in
templates and tests."""

from django.contrib import admin
from django.urls import URLPattern, include, path

from .common.modules import modules_named
from .imports.kinds import kinds


def _by_words_first(pattern: URLPattern) -> list[int]:
    """Sort key: sheets/pictures/ comes before sheets/<int:position>/, and that before sheets/<str:code>/."""
    ranks = {"int": 1, "str": 3}
    parts = str(pattern.pattern).split("/")
    return [ranks.get(part.partition("<")[2].partition(":")[0], 2) if "<" in part else 0 for part in parts]


_modules = list(modules_named("views"))
_of_imports = [address for kind in kinds().values() for address in kind.urlpatterns]
_of_events = [address for module in _modules for address in getattr(module, "urlpatterns", [])]
_of_site = [address for module in _modules for address in getattr(module, "site_urlpatterns", [])]
event_pages = sorted([*_of_events, *_of_imports], key=_by_words_first)

handler400 = "tournament.web.refusal_pages.bad_request"
handler404 = "tournament.web.refusal_pages.missing_page"
handler500 = "tournament.web.outages.server_error"

urlpatterns = [
    *sorted(_of_site, key=_by_words_first),
    path("events/<slug:slug>/", include(event_pages)),
    path("api/", include("tournament.api.urls")),
    path("admin/", admin.site.urls),
]
