"""Tiebreakers and penalties, as far as the public may know of them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ..models import Event, Penalty, Round, Tie


def penalties(event: Event, shown: list[Round], names: Mapping[int, str]) -> list[dict]:
    """What was taken from whom and not given back. The reason stays with the judges."""
    lifted = Penalty.objects.filter(event=event, lifts__isnull=False).values("lifts")
    standing = (
        Penalty.objects.filter(event=event, points__gt=0).exclude(pk__in=lifted).select_related("round")
    )
    return [
        {"entrant": names[each.entrant_id], "points": -each.points}
        | ({"round": each.round.position} if each.round else {})
        for each in standing.order_by("pk")
        if each.round is None or each.round in shown
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
