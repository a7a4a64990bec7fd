"""Addresses. Each noun's pages keep their own list beside the views; the names are used in templates and tests."""

from django.contrib import admin
from django.urls import include, path

from .accounts import account_views, link_views, people_views, token_views, views as account
from .archive import views as archive
from .audit import change_views, views as history
from .check_in import views as check_in
from .competitions import public_views as joint_standings, views as competitions
from .disputes import coach_link_views, coach_views, views as disputes
from .exports import views as exports
from .guides import about, views as guides
from .hall_clock import views as hall_clock
from .handouts import views as handouts, walk_in_views
from .imports.kinds import kinds
from .jobs import views as jobs
from .keying import views as keyings
from .next_event import views as next_event
from .organiser import board_views, round_views, views as events, waiting_views
from .play import urls as play
from .practice import views as practice
from .publication import ceremony_views, views as publications
from .puzzle_digests import views as puzzle_keys
from .puzzle_papers import views as puzzle_papers
from .puzzle_sets import day_views as puzzle_day, views as puzzle_sets
from .rekeying import views as readings
from .rescoring import propose_views, views as rescores
from .restoring import views as restoring
from .results import file_views, link_previews, views as public
from .roster import deletion_views, relation_views, roster_file, views as entrants
from .round_puzzles import views as puzzle_views
from .rounds import how_to_play_views, notation_views
from .rulings import queue_views as judge_queue, views as rulings
from .same_method_rulings import views as same_method_rulings
from .series import file_views as series_files, public_views as series, views as games
from .set_library import views as set_library
from .sheets import print_views, return_desk, scan_views, views as sheet
from .standings import penalty_views, views as criteria
from .statistics import views as records
from .ties import views as ties
from .to_sign import views as inbox
from .word_lists import views as word_lists

event_pages = [
    *public.urlpatterns,
    *change_views.urlpatterns,
    *file_views.urlpatterns,
    *records.urlpatterns,
    *link_previews.urlpatterns,
    *joint_standings.urlpatterns,
    *competitions.urlpatterns,
    *exports.urlpatterns,
    *how_to_play_views.urlpatterns,
    *notation_views.urlpatterns,
    *events.urlpatterns,
    *next_event.urlpatterns,
    *publications.urlpatterns,
    *ceremony_views.urlpatterns,
    *people_views.urlpatterns,
    *link_views.urlpatterns,
    *token_views.urlpatterns,
    *relation_views.urlpatterns,
    *entrants.urlpatterns,
    *roster_file.urlpatterns,
    *deletion_views.urlpatterns,
    *(address for kind in kinds().values() for address in kind.urlpatterns),
    *check_in.urlpatterns,
    *archive.urlpatterns,
    *handouts.urlpatterns,
    *walk_in_views.urlpatterns,
    *round_views.urlpatterns,
    *waiting_views.urlpatterns,
    *puzzle_views.urlpatterns,
    *puzzle_papers.urlpatterns,
    *puzzle_day.urlpatterns,
    *puzzle_keys.urlpatterns,
    *set_library.urlpatterns,
    *puzzle_sets.urlpatterns,
    *keyings.urlpatterns,
    *readings.urlpatterns,
    *board_views.urlpatterns,
    *hall_clock.urlpatterns,
    *jobs.urlpatterns,
    *print_views.urlpatterns,
    *return_desk.urlpatterns,
    *scan_views.urlpatterns,
    *sheet.urlpatterns,
    *judge_queue.urlpatterns,
    *rulings.urlpatterns,
    *same_method_rulings.urlpatterns,
    *history.urlpatterns,
    *inbox.urlpatterns,
    *disputes.urlpatterns,
    *coach_link_views.urlpatterns,
    *criteria.urlpatterns,
    *penalty_views.urlpatterns,
    *ties.urlpatterns,
    *word_lists.urlpatterns,
    *games.urlpatterns,
    *series.urlpatterns,
    *series_files.urlpatterns,
    *rescores.urlpatterns,
    *propose_views.urlpatterns,
]

handler400 = "tournament.web.pages.bad_request"
handler404 = "tournament.web.pages.missing_page"
handler500 = "tournament.web.outages.server_error"

urlpatterns = [
    *account.urlpatterns,
    *account_views.urlpatterns,
    *token_views.site_urlpatterns,
    *guides.urlpatterns,
    *about.urlpatterns,
    *events.site_urlpatterns,
    *publications.site_urlpatterns,
    *restoring.site_urlpatterns,
    *coach_views.site_urlpatterns,
    *sheet.site_urlpatterns,
    *play.urlpatterns,
    *practice.urlpatterns,
    path("events/<slug:slug>/", include(event_pages)),
    path("", include("tournament.health.views")),
    path("api/", include("tournament.api.urls")),
    path("admin/", admin.site.urls),
]
