"""Addresses. Each noun's pages keep their own list beside the views; the names are used in templates and tests."""

from django.contrib import admin
from django.urls import include, path

from .views import (
    account,
    entrants,
    events,
    history,
    keyings,
    notation,
    people,
    public,
    puzzles,
    rounds,
    rulings,
    sameness,
)

event_pages = [
    *public.urlpatterns,
    *notation.urlpatterns,
    *events.urlpatterns,
    *people.urlpatterns,
    *entrants.urlpatterns,
    *rounds.urlpatterns,
    *puzzles.urlpatterns,
    *keyings.urlpatterns,
    *rulings.urlpatterns,
    *sameness.urlpatterns,
    *history.urlpatterns,
]

handler400 = "tournament.views.common.bad_request"

urlpatterns = [
    *account.urlpatterns,
    *events.site_urlpatterns,
    path("events/<slug:slug>/", include(event_pages)),
    path("api/", include("tournament.api.urls")),
    path("admin/", admin.site.urls),
]
