"""Counts the series of live games in an event's public export again; recount.py calls it.

Written only from docs/rules/series.md. The points of each game follow from its page of text (recount_game.py). Who
meets whom is taken from the file.
"""

from collections import Counter, defaultdict

from recount_game import counted
from recount_twentyfour import Unsure


class SeriesRecount:
    """All series. `wrong` lists, in sentences, where the file differs from what follows from it."""

    def __init__(self, series: list):
        self.wrong, self.done = [], Counter()
        for each in series:
            self.series(each)

    def expect(self, where: str, what: str, given: object, computed: object) -> None:
        if given != computed:
            self.wrong.append(f"{where}: the file says {what} {given}, and it is {computed}")

    def series(self, series: dict) -> None:
        where, games = f"series {series['name']}", []
        rank_games(series)
        for game in series["games"]:
            at = f"{where}, game {game['round']}.{game['number']}"
            if game["state"] != "over":  # SE-31
                shown = [side["points"] for side in game["sides"] if side["points"] is not None]
                self.expect(at, "points or moves", [*shown, *(["text"] if game.get("text") else [])], [])
            elif game.get("text"):
                games.append(GameRecount(players_of(game), self.game(at, game), series, game["rank"]))
        self.standing(where, series, games)
        self.done["series"] += 1

    def game(self, where: str, game: dict) -> dict:
        """The points of each player who came (SE-10, SE-12). Where a person has to read an answer the file's are
        taken."""
        given = {side["player"]: side["points"] for side in game["sides"] if side["points"] is not None}
        try:
            seats = counted(game["text"])
        except Unsure as reason:
            self.done[f"games that a person has to count ({where}: {reason})"] += 1
            return given
        points: Counter = Counter()
        for seat in game["seats"]:
            if seat["number"] in seats and seat["player"] in players_of(game):
                points[seat["player"]] += seats[seat["number"]]
        self.expect(where, "points", given, dict(points))
        self.done["live games"] += 1
        return dict(points)

    def standing(self, where: str, series: dict, games: list) -> None:
        rows = {entry["player"]: row_of(entry["player"], games) for entry in series["standings"]}
        players = {player for game in series["games"] for player in players_of(game)}
        self.expect(where, "players without a place", sorted(players - set(rows)), [])
        keys = reached(series, games) if series["kind"] == "knockout" else keys_of(rows, games)
        for entry in series["standings"]:
            name = entry["player"]
            place = 1 + sum(key > keys[name] for key in keys.values())
            shared = sum(key == keys[name] for key in keys.values()) > 1
            for what, computed in {**rows[name], "place": place, "shared": shared}.items():
                self.expect(f"{where}, player {name}", what, entry[what], computed)
        self.done["standings of series"] += 1


def players_of(game: dict) -> list:
    return [side["player"] for side in game["sides"]]


def rank_games(series: dict) -> None:
    """How far each game is in a knockout: its round, and the game for third place before the final (SE-22, SE-24)."""
    count = Counter(game["round"] for game in series["games"])
    for game in series["games"]:
        is_third = count[game["round"]] == count[game["round"] - 1] and game["number"] == 2
        game["rank"] = 2 * game["round"] - is_third


class GameRecount:
    """A game that is over: whoever has most points of those who came wins (SE-10, SE-12)."""

    def __init__(self, players: list, points: dict, series: dict, round_: int):
        self.players, self.points, self.series, self.round = players, points, series, round_
        self.best = [player for player in points if points[player] == max(points.values())]
        self.winner = self.best[0] if len(self.best) == 1 < len(players) else None

    def step(self, player: int) -> int:
        """3 for whoever goes on to the next round, 2 if the game is played again, 1 for a loss, 0 for who did not
        come."""
        if player not in self.points:
            return 0
        if self.winner is None:
            return 2
        return 3 if player == self.winner else 1

    def brings(self, player: int) -> int:
        """SE-20."""
        if self.series["counts_points"]:
            return self.points.get(player, 0)
        if player == self.winner:
            return self.series["win_points"]
        return self.series["draw_points"] if player in self.best and len(self.players) > 1 else 0

    def difference(self, player: int) -> int:
        """SE-21."""
        others = [self.points.get(other, 0) for other in self.players if other != player]
        return self.points.get(player, 0) - max(others, default=self.points.get(player, 0))


def row_of(player: int, games: list) -> dict:
    played = [game for game in games if player in game.players]
    return {
        "played": len(played),
        "won": sum(game.winner == player for game in played),
        "drawn": sum(game.winner is None and player in game.best for game in played),
        "difference": sum(game.difference(player) for game in played),
        "points": sum(game.brings(player) for game in played),
    }


def keys_of(rows: dict, games: list) -> dict:
    """What each player is compared by; more is better (SE-21)."""
    equal = defaultdict(set)
    for player, row in rows.items():
        equal[row["points"], row["difference"], row["won"]].add(player)
    keys = {}
    for chain, players in equal.items():
        for player in players:
            among = [game for game in games if player in game.players and players & {*game.players} - {player}]
            keys[player] = (*chain, sum(game.brings(player) for game in among))
    return keys


def reached(series: dict, games: list) -> dict:
    """What players of a knockout are compared by; more is better (SE-22)."""
    keys: dict = defaultdict(lambda: (0, 0))
    for game in series["games"]:
        for player in players_of(game):
            keys[player] = max(keys[player], (game["rank"], 3 if len(game["sides"]) == 1 else 2))
    for game in games:
        for player in game.players:
            if keys[player][0] == game.round:
                keys[player] = (game.round, game.step(player))
    return keys
