"""Tiebreakers and penalties, as far as the public may know of them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ..models import Event, Round, Tie
from ..record.penalties import counted


def penalties(event: Event, shown: list[Round], names: Mapping[int, str]) -> list[dict]:
    """What was taken from whom and not given back. The reason stays with the judges."""
    return [
        {"entrant": names[each.entrant_id], "points": -each.points}
        | ({"round": each.round.position} if each.round else {})
        for each in counted(event, shown).select_related("round")
    ]


def ties(event: Event, shown: list[Round], names: Mapping[int, str]) -> Iterator[dict]:
    """Every tie that is or was played out, with its seed and the games in the order played."""
    held = Tie.objects.filter(event=event, dropped_at__isnull=True).select_related("division")
    sides = defaultdict(list)
    for tie_id, entrant_id in Tie.sides.through.objects.filter(tie__in=held).values_list("tie", "entrant"):
        sides[tie_id].append(names[entrant_id])
    for tie in held.order_by("pk"):
        games = [game for game in tie.games.select_related("round") if game.round in shown]
        yield {
            "grade": tie.division.grade,
            "kind": tie.kind,
            "place": tie.place,
            "seed": tie.seed,
            "sides": sorted(sides[tie.pk]),
            "games": [
                {"round": game.round.position, "sides": [names[game.first_id], names[game.second_id]]}
                for game in games
            ],
        }
