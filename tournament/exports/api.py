"""The public export in the API."""

from django.urls import path
from django.views.generic import RedirectView

urlpatterns = [
    # one file, stored once with a published copy; a program follows, as it does from `/api/`
    path("events/<slug:slug>/export/", RedirectView.as_view(pattern_name="event-export"), name="api-export"),
]
