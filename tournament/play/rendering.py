"""The part of a page that shows a frame: made from a template of the game, in the reader's language."""

from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from judging.games.live.positions import TableReader
from judging.games.live_games import GAMES
from judging.messages import Message

from ..moves.table_cache import CachedTable
from .places import LEADERS, class_table, own_place, with_places

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
