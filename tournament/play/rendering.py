"""The part of a page that shows a frame: made from a template of the game, in the reader's language."""

from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from judging.games.live.positions import TableReader

from ..moves.table_cache import CachedTable

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
    """The context of the templates: the frame's parts by name, `game`, and the seats by number as `seat_by_number`."""
    seats = {seat["number"]: seat for seat in frame["seats"]}
    return {
        **frame,
        "code": known.row.code,
        "of_event": known.row.event_id is not None,
        "game": known.game,
        "settings": known.settings,
        "machine": known.machine,
        "role": reader.role,
        "seat_by_number": seats,
    }
