"""The best method alone: the least distance, then the fewest numbers, then the shortest text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from judging.language.legality import BASIC, Edition
from judging.language.rationals import Rational
from puzzles.operations import size
from puzzles.parts import Numbers
from puzzles.universe import Universe
from puzzles.values import OutOfTime, nothing


class Best(NamedTuple):
    """The nearest value and its text, None where nothing can be made; `complete` is false where time ran out."""

    value: Rational | None
    text: str | None
    complete: bool = True


class Search:
    """Looks for the best method of an edition, keeping of every value the shortest texts only."""

    def __init__(self, edition: Edition, unary_depth: int, tick: Callable[[], None] = nothing):
        self._kinds = edition.kinds_of_operation
        self._universe = Universe(edition, unary_depth, tick, distinct=False)
        self._plain = None
        if not edition.functions <= BASIC:
            self._plain = Search(replace(edition, functions=edition.functions & BASIC), 0, tick)

    def best(self, parts: Sequence[Numbers], target: Rational) -> Best:
        """The best method from one of these parts of the numbers, which come with the smallest first."""
        plain = self._plain.best(parts, target) if self._plain else None
        found: list[str] = []
        try:
            for _, group in groupby(parts, key=len):
                for part in group:
                    for text in self._texts(part, target):
                        found.append(text)
                if found:
                    return Best(target, _shortest(found))
        except OutOfTime:
            if found:
                return Best(target, _shortest(found), False)
            if plain and plain.text:
                return plain._replace(complete=False)
            return self.nearest(parts, target, False)
        return self.nearest(parts, target, True)

    def _texts(self, part: Numbers, value: Rational) -> Iterator[str]:
        for method in self._universe.every(part, value):
            if method.kinds.bit_count() >= self._kinds:
                yield method.text

    def nearest(self, parts: Sequence[Numbers], target: Rational, complete: bool = True) -> Best:
        """The best method that misses the target by the least, where it is known that none hits it."""
        least: Rational | None = None
        found: dict[tuple[Numbers, Rational], None] = {}
        try:
            for part in parts:
                for value in self._universe.reachable(part):
                    away = size(value - target)
                    if least is not None and (away > least or (part, value) in found):
                        continue
                    if self._kinds and not any(self._texts(part, value)):
                        continue
                    if away != least:
                        least, found = away, {}
                    found[part, value] = None
        except OutOfTime:
            complete = False
        if not found:
            return Best(None, None, complete)
        return self._written(list(found), complete)

    def _written(self, found: list[tuple[Numbers, Rational]], complete: bool) -> Best:
        """The best text among values equally near. Out of time, the first text that turns up."""
        if not complete:
            return self._first(*found[0])
        texts = []
        for part, value in found:
            if len(part) == len(found[0][0]):
                text = _shortest(list(self._texts(part, value)))
                texts.append((len(text), text, value))
        _, text, value = min(texts, key=lambda each: each[:2])
        return Best(value, text)

    def _first(self, part: Numbers, value: Rational) -> Best:
        tick, self._universe.tick = self._universe.tick, nothing
        try:
            return Best(value, next(self._texts(part, value)), False)
        finally:
            self._universe.tick = tick


def _shortest(texts: list[str]) -> str:
    return min(texts, key=lambda text: (len(text), text))
