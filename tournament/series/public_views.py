"""Public pages of live games: a series, one of its games, and the games of two players."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext as _

from judging.games.live_games import GAMES

from ..game_tables.rude_words import covered
from ..models import Event, Fixture, FixtureSide, Player, Series, Table
from ..moves.finished_rounds import rounds
from ..moves.table_cache import known
from ..results.public_page import links, results_page, show
from ..web.pages import PageRequest
from ..web.published import page_arguments
from ..web.published.addresses import PageArguments, copied
from .fixtures import is_finished
from .results import FixtureResult, results, results_of
from .standings import head_to_head, standings, winners
from .transcripts import seats_of, text_of


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


def find_series(event: Event, series_id: int) -> Series:
    return get_object_or_404(Series, event=event, pk=series_id)


def find_game(event: Event, fixture_id: int) -> FixtureResult:
    rows = Fixture.objects.select_related("series", "table").prefetch_related("sides__player")
    return results_of(event, [get_object_or_404(rows, series__event=event, pk=fixture_id)])[0]


urlpatterns = [
    path("series/<int:series_id>/", series, name="series"),
    path("series/<int:series_id>/<int:first>-<int:second>/", two_players, name="head-to-head"),
    path("series/game/<int:fixture_id>/", game, name="series-game"),
]
