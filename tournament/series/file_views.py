"""The tables of a series as files, and the text of a finished game."""

from collections.abc import Iterable

from django.http import Http404, HttpResponse
from django.urls import path

from ..common.files.table_files import Columns
from ..models import Event, Fixture, Table
from ..results.public_page import results_page, table_file
from ..web.pages import PageRequest
from ..web.published import page_arguments
from ..web.published.addresses import PageArguments, copied
from ..web.published.page_arguments import in_every_form
from . import columns
from .public_views import find_game, find_series
from .results import results
from .standings import standings
from .transcripts import text_of


@copied(in_every_form(page_arguments.series))
@table_file
def standings_file(event: Event, series_id: int) -> Columns:
    series = find_series(event, series_id)
    return columns.standings_table(event, series, standings(event, series, results(event, series)))


@copied(in_every_form(page_arguments.series))
@table_file
def fixtures_file(event: Event, series_id: int) -> Columns:
    series = find_series(event, series_id)
    return columns.fixtures_table(event, series, results(event, series))


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
