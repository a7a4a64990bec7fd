"""The part of a page that shows a frame: made from a template of the game, in the reader's language; and who leads."""

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from judging.games.live.game import TableReader
from judging.games.live_games import GAMES
from judging.messages import Message, message, ordinal, points

from ..moves.table_cache import CachedTable

LEADERS = 5  # players that the room's screen names; the others are counted
SeatRow = dict[str, Any]
PAGES = {"seat": "phone", "host": "host", "screen": "screen"}


def rendered(known: CachedTable, frame: dict[str, Any], reader: TableReader, language: str) -> str:
    """The HTML of the frame."""
    with translation.override(language):
        return render_to_string(template(known, frame, reader), context(known, frame, reader))


def template(known: CachedTable, frame: dict[str, Any], reader: TableReader) -> str:
    """The game's own page, or the lobby's before play begins."""
    folder = known.row.game if frame["view"] is not None else "lobby"
    return f"play/{folder}/{PAGES[reader.role]}.html"


def context(known: CachedTable, frame: dict[str, Any], reader: TableReader) -> dict[str, Any]:
    """The context of the templates: the frame's parts by name, and

    * `game`, `settings`, `code`, `role`, `of_event`, `machine`; the seats by number as `seat_by_number`;
    * the first five as `leaders` with the number of `others`; the `winners`, of whom none is without a point;
    * what a player reads of their `place`, and `awards` with their messages.
    """
    seats = {seat["number"]: seat for seat in frame["seats"]}
    ranked = with_places(frame["seats"])
    return {
        **frame,
        "code": known.row.code,
        "of_event": known.row.event_id is not None,
        "game": known.game,
        "settings": known.settings,
        "machine": known.machine,
        "role": reader.role,
        "other_games": list(GAMES.values()) if reader.role == "host" and known.row.stage == "over" else [],
        "class_table": class_table(known.row.earlier, ranked),
        "seat_by_number": seats,
        "awards": [{**each, "message": Message.read(each["message"])} for each in frame["awards"]],
        "leaders": ranked[:LEADERS],
        "winners": [seat for seat in ranked if seat["place"] == 1 and seat["points"] > 0],
        "others": len(ranked[LEADERS:]),
        "place": own_place(ranked, reader.seat) if reader.seat is not None else None,
    }


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
