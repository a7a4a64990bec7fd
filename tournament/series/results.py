"""The result of each fixture. It follows from the moves of its table; nobody types it."""

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock

from cachetools import LRUCache, cached

from judging.games.live.replay import scores_by_seat
from judging.results.series import SeriesGame

from ..models import Event, Fixture, Player, Seat, Series, Table
from ..moves.table_cache import known

CACHED_RESULTS = 5_000  # results


@dataclass(frozen=True)
class FixturePlayer:
    """A player of a fixture; `points` once the game is over, None for whoever did not come."""

    player: Player
    name: str
    points: int | None = None
    is_winner: bool = False


@dataclass(frozen=True)
class FixtureResult:
    """`state` is "bye", "to_play", "open" (a table waits for its players), "playing" or "over"."""

    fixture: Fixture
    state: str
    sides: tuple[FixturePlayer, ...]
    played: SeriesGame | None = None

    @property
    def is_over(self) -> bool:
        return self.state == "over"

    @property
    def is_draw(self) -> bool:
        return self.played is not None and self.played.winner is None

    @property
    def goes_on(self) -> Player | None:
        """The player who goes on to the next round: the winner, or whoever has a bye."""
        if self.state == "bye":
            return self.sides[0].player
        return next((side.player for side in self.sides if side.is_winner), None)


def results(event: Event, series: Series) -> list[FixtureResult]:
    """The result of every fixture, in order."""
    fixtures = series.fixtures.select_related("table").prefetch_related("sides__player")
    return results_of(event, list(fixtures))


def results_of(event: Event, fixtures: Iterable[Fixture]) -> list[FixtureResult]:
    fixtures = list(fixtures)
    over = [each.table for each in fixtures if each.table is not None and each.table.stage == Table.Stage.OVER]
    points = {table.pk: points_by_player(table) for table in over}
    return [_result(event, fixture, points) for fixture in fixtures]


def points_by_player(table: Table) -> dict[int, int]:
    """The points of each player (id) who had a seat at a table that is over."""
    by_seat = _scores(table)
    seats = Seat.objects.filter(table=table, player__isnull=False).values_list("number", "player")
    points: dict[int, int] = {}
    for number, player in seats:
        if number in by_seat and player is not None:
            points[player] = points.get(player, 0) + by_seat[number]
    return points


@cached(LRUCache(CACHED_RESULTS), key=lambda table: (table.code, table.changes), lock=Lock())
def _scores(table: Table) -> dict[int, int]:
    """The points of each seat. Worked out again only when something was written about the table."""
    read = known(table)
    return scores_by_seat(read.game, read.position)


def _result(event: Event, fixture: Fixture, points: dict[int, dict[int, int]]) -> FixtureResult:
    sides = list(fixture.sides.all())
    table_points = points.get(fixture.table_id or 0)
    played = _played([side.player_id for side in sides], table_points) if table_points is not None else None
    shown = tuple(
        FixturePlayer(
            side.player,
            side.player.public_name(event),
            table_points.get(side.player_id) if table_points is not None else None,
            played is not None and played.winner == side.player_id,
        )
        for side in sides
    )
    return FixtureResult(fixture, _state(fixture, len(sides)), shown, played)


def _played(players: list[int], points: dict[int, int]) -> SeriesGame:
    """The game as the standings count it: a player without a seat at its end has no points and cannot win."""
    absent = frozenset(player for player in players if player not in points)
    return SeriesGame({player: points.get(player, 0) for player in players}, absent)


def _state(fixture: Fixture, sides: int) -> str:
    if sides == 1:
        return "bye"
    if fixture.table is None:
        return "to_play"
    return {Table.Stage.LOBBY: "open", Table.Stage.PLAYING: "playing"}.get(Table.Stage(fixture.table.stage), "over")
