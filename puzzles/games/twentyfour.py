"""The sets of the 24 family (TF-2): each number drawn evenly and by itself; in type 2 only sets that have a
solution."""

from collections.abc import Mapping
from random import Random
from typing import Any

from judging.games.live.positions import Position
from judging.games.settings import Settings
from judging.games.twentyfour.types import type_of
from puzzles.enumeration.multisets import Multiset
from puzzles.twentyfour import review
from puzzles.twentyfour.values import makes
from puzzles.words.dictionary import Dictionary

DRAWS = 500  # of a set that is to have a solution; then the last one is dealt as it is


def deal(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """The sets of a round, each such as `3 3 8 8`."""
    if position.recorded:
        return {}
    return {"sets": [" ".join(map(str, numbers)) for numbers in deal_sets(position.settings, random)]}


def deal_sets(settings: Settings, random: Random) -> list[Multiset]:
    """The sets of a round, with the numbers in the order in which they were drawn."""
    return [_set(settings, random) for _ in range(settings.whole("sets"))]


def _set(settings: Settings, random: Random) -> Multiset:
    drawn = _drawn(settings, random)
    if type_of(settings).solvable_only:
        for _ in range(DRAWS):
            if makes(drawn, settings.whole("target")):
                break
            drawn = _drawn(settings, random)
    return drawn


def _drawn(settings: Settings, random: Random) -> Multiset:
    return tuple(random.randint(1, settings.whole("number_range")) for _ in range(settings.whole("numbers")))


def after(position: Position, dictionary: Dictionary) -> dict[str, Any]:
    """What the review of the game says by now."""
    return review.after(position)


DEALS = {"deal": deal}
