"""What the server adds to the moves of Countdown Duel: the machine's turn, and a hint (DU-M-1 to DU-M-4);
and the review of a finished game: when each player could win, and which turns lost that chance."""

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from judging.games.duel.play import machine
from judging.games.duel.rules import Turn, start
from judging.games.live.game import Position
from puzzles.duel.levels import analysis, choose, hardest, hint
from puzzles.duel.search import shared_search
from puzzles.words.dictionary import Dictionary

CACHED_REVIEWS = 256  # games


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
    """`turns`, one for each turn of the game: `could_win`, `thrown_away`, `better` (such as `+5`; None where losing the
    turn was better, or nothing). `thrown_away`: whether any turn lost that chance. Empty while the game goes on, so
    that nobody gets a hint."""
    state = position.state
    if state is None or state.board.ended is None:
        return {}
    turns = _turns(tuple(each.turn for each in state.turns))
    return {"turns": [dict(row) for row in turns], "thrown_away": any(row["thrown_away"] for row in turns)}


@lru_cache(maxsize=CACHED_REVIEWS)
def _turns(turns: tuple[Turn | None, ...]) -> tuple[dict[str, Any], ...]:
    return tuple(
        {
            "could_win": each.could_win,
            "thrown_away": each.thrown_away,
            "better": None if each.better is None else str(each.better),
        }
        for each in analysis(shared_search(), start(), turns)
    )


DEALS = {"machine": turn, "hint": best}
