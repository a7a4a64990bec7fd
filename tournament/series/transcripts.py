"""A finished game for its public page: its rounds, and a page of text, which replays to the same points."""

from typing import Any

from judging.games.live import transcript
from judging.games.live.game import SCREEN, Position
from judging.games.live.replay import positions
from puzzles.games import after

from ..game_tables.rude_words import covered_page
from ..models import Event, Seat, Table
from ..moves.table_cache import CachedTable, in_turn, known
from ..word_lists.dictionaries import words_for


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


def rounds(known: CachedTable) -> list[dict[str, Any]]:
    """Each round as the room saw it at its end, in order: {"number", "view", "after": what was possible}. A round that
    was broken off is left out, and so is one that was played again. Later rulings count."""
    game, words = known.game, words_for(known.row.event)
    ended: dict[int, Position] = {}
    with in_turn(len(known.moves)):
        for position in positions(game, known.settings, known.moves, known.row.recorded):
            number = game.round_over(position)
            if number is not None:
                ended[number] = position
    return [
        {"number": number, "view": game.view(position, SCREEN), "after": after(known.game.slug, position, words)}
        for number, position in ended.items()
    ]
