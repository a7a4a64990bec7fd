"""The tables of the public pages as files, with the same visibility as the pages, and the picture of their links."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.cache import patch_cache_control
from django.utils.formats import date_format

from ..common.files.table_files import Columns
from ..models import Division, Event
from ..printing.social_card import card
from ..standings.standings import members_table, players_table, team_entry, teams_table
from ..web.pages import PageRequest, event_page, find_round, find_team
from ..web.published import page_arguments
from ..web.published.addresses import copied
from ..web.published.page_arguments import in_every_form
from . import columns
from .public_page import standing_title, state, table_file
from .rounds import grades_in
from .views import find_methods, title_of


@copied(in_every_form(page_arguments.grades), order=3)
@table_file
def division_file(event: Event, grade: int, kind: str) -> Columns:
    division = get_object_or_404(Division, event=event, grade=grade)
    table = (teams_table if kind == "teams" else players_table)(event, division)
    return columns.standings_table(event, division, kind, standing_title(division, kind), table)


@copied(in_every_form(page_arguments.teams))
@table_file
def team_file(event: Event, team_id: int) -> Columns:
    team = find_team(event, team_id)
    _division, own = team_entry(event, team)
    return columns.team_table(event, team, own, members_table(event, team))


@copied(in_every_form(page_arguments.shown_rounds), order=3)
@table_file
def round_file(event: Event, position: int) -> Columns:
    round_ = find_round(event, position)
    if not round_.shows_puzzles:
        raise Http404
    return columns.round_table(event, round_, grades_in(event, round_))


@copied(in_every_form(page_arguments.asked_rounds_and_grades), order=3)
@table_file
def methods_file(event: Event, position: int, grade: int) -> Columns:
    methods = find_methods(event, position, grade)
    return columns.methods_table(event, methods, title_of(methods))


@copied(is_of_results=False, order=0)
@event_page()
def card_picture(request: PageRequest, event: Event) -> HttpResponse:
    day = date_format(event.held_on, "DATE_FORMAT")
    answer = HttpResponse(card(event.name, day, state(event), event.accent), content_type="image/png")
    patch_cache_control(answer, no_cache=True)
    return answer


urlpatterns = [
    path("card.png", card_picture, name="card"),
    path("grade-<int:grade>.<form:form>", division_file, {"kind": "players"}, name="division-file"),
    path("grade-<int:grade>-teams.<form:form>", division_file, {"kind": "teams"}, name="division-teams-file"),
    path("team-<int:team_id>.<form:form>", team_file, name="team-file"),
    path("round-<int:position>.<form:form>", round_file, name="round-file"),
    path("round-<int:position>-grade-<int:grade>-methods.<form:form>", methods_file, name="methods-file"),
]
