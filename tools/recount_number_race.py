"""The points of a game of Number race, worked out from docs/rules/number-race.md; see recount_game.py.

Whether a line hits the target, and which lines are one method, is what the engine says, and taken from the file.
"""


def counted(settings: dict, moves: list[dict]) -> dict[int, int]:
    """The points of each seat that sits or has written in a round that is over."""
    ruled = {move["about"]: move["facts"]["right"] for move in moves if move["kind"] == "rule"}
    sitting, rounds, ended = [], [], 0
    for move in moves:
        kind, seat = move["kind"], move["seat"]
        if kind == "join":
            sitting.append(seat)
        elif kind == "leave":
            sitting.remove(seat)
        elif kind == "deal":
            rounds.append({})
        elif kind in ("time_up", "close"):
            ended = len(rounds)  # what was sent in time may stand after it (NR-7)
        elif kind == "write":
            methods = rounds[-1].setdefault(seat, set())
            if ruled.get(move["number_of_move"], move["code"] == "right"):  # NR-6
                methods.add(move["key"])  # NR-5
    points = dict.fromkeys(sitting, 0)
    for round_ in rounds[:ended]:
        for seat, methods in round_.items():
            points[seat] = points.get(seat, 0) + len(methods)
    return points
