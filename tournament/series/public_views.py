"""Public pages of live games, and their files: a series, one of its games, and the games of two players."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext as _

from judging.games.live_games import GAMES

from ..common.files.table_files import Cell, Column, Columns
from ..game_tables.rude_words import covered
from ..models import Event, Fixture, FixtureSide, Player, Series, Table
from ..moves.table_cache import known
from ..results.columns import file_facts
from ..results.public_page import links, results_page, show, table_file
from ..web.pages import PageRequest
from ..web.published import page_arguments
from ..web.published.addresses import PageArguments, copied
from ..web.published.page_arguments import in_every_form
from .fixtures import is_finished
from .results import FixtureResult, results, results_of
from .standings import SeriesStanding, head_to_head, standings, winners
from .transcripts import rounds, seats_of, text_of


def _fixtures(event: Event) -> Iterable[PageArguments]:
    return Fixture.objects.filter(series__event=event).order_by("pk").values_list("pk")


def _meetings(event: Event) -> Iterable[PageArguments]:
    """(series, number, number) of the two players of each game of two; once each."""
    sides = FixtureSide.objects.filter(fixture__series__event=event).order_by("fixture", "place")
    numbers: dict[tuple[int, int], list[int]] = {}
    for series, fixture, number in sides.values_list("fixture__series", "fixture", "player__number"):
        numbers.setdefault((series, fixture), []).append(number)
    return sorted({(series, *pair) for (series, _fixture), pair in numbers.items() if len(pair) == 2})


@copied(page_arguments.series)
@results_page
def series(request: PageRequest, event: Event, series_id: int) -> HttpResponse:
    row = find_series(event, series_id)
    games = results(event, row)
    placed = standings(event, row, games)
    return show(
        request,
        "series/series.html",
        [(row.name,)],
        series=row,
        game=GAMES[row.game],
        standings=placed,
        winners=winners(placed) if is_finished(row, games) else [],
        rounds=[(number, list(each)) for number, each in groupby(games, key=lambda result: result.fixture.round)],
        files=links("series-file", event.slug, row.pk),
        game_files=links("series-games-file", event.slug, row.pk),
        is_live=event.shows_all,
    )


@copied(_fixtures, order=6)  # behind the series that it belongs to
@results_page
def game(request: PageRequest, event: Event, fixture_id: int) -> HttpResponse:
    """A game with its points and, once it is over, all its moves."""
    result = find_game(event, fixture_id)
    parent = result.fixture.series
    title = _("Game %(number)s") % {"number": f"{result.fixture.round}.{result.fixture.number}"}
    return show(
        request,
        "series/game.html",
        [(parent.name, "series", parent.pk), (title,)],
        series=parent,
        title=title,
        game=GAMES[parent.game],
        result=result,
        is_live=event.shows_all,
        **(_played(event, result.fixture.table) if result.is_over and result.fixture.table else {}),
    )


def _played(event: Event, table: Table) -> dict[str, Any]:
    """The moves and rounds of a finished game, for its page."""
    seats = seats_of(event, table)
    return {
        "text": text_of(event, table),
        "game_rounds": [{**each, "view": covered(each["view"])} for each in rounds(known(table))],
        "round_template": f"play/{table.game}/_round.html",
        "seat_by_number": seats,
        "role": "",
    }


@copied(_meetings)
@results_page
def two_players(request: PageRequest, event: Event, series_id: int, first: int, second: int) -> HttpResponse:
    """The games of two players against each other; 404 if they are not to meet in this series."""
    row = find_series(event, series_id)
    one, other = (get_object_or_404(Player, event=event, number=number) for number in (first, second))
    meetings = [each for each in results(event, row) if {one, other} <= {side.player for side in each.sides}]
    if one == other or not meetings:
        raise Http404
    names = (one.public_name(event), other.public_name(event))
    title = _("%(first)s against %(second)s") % {"first": names[0], "second": names[1]}
    return show(
        request,
        "series/two_players.html",
        [(row.name, "series", row.pk), (title,)],
        series=row,
        title=title,
        names=names,
        meetings=meetings,
        head_to_head=head_to_head(meetings, one, other),
    )


@copied(in_every_form(page_arguments.series))
@table_file
def standings_file(event: Event, series_id: int) -> Columns:
    """A row for each player."""
    row = find_series(event, series_id)
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
    rows = tuple(_standing(entry) for entry in standings(event, row, results(event, row)))
    return Columns(f"series-{row.pk}", row.name, file_facts(event, series=row.name), columns, rows)


def _standing(entry: SeriesStanding) -> tuple[Cell, ...]:
    row = entry.row
    counts = (row.played, row.won, row.drawn, row.lost, row.scored, row.difference, row.points)
    return (row.place, row.is_shared, entry.player.number, entry.name, *counts)


@copied(in_every_form(page_arguments.series))
@table_file
def fixtures_file(event: Event, series_id: int) -> Columns:
    """A row for each player of each fixture."""
    row = find_series(event, series_id)
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
    rows = tuple(row for result in results(event, row) for row in _sides(result))
    return Columns(f"series-{row.pk}-games", row.name, file_facts(event, series=row.name), columns, rows)


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


def find_series(event: Event, series_id: int) -> Series:
    return get_object_or_404(Series, event=event, pk=series_id)


def find_game(event: Event, fixture_id: int) -> FixtureResult:
    rows = Fixture.objects.select_related("series", "table").prefetch_related("sides__player")
    return results_of(event, [get_object_or_404(rows, series__event=event, pk=fixture_id)])[0]


urlpatterns = [
    path("series/<int:series_id>/", series, name="series"),
    path("series/<int:series_id>/<int:first>-<int:second>/", two_players, name="head-to-head"),
    path("series/game/<int:fixture_id>/", game, name="series-game"),
    path("series-<int:series_id>.<form:form>", standings_file, name="series-file"),
    path("series-<int:series_id>-games.<form:form>", fixtures_file, name="series-games-file"),
    path("game-<int:fixture_id>.txt", transcript_file, name="game-transcript"),
]
