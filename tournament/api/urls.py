"""Addresses of the API: the resources and views in the `api.py` of each folder, below /api/v1/.

`resources` there is {the name in the address: the viewset} of an event, `urlpatterns` has what else there is.
"""

from django.urls import include, path
from django.views.generic import RedirectView
from rest_framework.routers import SimpleRouter

from ..common.modules import modules_named

VERSION = "v1"


def _addresses() -> list:
    router = SimpleRouter(use_regex_path=False)
    others: list = []
    for module in modules_named("api"):
        for name, view in getattr(module, "resources", {}).items():
            router.register(f"events/<slug:slug>/{name}", view, basename=f"api-{name.replace('/', '-')}")
        others += getattr(module, "urlpatterns", [])
    return [*others, *router.urls]


urlpatterns = [
    path("", RedirectView.as_view(url=f"/api/{VERSION}/"), name="api-versions"),
    path(f"{VERSION}/", include(_addresses())),
]
