"""The review of a finished game of Countdown Duel: when each player could win, and which turns lost that chance."""

from functools import lru_cache
from typing import Any

from judging.games.duel.rules import Turn, start
from judging.games.live.positions import Position
from puzzles.duel.levels import analysis
from puzzles.duel.search import shared_search

CACHED_REVIEWS = 256  # games


def after(position: Position) -> dict[str, Any]:
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
