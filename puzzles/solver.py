"""The solver: the best method for a puzzle, how many distinct ones there are, and all of them.

Methods are distinct by the judge's own keys, and every one listed is accepted by the judge and on target (expression
language, section 7).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Literal

from judging.language.editions import BASIC, Edition
from judging.language.keys import method_keys
from judging.language.numbers.rationals import Rational
from puzzles.countdown import calculations
from puzzles.counting.method_count import MethodCounter
from puzzles.enumeration.best_method import BestMethod, BestMethodSearch
from puzzles.enumeration.methods import EnumeratedMethod, MethodEnumerator
from puzzles.enumeration.multisets import Multiset, usable_subsets
from puzzles.enumeration.shortest_text import ShortestText
from puzzles.enumeration.simplicity import simplicity
from puzzles.enumeration.value_enumeration import OutOfTime, unlimited
from puzzles.functions.operations import absolute

Wanted = Literal["best", "count", "all"]
UNARY_DEPTH = 1


@dataclass(frozen=True)
class SolverAnswer:
    """What a puzzle allows. `value` is the nearest that can be made, None where nothing can be; `methods` come with the
    fewest numbers first, then the shortest, or the simplest first. `complete` is false where time ran out: there may be
    more or better."""

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
    """Solves puzzles of one edition, and caches subsets of numbers between puzzles. `tick` is called now and then; if
    it raises OutOfTime, the answer holds what was found by then.
    """

    def __init__(self, edition: Edition, unary_depth: int = UNARY_DEPTH, tick: Callable[[], None] = unlimited):
        self._edition, self._tick = edition, tick
        self._countdown = edition.whole_steps and edition.functions == BASIC
        self._enumerator = MethodEnumerator(edition, unary_depth, tick)
        self._search = BestMethodSearch(edition, unary_depth, tick)
        self._counter = MethodCounter(edition, unary_depth, tick)
        self._texts = ShortestText(edition, unary_depth, tick)
        self.unary_depth = self._enumerator.depth if self._enumerator.unary else None

    def solve(
        self,
        numbers: Sequence[int],
        target: Rational,
        wanted: Wanted = "best",
        kin: bool = False,
        simplest_first: bool = False,
    ) -> SolverAnswer:
        """The answer for one target; with `kin`, methods that are kin count once."""
        if wanted == "best":
            return self._best(numbers, target)
        if wanted == "all":
            texts, best, complete = self._all(numbers, target, kin, simplest_first)
            count = len(texts)
        else:
            texts = []
            subsets = self._subsets(numbers)
            if not kin and all(map(self._counter.can_count, subsets)):
                return self._counted(numbers, subsets, target)
            count, best, complete = self._listed(numbers, target, kin)
        if count:
            answer = SolverAnswer(True, 0, target, best, complete=complete)
        else:
            answer = self._missed(numbers, target, complete)
        if answer.value is None:
            return answer
        return replace(answer, count=count, methods=tuple(texts) if wanted == "all" else None)

    def every_target(self, numbers: Sequence[int], targets: Sequence[int]) -> Iterator[SolverAnswer]:
        """The best for each target; where the rules are Countdown's, from one pass over the values."""
        if self._countdown:
            methods = calculations.every_target(numbers, targets, self._tick)
            yield from (_answer(each, target) for each, target in zip(methods, targets, strict=True))
            return
        for target in targets:
            yield self._best(numbers, target)

    def _best(self, numbers: Sequence[int], target: Rational) -> SolverAnswer:
        if not self._countdown:
            return _answer(self._search.best(self._subsets(numbers), target), target)
        answer = _answer(calculations.best(numbers, target, self._tick), target)
        if answer.complete:
            return answer
        quick = _answer(self._search.quick(self._subsets(numbers)[-1], target), target)
        return min((answer, quick), key=lambda each: (each.distance is None, each.distance))

    def _missed(self, numbers: Sequence[int], target: Rational, complete: bool) -> SolverAnswer:
        """The nearest answer, if no method hits the target."""
        if self._countdown or not complete:
            return self._best(numbers, target)
        return _answer(self._search.nearest(self._subsets(numbers), target), target)

    def _all(
        self, numbers: Sequence[int], target: Rational, kin: bool, simplest_first: bool
    ) -> tuple[list[str], str, bool]:
        """The texts in one order or the other, the best, and whether these are all."""
        methods: dict[str, tuple[tuple[int, ...], tuple[int, int, str]]] = {}
        complete = True
        try:
            for subset, method in self._accepted(numbers, target):
                key = _key(method, kin)
                rank = (len(subset), len(method.text), method.text)
                if key not in methods or rank < methods[key][1]:
                    methods[key] = tuple(simplicity(method.form)) if simplest_first else (), rank
        except OutOfTime:
            complete = False
        best = min((rank for _, rank in methods.values()), default=(0, 0, ""))
        return [rank[2] for _, rank in sorted(methods.values())], best[2], complete

    def _counted(self, numbers: Sequence[int], subsets: list[Multiset], target: Rational) -> SolverAnswer:
        """How many distinct methods there are without listing them, and the best."""
        counts: dict[Multiset, int] = {}
        complete = True
        try:
            for subset in subsets:
                counts[subset] = self._counter.count(subset, target)
        except OutOfTime:
            complete = False
        hits = [subset for subset, count in counts.items() if count]
        if not hits:
            answer = self._missed(numbers, target, complete)
            return replace(answer, count=None if answer.value is None else int(answer.solvable))
        answer = self._shortest(hits, target) or self._best(numbers, target)
        return replace(answer, count=sum(counts.values()), complete=complete)

    def _shortest(self, hits: list[Multiset], target: Rational) -> SolverAnswer | None:
        """The best where some subsets are known to come to the target. With only the four operations the other way is
        quick enough."""
        if self._countdown or self._edition.functions <= BASIC:
            return None
        texts_or_none = [self._texts.find(subset, target) for subset in hits if len(subset) == len(hits[0])]
        texts = [text for text in texts_or_none if text is not None]
        if len(texts) < len(texts_or_none):
            return None
        return SolverAnswer(True, 0, target, min(texts, key=lambda text: (len(text), text)))

    def _listed(self, numbers: Sequence[int], target: Rational, kin: bool) -> tuple[int, str, bool]:
        """The same by listing them. Keys may run to hundreds of thousands, so only a digest of each is kept."""
        seen: set[bytes] = set()
        best: tuple[int, int, str] | None = None
        complete = True
        try:
            for subset, method in self._accepted(numbers, target):
                seen.add(blake2b(_key(method, kin).encode(), digest_size=16).digest())
                rank = (len(subset), len(method.text), method.text)
                best = rank if best is None or rank < best else best
        except OutOfTime:
            complete = False
        return len(seen), best[2] if best else "", complete

    def _accepted(self, numbers: Sequence[int], target: Rational) -> Iterator[tuple[Multiset, EnumeratedMethod]]:
        for subset in self._subsets(numbers):
            for method in self._enumerator.iter_methods(subset, target):
                if method.kinds.bit_count() >= self._edition.kinds_of_operation:
                    yield subset, method

    def _subsets(self, numbers: Sequence[int]) -> list[Multiset]:
        return list(usable_subsets(numbers, self._edition.every_number))


def _key(method: EnumeratedMethod, kin: bool) -> str:
    return method_keys.loose_key(method.form) if kin else method.form.method_key


def _answer(best: BestMethod, target: Rational) -> SolverAnswer:
    if best.value is None:
        return SolverAnswer(False, complete=best.complete)
    distance = absolute(best.value - target)
    return SolverAnswer(distance == 0, distance, best.value, best.text, complete=best.complete)
