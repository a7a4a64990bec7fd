"""Unary functions stacked on a value, forwards and backwards.

A chain that comes back to a value it has had is the shorter chain (expression language, section 5), so the values of a
chain are all different. Bars are left out: what they make of a form depends on its kind.
"""

from collections.abc import Iterator
from functools import cache

from judging.language.numbers.rationals import Rational
from puzzles.functions.operations import applied, preimages


class UnaryChains:
    """The chains of some unary functions, at most `depth` of them on one value."""

    def __init__(self, names: tuple[str, ...], depth: int):
        self.names, self.depth = names, depth
        self.starts = cache(self._starts)

    def made(self, items: list[tuple[Rational, int]], length: int) -> Iterator[tuple[Rational, int]]:
        """What chains of one to `length` functions make of values, each with its count."""
        if length > 0:
            for value, count in items:
                for end in self._ends(value, length):
                    yield end, count

    def _ends(self, value: Rational, length: int, before: tuple[Rational, ...] = ()) -> list[Rational]:
        """What the chains make of one value, once for each chain."""
        ends: list[Rational] = []
        for name in self.names:
            made = applied(name, value)
            if made is not None and made != value and made not in before:
                ends.append(made)
                if length > 1:
                    ends += self._ends(made, length - 1, (*before, value))
        return ends

    def _starts(
        self, value: Rational, length: int, after: tuple[Rational, ...] = ()
    ) -> tuple[tuple[Rational, int], ...]:
        """The values from which chains of one to `length` functions lead to this one, each with the chain's length."""
        if length < 1:
            return ()
        starts: list[tuple[Rational, int]] = []
        for name in self.names:
            for inside in preimages(name, value):
                if inside != value and inside not in after:
                    further = self._starts(inside, length - 1, (*after, value))
                    starts += (inside, 1), *((start, steps + 1) for start, steps in further)
        return tuple(starts)
