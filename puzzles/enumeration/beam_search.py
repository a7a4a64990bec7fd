"""A good method quickly, where a full search runs out of time: not proved best, and the same on every machine."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from heapq import nsmallest
from itertools import combinations
from math import comb
from typing import NamedTuple

from judging.language.editions import BASIC, Edition
from judging.language.numbers.rationals import Rational
from puzzles.enumeration.methods import EnumeratedMethod, Maker
from puzzles.enumeration.multisets import Multiset
from puzzles.enumeration.value_enumeration import ValueEnumerator, unlimited
from puzzles.functions.operations import absolute

JOINS = 15_000  # pairs of parts that are tried in all, however many numbers there are: a second of work at most


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
