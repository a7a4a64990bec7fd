"""Who leads a live game: for the room's screen, and for each phone."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from judging.messages import Message, message, ordinal, points

LEADERS = 5  # players that the room's screen names; the others are counted
SeatRow = dict[str, Any]


def seat_label(seat: Mapping[str, Any] | None) -> str:
    """The name of a seat of a frame as its reader may know it; a dash without a seat."""
    if seat is None:
        return "–"
    if seat.get("machine"):
        return _("The machine")
    return seat["name"] or _("Player %(number)s") % {"number": seat["number"]}


def with_places(seats: list[SeatRow]) -> list[SeatRow]:
    """The seats of a frame, each with its `place`, the best first. Equal points share a place. Those who were removed
    without a point are left out."""
    playing = [seat for seat in seats if seat["points"] or not seat["is_removed"]]
    ranked = sorted(playing, key=lambda seat: -seat["points"])
    descending = [seat["points"] for seat in ranked]
    return [{**seat, "place": 1 + descending.index(seat["points"])} for seat in ranked]


def own_place(ranked: list[SeatRow], number: int) -> Message | None:
    """What a player reads of their place; None before anybody has a point, and for somebody who plays alone."""
    own = next((seat for seat in ranked if seat["number"] == number), None)
    others = [seat for seat in ranked if seat["number"] != number]
    if own is None or not others or not any(seat["points"] for seat in ranked):
        return None
    above = [seat for seat in others if seat["points"] > own["points"]]
    if above:
        behind = points(above[-1]["points"] - own["points"])
        return message("play_place_behind", nth=ordinal(own["place"]), behind=behind, name=seat_label(above[-1]))
    level = [seat_label(seat) for seat in others if seat["points"] == own["points"]]
    if level:
        return message("play_place_level", count=len(level), name=level[0])
    ahead = points(own["points"] - others[0]["points"])
    return message("play_place_first", ahead=ahead, name=seat_label(others[0]))


def class_table(earlier: list[dict[str, Any]], seats: list[SeatRow]) -> list[SeatRow]:
    """Earlier games of the same players: each seat with its `points` in each game and how many it won, the most first;
    nothing before the second game. `earlier` is what a table stores."""
    if not earlier:
        return []
    games = [each["points"] for each in earlier]
    rows = []
    for seat in seats:
        own = [points.get(str(seat["number"])) for points in games]
        won = sum(
            each is not None and 0 < each == max(points.values()) for each, points in zip(own, games, strict=True)
        )
        rows.append({**seat, "in_games": own, "won": won})
    return sorted(rows, key=lambda row: -row["won"])
