"""What the server adds to the moves of live games: what chance deals, what the dictionary says, what was possible.

A game has a file here, found by its slug. `DEALS` has a function for each kind of move to which something is added: it
gives the facts that are recorded, from those that a person gave. Chance is a `random.Random` that the caller made from
a recorded seed, so every deal can be repeated. In a game entered from paper (`position.recorded`) the host gives what
was dealt, and it stays as it is. `after(position, dictionary)` is what was possible in a round that is over, which
everybody may know then.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any

from judging.games.live.game import Position
from puzzles.words.dictionary import Dictionary

Deal = Callable[[Position, Mapping[str, Any], Random, Dictionary], dict[str, Any]]

_MODULES = {each.name: import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__)}
DEALS: dict[str, Mapping[str, Deal]] = {slug: module.DEALS for slug, module in _MODULES.items()}


def complete(
    game: str, position: Position, kind: str, facts: Mapping[str, Any], random: Random, dictionary: Dictionary
) -> dict[str, Any]:
    """The facts of a move that is allowed here, with what chance and the dictionary add; as given if they add
    nothing."""
    deal = DEALS.get(game, {}).get(kind)
    return dict(facts) if deal is None else {**facts, **deal(position, facts, random, dictionary)}


def after(game: str, position: Position, dictionary: Dictionary) -> dict[str, Any]:
    """What was possible in the round that is over; nothing before, and of a game that says nothing."""
    review = getattr(_MODULES.get(game), "after", None)
    return review(position, dictionary) if review else {}
