"""The sets of the 24 family (TF-2): each number drawn evenly and by itself; in type 2 only sets that have a solution.
And what was possible in a round, for everybody, once it is over."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from judging.games.live.game import Position
from judging.games.settings import Settings
from judging.games.twentyfour.expressions import EDITION
from judging.games.twentyfour.settings import GameFamily, type_of
from puzzles.enumeration.multisets import Multiset
from puzzles.functions.operations import normalise
from puzzles.solver import Solver
from puzzles.twentyfour.values import common_values, makes, nearest
from puzzles.words.dictionary import Dictionary

METHODS_SHOWN = 12  # shown of a set
CACHED_REVIEWS = 256  # reviews
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
    """The review of the round that ended last; empty if none has ended.

    `round`: its number; `sets`: for each set `numbers`, `count` (distinct methods) and `methods` (texts, the simplest
    first, one of those that are kin, at most twelve), for what is best; `possible`: whether every set has a method;
    `x`: the largest common number or the least distance, as a text, None in Classic and where there is none; `goals`:
    what is made, as texts.
    """
    state = position.state
    ended = [each for each in state.rounds if each.result is not None] if state else []
    if not ended:
        return {}
    family, target = type_of(position.settings).family, position.settings.whole("target")
    return {"round": ended[-1].number, **review(family, target, ended[-1].sets)}


@lru_cache(maxsize=CACHED_REVIEWS)
def review(family: GameFamily, target: int, sets: tuple[Multiset, ...]) -> dict[str, Any]:
    """What was possible with these sets; see `after`."""
    given = tuple(tuple(sorted(numbers)) for numbers in sets)
    x, goals = best(family, target, given)
    solver = Solver(EDITION)
    rows = [_row(solver, numbers, shown, goals) for numbers, shown in zip(given, sets, strict=True)]
    possible = all(row["count"] for row in rows)
    return {"possible": possible, "x": None if x is None else str(x), "goals": list(map(str, goals)), "sets": rows}


def best(family: GameFamily, target: int, sets: Sequence[Multiset]) -> tuple[Fraction | None, list[Fraction]]:
    """The best x and the numbers that prove it. In Classic there is no x, and the target is to be made."""
    if family == "classic":
        return None, [Fraction(target)]
    if family == "largest":
        pairs = common_values(sets)
        largest = max((Fraction(*pair) for pair in pairs), default=None)
        return largest, [] if largest is None else [largest]
    goals = nearest(sets[0], target)
    return (abs(goals[0] - target) if goals else None), goals


def _row(solver: Solver, numbers: Multiset, shown: Multiset, goals: Sequence[Fraction]) -> dict[str, Any]:
    made, texts = [normalise(goal) for goal in goals if makes(numbers, goal)], list[str]()
    for goal in made:
        texts += solver.solve(numbers, goal, "all", kin=True, simplest_first=True).methods or ()
    count = sum(solver.solve(numbers, goal, "count").count or 0 for goal in made)
    return {"numbers": list(shown), "count": count, "methods": texts[:METHODS_SHOWN]}


DEALS = {"deal": deal}
