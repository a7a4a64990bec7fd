"""The standings of a series of games: points for wins and draws, then the chain of docs/rules/series.md."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class SeriesRules:
    """The points that a game adds in a series. With `counts_points` the points of the games are added up, and wins
    bring nothing."""

    win: int = 2
    draw: int = 1
    counts_points: bool = False


@dataclass(frozen=True)
class SeriesGame:
    """A game that is over: the points of each player in it, and who of them did not come."""

    points: Mapping[int, int]
    absent: frozenset[int] = frozenset()

    @property
    def best(self) -> frozenset[int]:
        """The players with most points of those who came; several in a draw."""
        present = {player: points for player, points in self.points.items() if player not in self.absent}
        most = max(present.values(), default=0)
        return frozenset(player for player, points in present.items() if points == most)

    @property
    def winner(self) -> int | None:
        """The winner, or None in a draw. A single player wins nothing."""
        if len(self.points) < 2 or len(self.best) != 1:
            return None
        return next(iter(self.best))

    def brings(self, player: int, rules: SeriesRules) -> int:
        """The points that the game adds to the player's in the series."""
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


def standings(players: Sequence[int], games: Sequence[SeriesGame], rules: SeriesRules) -> list[SeriesRow]:
    """Best first: by points, difference, games won, and the games among those who are equal so far. Who is equal in all
    of them shares a place, in the order of `players`. Rule SE-21."""
    rows = [_row(player, games, rules) for player in players]
    chains = {row.player: (row.points, row.difference, row.won) for row in rows}
    compared = []
    for row in rows:
        equals = {player for player, chain in chains.items() if chain == chains[row.player]} - {row.player}
        compared.append(replace(row, between=_between(row.player, equals, games, rules) if equals else None))
    return _placed(compared, {row.player: (*chains[row.player], row.between or 0) for row in compared})


@dataclass(frozen=True)
class KnockoutGame:
    """A game that is drawn in a round of a knockout, and what came of it once it is over. A single player has a bye."""

    round: int
    players: Collection[int]
    played: SeriesGame | None = None

    def reached(self, player: int) -> tuple[int, int]:
        """The measure by which players of a knockout are compared, more is better: the round; in it 3 for whoever goes
        on, 2 before the game is decided, 1 for whoever lost it, 0 for whoever did not come."""
        if self.played is None:
            return self.round, 3 if len(self.players) == 1 else 2
        if player in self.played.absent:
            return self.round, 0
        if self.played.winner is None:
            return self.round, 2
        return self.round, 3 if player == self.played.winner else 1


def knockout_standings(players: Sequence[int], games: Sequence[KnockoutGame], rules: SeriesRules) -> list[SeriesRow]:
    """Best first: whoever was drawn for a later round, and in the same round whoever got further. Equals share a place,
    in the order of `players`. Rule SE-22."""
    over = [game.played for game in games if game.played is not None]
    reached = {player: [game.reached(player) for game in games if player in game.players] for player in players}
    rows = [_row(player, over, rules) for player in players]
    return _placed(rows, {player: max(steps, default=(0, 0)) for player, steps in reached.items()})


def _placed(rows: Sequence[SeriesRow], keys: Mapping[int, tuple[int, ...]]) -> list[SeriesRow]:
    """The rows with their places, best first. More is better in `keys`, and equal keys share a place."""
    compared = list(keys.values())
    placed = []
    for row in rows:
        key = keys[row.player]
        place = 1 + sum(other > key for other in compared)
        placed.append(replace(row, place=place, is_shared=compared.count(key) > 1))
    return sorted(placed, key=lambda row: row.place)


def _row(player: int, games: Sequence[SeriesGame], rules: SeriesRules) -> SeriesRow:
    """A line without its place."""
    played = [game for game in games if player in game.points]
    won = sum(game.winner == player for game in played)
    drawn = sum(game.winner is None and player in game.best for game in played)
    return SeriesRow(
        player,
        place=0,
        is_shared=False,
        played=len(played),
        won=won,
        drawn=drawn,
        lost=len(played) - won - drawn,
        scored=sum(game.points[player] for game in played),
        difference=sum(game.difference(player) for game in played),
        points=sum(game.brings(player, rules) for game in played),
    )


def _between(player: int, equals: Collection[int], games: Sequence[SeriesGame], rules: SeriesRules) -> int:
    """The points from the player's games against any of `equals`."""
    among = [game for game in games if player in game.points and any(each in game.points for each in equals)]
    return sum(game.brings(player, rules) for game in among)
