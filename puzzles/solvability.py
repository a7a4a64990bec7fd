"""Whether a question can be answered at all, within a number of steps: for whoever types a puzzle.

A yes needs one method only, so the search ends with the first. Steps are counted, not seconds: the same question has
the same answer on every machine. First only the four operations are tried, then powers, square roots and factorials.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from judging.language.editions import BASIC, Edition
from judging.language.numbers.rationals import Rational
from puzzles.enumeration.methods import MethodEnumerator
from puzzles.enumeration.multisets import MAX_NUMBERS, Multiset, usable_subsets
from puzzles.enumeration.value_enumeration import OutOfTime
from puzzles.listing import FAMILIAR, StepLimit

STEPS, FAMILIAR_STEPS = 4_000, 500  # about a second each at most
FAMILIAR_COST = 8  # a step with functions takes as long as so many with the four operations
SolvabilityAnswer = Literal["yes", "functions", "no", "none_found", "undecided"]


@dataclass(frozen=True)
class Solvability:
    """`functions`: not with the four operations alone, but with a function as in `method`. `no` is certain.
    `none_found`: no method with the familiar functions, but the edition allows more. `undecided`: the steps ran out.
    `cost` is what it took, in steps with the four operations."""

    answer: SolvabilityAnswer
    cost: int
    method: str = ""


def solvability(numbers: Multiset, target: Rational, edition: Edition) -> Solvability:
    """Whether these numbers make the target under the edition."""
    if len(numbers) > MAX_NUMBERS:
        return Solvability("undecided", 0)
    subsets = list(usable_subsets(numbers, edition.every_number))
    plain, steps = _any_method(subsets, target, replace(edition, functions=edition.functions & BASIC), 0, STEPS)
    if plain:
        return Solvability("yes", steps)
    if edition.functions <= BASIC:
        return Solvability("undecided" if plain is None else "no", steps)
    familiar = replace(edition, functions=edition.functions & (BASIC | FAMILIAR))
    wider, more = _any_method(subsets, target, familiar, 1, FAMILIAR_STEPS)
    cost = steps + FAMILIAR_COST * more
    if wider:
        return Solvability("yes" if plain is None else "functions", cost, wider)
    return Solvability("undecided" if wider is None else "none_found", cost)


def _any_method(
    subsets: Sequence[Multiset], target: Rational, edition: Edition, depth: int, most: int
) -> tuple[str | None, int]:
    """A method, "" where there is none, None where the steps ran out before one was found; and how many steps it
    took."""
    steps = StepLimit(most)
    enumerator = MethodEnumerator(edition, depth, steps)
    try:
        for subset in subsets:
            for method in enumerator.iter_methods(subset, target):
                steps()
                if method.kinds.bit_count() >= edition.kinds_of_operation:
                    return method.text, most - steps.left
    except OutOfTime:
        return None, most
    return "", most - steps.left
