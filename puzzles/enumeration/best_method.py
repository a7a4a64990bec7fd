"""Only the best method: the least distance, then the fewest numbers, then the shortest text."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from heapq import nsmallest
from itertools import combinations, groupby
from math import comb
from typing import NamedTuple

from judging.language.editions import BASIC, Edition
from judging.language.numbers.rationals import Rational
from puzzles.enumeration.methods import EnumeratedMethod, Maker, MethodEnumerator
from puzzles.enumeration.multisets import Multiset
from puzzles.enumeration.value_enumeration import OutOfTime, ValueEnumerator, unlimited
from puzzles.functions.operations import absolute

JOINS = 15_000  # pairs of parts that are tried in all, however many numbers there are: a second of work at most


class BestMethod(NamedTuple):
    """The nearest value and its text, None where nothing can be made; `complete` is false where time ran out."""

    value: Rational | None
    text: str | None
    complete: bool = True


class BestMethodSearch:
    """Looks for the best method of an edition. It stores only the shortest texts of each value."""

    def __init__(self, edition: Edition, unary_depth: int, tick: Callable[[], None] = unlimited):
        self._kinds = edition.kinds_of_operation
        self._enumerator = MethodEnumerator(edition, unary_depth, tick, distinct=False)
        self._beam_search = BeamSearch(edition)
        self._basic_search = None
        if not edition.functions <= BASIC:
            self._basic_search = BestMethodSearch(replace(edition, functions=edition.functions & BASIC), 0, tick)

    def best(self, subsets: Sequence[Multiset], target: Rational) -> BestMethod:
        """The best method from one of these subsets of the numbers, which come with the smallest first."""
        basic = self._basic_search.best(subsets, target) if self._basic_search else None
        texts: list[str] = []
        try:
            for _, group in groupby(subsets, key=len):
                for subset in group:
                    for text in self._texts(subset, target):
                        texts.append(text)
                if texts:
                    return BestMethod(target, _shortest(texts))
        except OutOfTime:
            if texts:
                return BestMethod(target, _shortest(texts), False)
            if basic and basic.text:
                return basic._replace(complete=False)
            return self.quick(subsets[-1], target)
        return self.nearest(subsets, target)

    def _texts(self, subset: Multiset, value: Rational) -> Iterator[str]:
        for method in self._enumerator.iter_methods(subset, value):
            if method.kinds.bit_count() >= self._kinds:
                yield method.text

    def quick(self, numbers: Multiset, target: Rational) -> BestMethod:
        """A good method without a full search, for when time ran out."""
        part = self._beam_search.nearest(numbers, target)
        return BestMethod(part.value, part.method.text, False) if part else BestMethod(None, None, False)

    def nearest(self, subsets: Sequence[Multiset], target: Rational) -> BestMethod:
        """The best method that misses the target by the least, where it is known that none hits it."""
        least: Rational | None = None
        nearest_values: dict[tuple[Multiset, Rational], None] = {}
        try:
            for subset in subsets:
                for value in self._enumerator.iter_values(subset):
                    distance = absolute(value - target)
                    if least is not None and (distance > least or (subset, value) in nearest_values):
                        continue
                    if self._kinds and not any(self._texts(subset, value)):
                        continue
                    if distance != least:
                        least, nearest_values = distance, {}
                    nearest_values[subset, value] = None
        except OutOfTime:
            return self.quick(subsets[-1], target)
        if not nearest_values:
            return BestMethod(None, None)
        return self._written(list(nearest_values))

    def _written(self, values: list[tuple[Multiset, Rational]]) -> BestMethod:
        """The best text among values equally near."""
        texts = []
        for subset, value in values:
            if len(subset) == len(values[0][0]):
                text = _shortest(list(self._texts(subset, value)))
                texts.append((len(text), text, value))
        _, text, value = min(texts, key=lambda each: each[:2])
        return BestMethod(value, text)


def _shortest(texts: list[str]) -> str:
    return min(texts, key=lambda text: (len(text), text))


# a good method quickly, where a full search runs out of time: not proved best, and the same on every machine


class Part(NamedTuple):
    """A number, or a method made so far, with its value."""

    value: Rational
    method: EnumeratedMethod


Parts = tuple[Part, ...]


class BeamSearch:
    """Joins two parts with + - * / in each step, and goes on with the groups that come nearest to the target."""

    def __init__(self, edition: Edition):
        self._edition = edition
        basic = replace(edition, functions=edition.functions & BASIC)
        self._enumerator = ValueEnumerator(basic, 0, unlimited, indexed=0)
        self._make = Maker(edition, distinct=False)

    def nearest(self, numbers: Multiset, target: Rational) -> Part | None:
        """The nearest part that the edition accepts as an answer, None where no step leads to one."""
        groups: list[Parts] = [tuple(Part(number, self._make.number(number)) for number in numbers)]
        answers: list[Part] = []
        while groups:
            answers += [part for parts in groups for part in parts if self._is_answer(part, parts)]
            joined = {_values(each): each for parts in groups for each in self._joined(parts)}
            groups = nsmallest(_width(numbers, len(groups[0]) - 1), joined.values(), key=partial(_distance, target))
        return min(answers, key=lambda part: (absolute(part.value - target), len(part.method.text)), default=None)

    def _is_answer(self, part: Part, parts: Parts) -> bool:
        complete = len(parts) == 1 or not self._edition.every_number
        return complete and part.method.kinds.bit_count() >= self._edition.kinds_of_operation

    def _joined(self, parts: Parts) -> Iterator[Parts]:
        for first, second in combinations(parts, 2):
            others = tuple(part for part in parts if part is not first and part is not second)
            for name, swapped, value in self._enumerator.binary_results(first.value, second.value):
                pair = (second.method, first.method) if swapped else (first.method, second.method)
                yield (*others, Part(value, self._make.applied(name, pair, value)))


def _values(parts: Parts) -> tuple[Rational, ...]:
    return tuple(sorted(part.value for part in parts))


def _width(numbers: Multiset, parts: int) -> int:
    """How many groups of so many parts go on: each of the steps has an equal share of the pairs."""
    return max(1, JOINS // max(1, len(numbers) - 1) // max(1, comb(parts, 2)))


def _distance(target: Rational, parts: Parts) -> tuple[Rational, tuple[Rational, ...]]:
    return min(absolute(part.value - target) for part in parts), _values(parts)
