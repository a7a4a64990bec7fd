"""Addresses of the API: the resources and views in the `api.py` of each folder, below /api/v1/.

`resources` there is {the name in the address: the viewset} of an event, `urlpatterns` has what else there is.
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from django.urls import include, path
from django.views.generic import RedirectView
from rest_framework.routers import SimpleRouter

import tournament

VERSION = "v1"


def _modules() -> list:
    folders = [each.name for each in iter_modules(tournament.__path__, "tournament.") if each.ispkg]
    return [import_module(f"{name}.api") for name in folders if find_spec(f"{name}.api")]


def _addresses() -> list:
    router = SimpleRouter(use_regex_path=False)
    others: list = []
    for module in _modules():
        for name, view in getattr(module, "resources", {}).items():
            router.register(f"events/<slug:slug>/{name}", view, basename=f"api-{name.replace('/', '-')}")
        others += getattr(module, "urlpatterns", [])
    return [*others, *router.urls]


urlpatterns = [
    path("", RedirectView.as_view(url=f"/api/{VERSION}/"), name="api-versions"),
    path(f"{VERSION}/", include(_addresses())),
]
