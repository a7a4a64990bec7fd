"""The solver: the best method for a puzzle, how many distinct ones there are, and all of them.

Methods are distinct by the judge's own keys, and every one listed is accepted by the judge and on target (expression
language, section 7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Literal

from judging.language import keys
from judging.language.legality import BASIC, Edition
from judging.language.rationals import Rational
from puzzles import countdown
from puzzles.best import Best, Search
from puzzles.methods import Method
from puzzles.operations import size
from puzzles.parts import Numbers, subsets
from puzzles.universe import Universe
from puzzles.values import OutOfTime, nothing

Wanted = Literal["best", "count", "all"]
UNARY_DEPTH = 1


@dataclass(frozen=True)
class Answer:
    """What a puzzle allows. `value` is the nearest that can be made, None where nothing can be; `methods` come with
    the fewest numbers first, then the shortest. `complete` is false where time ran out: there may be more or better."""

    solvable: bool
    distance: Rational | None = None
    value: Rational | None = None
    best: str | None = None
    count: int | None = None
    methods: tuple[str, ...] | None = None
    complete: bool = True

    def as_dict(self) -> dict[str, object]:
        """The answer as JSON, as the solve command writes it."""
        return {
            "solvable": self.solvable,
            "distance": None if self.distance is None else str(self.distance),
            "value": None if self.value is None else str(self.value),
            "best": self.best,
            "count": self.count,
            "methods": None if self.methods is None else list(self.methods),
        }


class Solver:
    """Solves puzzles of one edition, remembering parts of numbers from one puzzle to the next.

    `tick` is called now and then; where it raises OutOfTime the answer holds what was found by then.
    """

    def __init__(self, edition: Edition, unary_depth: int = UNARY_DEPTH, tick: Callable[[], None] = nothing):
        self._edition, self._tick = edition, tick
        self._countdown = edition.whole_steps and edition.functions == BASIC
        self._universe = Universe(edition, unary_depth, tick)
        self._search = Search(edition, unary_depth, tick)
        self.unary_depth = self._universe.depth if self._universe.one else None

    def solve(
        self, numbers: Sequence[int], target: Rational, wanted: Wanted = "best", kin: bool = False
    ) -> Answer:
        """The answer for one target; with `kin`, methods that are kin count once."""
        if wanted == "best":
            return self._best(numbers, target)
        if wanted == "all":
            texts, complete = self.methods(numbers, target, kin)
            count, best = len(texts), texts[0] if texts else ""
        else:
            texts = []
            count, best, complete = self._counted(numbers, target, kin)
        if count:
            answer = Answer(True, 0, target, best, complete=complete)
        else:
            answer = self._missed(numbers, target, complete)
        if answer.value is None:
            return answer
        return replace(answer, count=count, methods=tuple(texts) if wanted == "all" else None)

    def every_target(self, numbers: Sequence[int], targets: Sequence[int]) -> Iterator[Answer]:
        """The best for each target; where the rules are Countdown's, from one pass over the values."""
        if self._countdown:
            found = countdown.every_target(numbers, targets, self._tick)
            yield from (_answer(each, target) for each, target in zip(found, targets, strict=True))
            return
        for target in targets:
            yield self._best(numbers, target)

    def _best(self, numbers: Sequence[int], target: Rational) -> Answer:
        if self._countdown:
            return _answer(countdown.best(numbers, target, self._tick), target)
        return _answer(self._search.best(self._parts(numbers), target), target)

    def _missed(self, numbers: Sequence[int], target: Rational, complete: bool) -> Answer:
        """The nearest, where nothing was found on target."""
        if self._countdown or not complete:
            return self._best(numbers, target)
        return _answer(self._search.nearest(self._parts(numbers), target), target)

    def methods(self, numbers: Sequence[int], target: Rational, kin: bool = False) -> tuple[list[str], bool]:
        """The texts of the distinct methods on target, the fewest numbers and the shortest first, and whether these
        are all."""
        found: dict[str, tuple[int, int, str]] = {}
        complete = True
        try:
            for part, method in self._accepted(numbers, target):
                key = _key(method, kin)
                rank = (len(part), len(method.text), method.text)
                if key not in found or rank < found[key]:
                    found[key] = rank
        except OutOfTime:
            complete = False
        return [text for *_, text in sorted(found.values())], complete

    def _counted(self, numbers: Sequence[int], target: Rational, kin: bool) -> tuple[int, str, bool]:
        """How many distinct methods there are, the best, and whether these are all. Keys may run to hundreds of
        thousands, so only a digest of each is kept."""
        seen: set[bytes] = set()
        best: tuple[int, int, str] | None = None
        complete = True
        try:
            for part, method in self._accepted(numbers, target):
                seen.add(blake2b(_key(method, kin).encode(), digest_size=16).digest())
                rank = (len(part), len(method.text), method.text)
                best = rank if best is None or rank < best else best
        except OutOfTime:
            complete = False
        return len(seen), best[2] if best else "", complete

    def _accepted(self, numbers: Sequence[int], target: Rational) -> Iterator[tuple[Numbers, Method]]:
        for part in self._parts(numbers):
            for method in self._universe.every(part, target):
                if method.kinds.bit_count() >= self._edition.kinds_of_operation:
                    yield part, method

    def _parts(self, numbers: Sequence[int]) -> list[Numbers]:
        """The parts of the numbers that a method may use, the smallest first. No text says a number below zero."""
        given = tuple(sorted(numbers))
        if self._edition.every_number:
            return [given] if given and given[0] >= 0 else []
        given = tuple(number for number in given if number >= 0)
        return [part for size in range(1, len(given) + 1) for part in subsets(given, size)]


def _key(method: Method, kin: bool) -> str:
    return keys.kin_key(method.form) if kin else method.form.key


def _answer(found: Best, target: Rational) -> Answer:
    if found.value is None:
        return Answer(False, complete=found.complete)
    away = size(found.value - target)
    return Answer(away == 0, away, found.value, found.text, complete=found.complete)
