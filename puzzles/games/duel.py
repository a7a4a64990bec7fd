"""What the server adds to the moves of Countdown Duel: the machine's turn, and a hint (DU-M-1 to DU-M-4)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from judging.games.duel.play import machine
from judging.games.live.positions import Position
from puzzles.duel import review
from puzzles.duel.levels import choose, hardest, hint
from puzzles.duel.search import shared_search
from puzzles.words.dictionary import Dictionary


def turn(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """The turn that the machine takes, such as `+5`; an empty text if it loses its turn on purpose."""
    taken = choose(shared_search(), position.state.board, machine(position.settings), random)
    return {"text": "" if taken is None else str(taken)}


def best(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """A turn that wins; if there is none an empty text, and the turn that is hardest for the other player."""
    search, board = shared_search(), position.state.board
    turn = hint(search, board)
    return {"best": str(turn)} if turn else {"best": "", "hardest": str(hardest(search, board, random))}


def after(position: Position, dictionary: Dictionary) -> dict[str, Any]:
    """What the review of the game says by now."""
    return review.after(position)


DEALS = {"machine": turn, "hint": best}
