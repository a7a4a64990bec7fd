"""What the server adds to the moves of live games: what chance deals, and what the dictionary says.

`complete` gives the facts that are recorded for a move, from those that a person gave. Chance is a `random.Random` that
the caller made from a recorded seed, so every deal can be repeated. In a game entered from paper (`position.recorded`)
the host gives what was dealt, and it stays as it is. A game has a module here, with a function for each kind of move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from judging.games.live.positions import Position
from puzzles.deals import countdown, duel, twentyfour
from puzzles.words.dictionary import Dictionary

Facts = dict[str, Any]
Deal = Callable[[Position, Mapping[str, Any], Random, Dictionary], Facts]

DEALS: dict[str, Mapping[str, Deal]] = {
    "countdown": countdown.DEALS,
    "duel": duel.DEALS,
    "twentyfour": twentyfour.DEALS,
}


def complete(
    game: str, position: Position, kind: str, facts: Mapping[str, Any], random: Random, dictionary: Dictionary
) -> Facts:
    """The facts of a move that is allowed here, with what chance and the dictionary add; as given if they add nothing."""
    deal = DEALS.get(game, {}).get(kind)
    return dict(facts) if deal is None else {**facts, **deal(position, facts, random, dictionary)}
