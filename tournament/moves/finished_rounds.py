"""The rounds of a game that is over, for its public page: each as the room saw it at its end."""

from typing import Any

from judging.games.live.positions import SCREEN, Position
from judging.games.live.replay import positions
from puzzles.games import after

from .games import dictionary_for
from .table_cache import CachedTable, in_turn


def rounds(known: CachedTable) -> list[dict[str, Any]]:
    """{"number", "view", "after": what was possible} of each round, in order. A round that was broken off is left out,
    and so is one that was played again. Later rulings count."""
    game, words = known.game, dictionary_for(known.row.event)
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
