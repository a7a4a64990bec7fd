"""Standings and fixtures of a series as tables for files."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ..common.files.table_files import Cell, Column, Columns
from ..models import Event, Series
from ..results.columns import file_facts
from .results import FixtureResult
from .standings import SeriesStanding


def standings_table(event: Event, series: Series, entries: Sequence[SeriesStanding]) -> Columns:
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
    rows = tuple(_standing(entry) for entry in entries)
    return Columns(f"series-{series.pk}", series.name, file_facts(event, series=series.name), columns, rows)


def _standing(entry: SeriesStanding) -> tuple[Cell, ...]:
    row = entry.row
    counts = (row.played, row.won, row.drawn, row.lost, row.scored, row.difference, row.points)
    return (row.place, row.is_shared, entry.player.number, entry.name, *counts)


def fixtures_table(event: Event, series: Series, results: Sequence[FixtureResult]) -> Columns:
    """A row for each player of each fixture."""
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
    rows = tuple(row for result in results for row in _sides(result))
    facts = file_facts(event, series=series.name)
    return Columns(f"series-{series.pk}-games", series.name, facts, columns, rows)


def _sides(result: FixtureResult) -> list[tuple[Cell, ...]]:
    fixture = result.fixture
    starts = fixture.starts_at.isoformat() if fixture.starts_at else ""
    game = (fixture.round, fixture.number, fixture.room, starts, result.state)
    return [(*game, side.player.number, side.name, side.points, side.is_winner) for side in result.sides]
