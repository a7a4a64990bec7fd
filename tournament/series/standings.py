"""Standings of a series, and the games of two players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judging.results.series import KnockoutGame, SeriesRow, SeriesRules, knockout_standings, standings as ranked

from ..models import Event, Player, Series
from .fixtures import third_place_game
from .results import FixtureResult


@dataclass(frozen=True)
class SeriesStanding:
    """A line of the standings, with the player and the name that the public reads."""

    row: SeriesRow
    player: Player
    name: str


def standings(event: Event, series: Series, results: Iterable[FixtureResult]) -> list[SeriesStanding]:
    """All players of the series, best first. Games that are not over count for nothing."""
    players = {each.player_id: each.player for each in series.players.select_related("player")}
    rows = _rows(series, list(players), list(results))
    return [SeriesStanding(row, players[row.player], players[row.player].public_name(event)) for row in rows]


def winners(placed: Sequence[SeriesStanding]) -> list[str]:
    """The names of those on the first place."""
    return [each.name for each in placed if each.row.place == 1]


def _rows(series: Series, players: Sequence[int], results: Sequence[FixtureResult]) -> list[SeriesRow]:
    rules = SeriesRules(series.win_points, series.draw_points, series.counts_points)
    if series.kind == Series.Kind.KNOCKOUT:
        third = third_place_game([result.fixture for result in results])
        games = [
            KnockoutGame(
                2 * result.fixture.round - (result.fixture == third),  # between the semi-finals and the final
                [side.player.pk for side in result.sides],
                result.played,
            )
            for result in results
        ]
        return knockout_standings(players, games, rules)
    over = [result.played for result in results if result.played is not None]
    return ranked(players, over, rules)


@dataclass(frozen=True)
class HeadToHead:
    """The games of two players that are over, with how many each won."""

    games: Sequence[FixtureResult]
    won: tuple[int, int]
    drawn: int


def head_to_head(results: Iterable[FixtureResult], first: Player, second: Player) -> HeadToHead:
    both = {first.pk, second.pk}
    games = [each for each in results if each.played is not None and both <= set(each.played.points)]
    ahead = [_ahead(each, first, second) for each in games]
    return HeadToHead(games, (ahead.count(1), ahead.count(-1)), ahead.count(0))


def _ahead(result: FixtureResult, first: Player, second: Player) -> int:
    """1 if the first player has more points in the game than the second, -1 if fewer, else 0."""
    assert result.played is not None
    points, absent = result.played.points, result.played.absent
    difference = (first.pk not in absent) - (second.pk not in absent) or points[first.pk] - points[second.pk]
    return (difference > 0) - (difference < 0)
