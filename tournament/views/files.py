"""The tables of the public pages as files, beside each page and under the same rules of visibility."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path

from ..models import Division, Event
from ..record.rounds import grades_in
from ..record.standings import members_table, players_table, team_entry, teams_table
from ..tables import methods, standings
from ..tables.columns import Columns
from ..tables.writing import CONTENT_TYPES, written
from . import endings  # noqa: F401 -- the converter of the addresses below
from .common import find_round, find_team
from .copies import event_as_shown, with_digest
from .published import results_page, standing_title
from .puzzle_page import find_methods, title_of
from .requests import PageRequest


def file(table_of: Callable[..., Columns]) -> Callable[..., HttpResponse]:
    """A view that sends the table which `table_of(event, …)` makes."""

    @results_page
    @wraps(table_of)
    def view(request: PageRequest, event: Event, form: str, **parts) -> HttpResponse:
        table = table_of(event, **parts)
        name = f"{_name(request, event, table)}.{form}"
        return with_digest(request, written(table, form), CONTENT_TYPES[form], name)

    return view


def _name(request: PageRequest, event: Event, table: Columns) -> str:
    """A file leaves the page that says so: one that the public does not read yet says it in its name."""
    ahead = event.shown_id and event_as_shown(request) is None
    return f"{event.slug}-{table.name}{'-not-public' if ahead else ''}"


@file
def division_file(event: Event, grade: int, kind: str) -> Columns:
    found = get_object_or_404(Division, event=event, grade=grade)
    table = (teams_table if kind == "teams" else players_table)(event, found)
    return standings.standing(event, found, kind, standing_title(found, kind), table)


@file
def team_file(event: Event, team_id: int) -> Columns:
    found = find_team(event, team_id)
    _division, own = team_entry(event, found)
    return standings.members(event, found, own, members_table(event, found))


@file
def round_file(event: Event, position: int) -> Columns:
    round_ = find_round(event, position)
    if not round_.shows_puzzles:
        raise Http404
    return standings.of_round(event, round_, grades_in(event, round_))


@file
def methods_file(event: Event, position: int, grade: int) -> Columns:
    found = find_methods(event, position, grade)
    return methods.of_grade(event, found, title_of(found))


urlpatterns = [
    path("grade-<int:grade>.<form:form>", division_file, {"kind": "players"}, name="division-file"),
    path("grade-<int:grade>-teams.<form:form>", division_file, {"kind": "teams"}, name="division-teams-file"),
    path("team-<int:team_id>.<form:form>", team_file, name="team-file"),
    path("round-<int:position>.<form:form>", round_file, name="round-file"),
    path("round-<int:position>-grade-<int:grade>-methods.<form:form>", methods_file, name="methods-file"),
]
