"""The series of live games in the public export: who plays whom, and of each game that is over its points and its text,
from which anyone can count them again."""

from collections.abc import Iterator

from ..models import Event, Seat, Table
from ..series.results import FixturePlayer, FixtureResult, results
from ..series.standings import SeriesStanding, standings
from ..series.transcripts import text_of


def series_of(event: Event) -> Iterator[dict]:
    for series in event.series.order_by("pk"):
        played = results(event, series)
        yield {
            "series": series.name,
            "game": series.game,
            "kind": series.kind,
            "counts_points": series.counts_points,
            "win": series.win_points,
            "draw": series.draw_points,
            "games": [_game(event, result) for result in played],
            "standings": [_entry(entry) for entry in standings(event, series, played)],
        }


def _name(side: FixturePlayer | SeriesStanding) -> str:
    return f"player {side.player.number}"


def _game(event: Event, result: FixtureResult) -> dict:
    fixture = result.fixture
    row: dict = {
        "round": fixture.round,
        "number": fixture.number,
        "room": fixture.room,
        "players": [_name(side) for side in result.sides],
        "over": result.is_over,
    }
    if result.is_over and fixture.table is not None:
        row["points"] = {_name(side): side.points for side in result.sides if side.points is not None}
        row["seats"] = _seats(fixture.table)
        row["text"] = text_of(event, fixture.table)
    return row


def _seats(table: Table) -> dict[str, str]:
    """The player of each seat, as the text names seats by their numbers."""
    seats = Seat.objects.filter(table=table, player__isnull=False).order_by("number")
    return {str(number): f"player {player}" for number, player in seats.values_list("number", "player__number")}


def _entry(entry: SeriesStanding) -> dict:
    row = entry.row
    return {
        "entrant": _name(entry),
        "place": row.place,
        "shared": row.is_shared,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "difference": row.difference,
        "points": row.points,
    }
