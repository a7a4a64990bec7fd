"""A finished game as a page of text, which replays to the same points."""

from typing import Any

from judging.games.live import transcript

from ..game_tables.rude_words import covered_page
from ..models import Event, Seat, Table
from ..moves.table_cache import known


def text_of(event: Event, table: Table) -> str:
    """The transcript of a table that is over, with names as the public reads them and rude words covered."""
    read = known(table)
    names = {number: seat["name"] for number, seat in seats_of(event, table).items()}
    page = transcript.of(read.game, table.name or str(event), table.settings, read.moves, names, table.recorded)
    return transcript.write(covered_page(page, read))


def seats_of(event: Event, table: Table) -> dict[int, dict[str, Any]]:
    """{number: {"number", "name", "colour"}}, with names as the public reads them."""
    return {
        seat.number: {
            "number": seat.number,
            "name": seat.player.public_name(event) if seat.player else seat.name,
            "colour": seat.colour,
        }
        for seat in Seat.objects.filter(table=table).select_related("player").order_by("number")
    }
