"""Addresses. Each noun's pages keep their own list beside the views; the names are used in templates and tests."""

from django.contrib import admin
from django.urls import include, path

from .views import (
    account,
    ceremony,
    changes,
    coach,
    coach_links,
    disputes,
    entrants,
    events,
    exports,
    history,
    keyings,
    lines_import,
    notation,
    people,
    public,
    publications,
    puzzle_page,
    puzzles,
    readings,
    relations,
    rescore_propose,
    rescores,
    return_desk,
    rounds,
    rulings,
    sameness,
    scans,
    sheet,
    sheets,
)

event_pages = [
    *public.urlpatterns,
    *changes.urlpatterns,
    *puzzle_page.urlpatterns,
    *exports.urlpatterns,
    *notation.urlpatterns,
    *events.urlpatterns,
    *publications.urlpatterns,
    *ceremony.urlpatterns,
    *people.urlpatterns,
    *relations.urlpatterns,
    *entrants.urlpatterns,
    *rounds.urlpatterns,
    *puzzles.urlpatterns,
    *lines_import.urlpatterns,
    *keyings.urlpatterns,
    *readings.urlpatterns,
    *sheets.urlpatterns,
    *return_desk.urlpatterns,
    *scans.urlpatterns,
    *sheet.urlpatterns,
    *rulings.urlpatterns,
    *sameness.urlpatterns,
    *history.urlpatterns,
    *disputes.urlpatterns,
    *coach_links.urlpatterns,
    *rescores.urlpatterns,
    *rescore_propose.urlpatterns,
]

handler400 = "tournament.views.common.bad_request"

urlpatterns = [
    *account.urlpatterns,
    *events.site_urlpatterns,
    *publications.site_urlpatterns,
    *coach.site_urlpatterns,
    *sheet.site_urlpatterns,
    path("events/<slug:slug>/", include(event_pages)),
    path("api/", include("tournament.api.urls")),
    path("admin/", admin.site.urls),
]
