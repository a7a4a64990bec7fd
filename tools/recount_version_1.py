"""A public export of version 1 in the words of version 2, so that recount.py counts files that were written before."""

ROUND, SERIES = {"round": "position"}, {"series": "name", "win": "win_points", "draw": "draw_points"}


def converted(event: dict) -> dict:
    return {
        **event,
        "version": 2,
        "grades": event["divisions"],
        "rounds": [renamed(each, ROUND) for each in event["rounds"]],
        "players": [of_team(each) for each in event["entrants"] if each["kind"] == "player"],
        "teams": [{"grade": None, **each} for each in event["entrants"] if each["kind"] == "team"],
        "papers": [paper(each) for each in event["papers"]],
        "penalties": [{"round": None, **whose(each), "points": -each["points"]} for each in event["penalties"]],
        "ties": [tie(each) for each in event["ties"]],
        "standings": [standing(each) for each in event["standings"]],
        "series": [series(each) for each in event.get("series", [])],
    }


def key(entrant: str) -> int | str:
    """A player's number, a team's name."""
    kind, _, name = entrant.partition(" ")
    return int(name) if kind == "player" else name


def renamed(row: dict, names: dict) -> dict:
    return {names.get(name, name): value for name, value in row.items()}


def whose(row: dict) -> dict:
    return {**row, "entrant": key(row["entrant"])}


def of_team(player: dict) -> dict:
    return {**player, "team": key(player["team"]) if "team" in player else ""}


def paper(row: dict) -> dict:
    more = {"bonus": row["bonus"]["points"]} if "bonus" in row else {}
    return {**whose(row), **more, "lines": [line(each) for each in row["lines"]]}


def line(row: dict) -> dict:
    changed = {**row, "box": row["box"] - 1}
    if "ruling" in row:
        changed["ruling"] = {**row["ruling"], "number": int(row["ruling"]["ruling"].split()[1])}
    if "verdict" in row:
        changed["verdict"] = renamed(row["verdict"], {"distance": "distance_up", "method": "method_label"})
    return changed


def tie(row: dict) -> dict:
    names, places = row.get("drawn_as", {}), row.get("drawn_at", {})
    sides = [
        {"entrant": key(side), "drawn_as": names.get(side, str(key(side))), "drawn_at": places.get(side)}
        for side in {**dict.fromkeys(row["sides"]), **names}
    ]
    return {**row, "sides": sides, "games": [tie_game(each) for each in row["games"]]}


def tie_game(row: dict) -> dict:
    first, second = map(key, row["sides"])
    return {"waiting": [0, 0], "may_add": [0, 0], **row, "first": first, "second": second}


def standing(row: dict) -> dict:
    return {**row, **{name: [entry(each) for each in row[name]] for name in ("entries", "not_ranked")}}


def entry(row: dict) -> dict:
    name = key(row["entrant"])
    who = {"number": name} if isinstance(name, int) else {"number": None, "team": name}
    return {"place": None, "shared": False, **row, **who, "total": row["points"]}


def series(row: dict) -> dict:
    entries = [{**each, "player": key(each["entrant"])} for each in row["standings"]]
    return {**renamed(row, SERIES), "games": [game(each) for each in row["games"]], "standings": entries}


def game(row: dict) -> dict:
    points = row.get("points", {})
    sides = [{"player": key(player), "points": points.get(player)} for player in row["players"]]
    seats = [{"number": int(seat), "player": key(player)} for seat, player in row.get("seats", {}).items()]
    return {**row, "sides": sides, "seats": seats, "state": "over" if row["over"] else "to_play"}
