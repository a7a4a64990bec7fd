"""The standings of a series of games: points for wins and draws, then the chain of docs/rules/series.md."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class SeriesRules:
    """What a game brings. With `counts_points` the points of the games are added up, and wins bring nothing."""

    win: int = 2
    draw: int = 1
    counts_points: bool = False


@dataclass(frozen=True)
class Played:
    """A game that is over: the points of each player in it, and who of them did not come."""

    points: Mapping[int, int]
    absent: frozenset[int] = frozenset()

    @property
    def best(self) -> frozenset[int]:
        """Who has most points of those who came; several in a draw."""
        present = {player: points for player, points in self.points.items() if player not in self.absent}
        most = max(present.values(), default=0)
        return frozenset(player for player, points in present.items() if points == most)

    @property
    def winner(self) -> int | None:
        """Who won, or None in a draw. One player alone wins nothing."""
        return next(iter(self.best)) if len(self.best) == 1 < len(self.points) else None

    def brings(self, player: int, rules: SeriesRules) -> int:
        """What the game adds to the player's points in the series."""
        if rules.counts_points:
            return self.points[player]
        if player == self.winner:
            return rules.win
        return rules.draw if player in self.best and len(self.points) > 1 else 0

    def difference(self, player: int) -> int:
        """The player's points less those of the best of the others."""
        others = [points for other, points in self.points.items() if other != player]
        return self.points[player] - max(others, default=self.points[player])


@dataclass(frozen=True)
class SeriesRow:
    """A line of the standings. `between` is what the games among equals brought, None where nobody is equal so far."""

    player: int
    place: int
    is_shared: bool
    played: int
    won: int
    drawn: int
    lost: int
    scored: int
    difference: int
    points: int
    between: int | None = None


def standings(players: Sequence[int], games: Sequence[Played], rules: SeriesRules) -> list[SeriesRow]:
    """Best first: by points, difference, games won, and the games among those who are equal so far. Who is equal in all
    of them shares a place, in the order of `players`."""
    order = {player: at for at, player in enumerate(players)}
    rows = [_row(player, [game for game in games if player in game.points], rules) for player in players]
    found: list[SeriesRow] = []
    for _key, group in groupby(sorted(rows, key=_chain), key=_chain):
        found += _placed(sorted(group, key=lambda row: order[row.player]), games, rules, len(found) + 1)
    return found


def _row(player: int, games: Collection[Played], rules: SeriesRules) -> SeriesRow:
    won = sum(game.winner == player for game in games)
    drawn = sum(game.winner is None and player in game.best for game in games)
    return SeriesRow(
        player,
        place=0,
        is_shared=False,
        played=len(games),
        won=won,
        drawn=drawn,
        lost=len(games) - won - drawn,
        scored=sum(game.points[player] for game in games),
        difference=sum(game.difference(player) for game in games),
        points=sum(game.brings(player, rules) for game in games),
    )


def _chain(row: SeriesRow) -> tuple[int, int, int]:
    """What decides before the games among equals; smaller is better."""
    return -row.points, -row.difference, -row.won


def _placed(rows: list[SeriesRow], games: Sequence[Played], rules: SeriesRules, first: int) -> list[SeriesRow]:
    """Rows that are equal so far, with their places from `first` on."""
    if len(rows) == 1:
        return [_with(rows[0], first, False, None)]
    between = {row.player: _between(row.player, {each.player for each in rows}, games, rules) for row in rows}
    rows = sorted(rows, key=lambda row: -between[row.player])
    placed = []
    for row in rows:
        better = sum(each > between[row.player] for each in between.values())
        shared = sum(each == between[row.player] for each in between.values()) > 1
        placed.append(_with(row, first + better, shared, between[row.player]))
    return placed


def _between(player: int, equals: set[int], games: Sequence[Played], rules: SeriesRules) -> int:
    """What the player's games against the others of `equals` brought."""
    among = [game for game in games if player in game.points and any(each in game.points for each in equals - {player})]
    return sum(game.brings(player, rules) for game in among)


def _with(row: SeriesRow, place: int, shared: bool, between: int | None) -> SeriesRow:
    return SeriesRow(**{**vars(row), "place": place, "is_shared": shared, "between": between})
