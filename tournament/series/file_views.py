"""The tables of a series as files, and the text of a finished game."""

from collections.abc import Iterable

from django.http import Http404, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _

from ..common.files.table_files import Cell, Column, Columns
from ..models import Event, Fixture, Table
from ..results.columns import file_facts
from ..results.public_page import results_page, table_file
from ..web.pages import PageRequest
from ..web.published import page_arguments
from ..web.published.addresses import PageArguments, copied
from ..web.published.page_arguments import in_every_form
from .public_views import find_game, find_series
from .results import FixtureResult, results
from .standings import SeriesStanding, standings
from .transcripts import text_of


@copied(in_every_form(page_arguments.series))
@table_file
def standings_file(event: Event, series_id: int) -> Columns:
    """A row for each player."""
    series = find_series(event, series_id)
    columns = (
        Column(_("Place"), "place"),
        Column(_("Shared"), "shared"),
        Column(_("No."), "number"),
        Column(_("Player"), "name"),
        Column(_("Played"), "played"),
        Column(_("Won"), "won"),
        Column(_("Drawn"), "drawn"),
        Column(_("Lost"), "lost"),
        Column(_("Scored"), "scored"),
        Column(_("Difference"), "difference"),
        Column(_("Points"), "points"),
    )
    rows = tuple(_standing(entry) for entry in standings(event, series, results(event, series)))
    return Columns(f"series-{series.pk}", series.name, file_facts(event, series=series.name), columns, rows)


def _standing(entry: SeriesStanding) -> tuple[Cell, ...]:
    row = entry.row
    counts = (row.played, row.won, row.drawn, row.lost, row.scored, row.difference, row.points)
    return (row.place, row.is_shared, entry.player.number, entry.name, *counts)


@copied(in_every_form(page_arguments.series))
@table_file
def fixtures_file(event: Event, series_id: int) -> Columns:
    """A row for each player of each fixture."""
    series = find_series(event, series_id)
    columns = (
        Column(_("Round"), "round"),
        Column(_("Game"), "game"),
        Column(_("Room"), "room"),
        Column(_("Time"), "starts_at"),
        Column(_("State"), "state"),
        Column(_("No."), "number"),
        Column(_("Player"), "name"),
        Column(_("Points"), "points"),
        Column(_("Won"), "won"),
    )
    rows = tuple(row for result in results(event, series) for row in _sides(result))
    return Columns(f"series-{series.pk}-games", series.name, file_facts(event, series=series.name), columns, rows)


def _sides(result: FixtureResult) -> list[tuple[Cell, ...]]:
    fixture = result.fixture
    starts = fixture.starts_at.isoformat() if fixture.starts_at else ""
    game = (fixture.round, fixture.number, fixture.room, starts, result.state)
    return [(*game, side.player.number, side.name, side.points, side.is_winner) for side in result.sides]


def _games_over(event: Event) -> Iterable[PageArguments]:
    over = Fixture.objects.filter(series__event=event, table__stage=Table.Stage.OVER)
    return over.order_by("pk").values_list("pk")


@copied(_games_over)
@results_page
def transcript_file(request: PageRequest, event: Event, fixture_id: int) -> HttpResponse:
    """A game that is over as text; 404 before."""
    result = find_game(event, fixture_id)
    table = result.fixture.table
    if table is None or not result.is_over:
        raise Http404
    return HttpResponse(text_of(event, table), content_type="text/plain; charset=utf-8")


urlpatterns = [
    path("series-<int:series_id>.<form:form>", standings_file, name="series-file"),
    path("series-<int:series_id>-games.<form:form>", fixtures_file, name="series-games-file"),
    path("game-<int:fixture_id>.txt", transcript_file, name="game-transcript"),
]
