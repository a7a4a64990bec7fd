"""Tiebreakers and penalties, as far as the public may know of them."""

from collections.abc import Iterator, Mapping

from ..models import Division, Event, Round, Tie
from ..record.penalties import counted
from ..record.tiebreakers import PlayedTie
from ..record.ties import TABLES


def penalties(event: Event, shown: list[Round], names: Mapping[int, str]) -> list[dict]:
    """What was taken from whom and not given back. The reason stays with the judges."""
    return [
        {"entrant": names[each.entrant_id], "points": -each.points}
        | ({"round": each.round.position} if each.round else {})
        for each in counted(event, shown).select_related("round")
    ]


def ties(event: Event, names: Mapping[int, str]) -> Iterator[dict]:
    """Every tie whose sides are level still, with the key of its draw, what was hashed for each side, and the games in
    the order played."""
    standings = Tie.objects.filter(event=event, dropped_at__isnull=True).order_by("division__grade", "kind")
    for division, kind in dict.fromkeys(standings.values_list("division", "kind")):
        table = TABLES[kind](event, Division.objects.get(pk=division))
        yield from (_tie(each, names) for each in table.ties)


def _tie(played: PlayedTie, names: Mapping[int, str]) -> dict:
    tie = played.tie
    return {
        "grade": tie.division.grade,
        "kind": tie.kind,
        "place": tie.place,
        "seed": tie.seed,
        "sides": sorted(names[side] for side in played.sides),
        "drawn_as": {names[side]: str(side) for side in played.bracket.sides},
        "games": [
            {"round": game.round.position, "sides": [names[game.first_id], names[game.second_id]]}
            | _open("waiting", [each.waiting for each in counts])
            | _open("may_add", [each.may_add for each in counts])
            for game, counts in zip(played.games, played.counts, strict=True)
        ],
    }


def _open(name: str, near: list[int]) -> dict:
    """Near-duplicates of each side that a judge may still decide otherwise, where there are any."""
    return {name: near} if any(near) else {}
