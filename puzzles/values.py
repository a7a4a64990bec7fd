"""The values that given numbers make under an edition, part by part, and how each comes about.

Forwards every value of a small part is worked out and kept with its origins; backwards the origins of a target are
found among the values of two smaller parts, without working out all values of the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from judging.language.functions import FUNCTIONS
from judging.language.legality import BASIC, Edition
from judging.language.rationals import Rational
from puzzles.operations import applied, quotient
from puzzles.partners import partners
from puzzles.parts import Numbers, splits

MOST_KEPT = 120_000  # values and methods


class OutOfTime(Exception):
    """Raised by the caller's `tick` when it has waited long enough."""


class Origin(NamedTuple):
    """A two-input function of a value of one part and a value of another."""

    function: str
    left: Numbers
    first: Rational
    right: Numbers
    second: Rational


def nothing() -> None:
    """A tick that never stops."""


class Values:
    """The rational values of one edition, with at most `unary_depth` one-input functions stacked on one value.

    Parts of up to `indexed` numbers are kept with all their origins. `tick` is called now and then during long work;
    what it raises leaves everything consistent.
    """

    def __init__(self, edition: Edition, unary_depth: int, tick: Callable[[], None], indexed: int):
        rows = [FUNCTIONS[name] for name in sorted(edition.functions)]
        self.edition, self.tick, self.indexed = edition, tick, indexed
        self.one = tuple(row.name for row in rows if row.most == 1)
        self.depth = unary_depth if self.one else 0
        two = [row for row in rows if row.least <= 2 and row.most != 1]
        self.two = tuple((row.name, row.commutes) for row in two)
        self._core: dict[Numbers, dict[Rational, list[Origin]]] = {}
        self._sets: dict[Numbers, frozenset[Rational]] = {}
        self._values: dict[Numbers, tuple[Rational, ...]] = {}
        self._kept = 0

    def values(self, numbers: Numbers) -> Iterable[Rational]:
        """Every value of a part, each once where that can be kept."""
        if len(numbers) > 2 and self.one:
            return self._raised(self.core(numbers))
        found = self._values.get(numbers)
        if found is None:
            core = numbers if len(numbers) == 1 else self.core(numbers)
            found = self._values[numbers] = tuple(dict.fromkeys(self._raised(core)))
        return found

    def known(self, numbers: Numbers) -> Container[Rational] | None:
        """The values of a part, or None where they are not kept."""
        if len(numbers) > (2 if self.one else self.indexed):
            return None
        if self.one or len(numbers) == 1:
            if numbers not in self._sets:
                self._sets[numbers] = frozenset(self.values(numbers))
            return self._sets[numbers]
        return self.core(numbers)

    def _raised(self, values: Iterable[Rational]) -> Iterator[Rational]:
        """Values, each with what one-input functions stacked on it make."""
        for value in values:
            yield value
            layer = [value]
            for _ in range(self.depth):
                applications = ((name, each) for each in layer for name in self.one)
                layer = [more for name, each in applications if (more := applied(name, each)) is not None]
                yield from layer

    def reachable(self, numbers: Numbers) -> Iterator[Rational]:
        """Every value of the whole part, without keeping them; the same one may come again."""
        if len(numbers) <= self.indexed:
            yield from self.values(numbers)
            return
        for left, right in splits(numbers):
            for first in self.values(left):
                self.tick()
                for second in self.values(right):
                    yield from self._raised(value for _, _, value in self.results(first, second))

    def core(self, numbers: Numbers) -> dict[Rational, list[Origin]]:
        """The values of a part of two numbers or more that a two-input function makes, with all their origins."""
        found = self._core.get(numbers)
        if found is None:
            found = {}
            for left, right in splits(numbers):
                for first, second in product(self.values(left), self.values(right)):
                    for function, turned, value in self.results(first, second):
                        origin = _origin(function, turned, left, first, right, second)
                        found.setdefault(value, []).append(origin)
                self.tick()
            self._keep(len(found))
            self._core[numbers] = found
        return found

    def results(self, a: Rational, b: Rational) -> Iterator[tuple[str, bool, Rational]]:
        """Each two-input function of a and b, or with them turned round, that comes to something allowed."""
        for name, commutes in self.two:
            for turned in (False,) if commutes else (False, True):
                value = self.step(name, b, a) if turned else self.step(name, a, b)
                if value is not None:
                    yield name, turned, value

    def step(self, name: str, a: Rational, b: Rational) -> Rational | None:
        """A two-input function's value, None where it has none or the edition does not allow it."""
        value = quotient(a, b) if name == "divide" and b else applied(name, a, b)
        if value is None or self.edition.whole_steps and name in BASIC:
            return value if type(value) is int and value > 0 else None
        return value

    def _keep(self, more: int) -> None:
        """Count what is kept for later; when it is too much, all of it is dropped, and worked out again if need be."""
        self._kept += more
        if self._kept > MOST_KEPT:
            self._kept = more
            self._forget()

    def _forget(self) -> None:
        for kept in (self._core, self._sets, self._values):
            kept.clear()

    # the last step, from the target backwards

    def aimed(self, numbers: Numbers, targets: set[Rational]) -> Iterator[tuple[Origin, Rational]]:
        """The origins of the targets among two-input functions of the whole part, with the target of each."""
        for left, right in splits(numbers):
            known, tried = self.known(right), []
            for first in self.values(left):
                self.tick()
                for name, commutes in self.two:
                    for turned in (False,) if commutes else (False, True):
                        wide = False
                        for target in targets:
                            listed = partners(name, first, not turned, target)
                            wide = wide or listed is None
                            for second in listed or ():
                                if known is not None and second not in known:
                                    continue
                                if self._value(name, turned, first, second) == target:
                                    yield _origin(name, turned, left, first, right, second), target
                        if wide:
                            tried.append((name, turned, first))
            yield from self._tried(tried, left, right, targets)

    def _tried(
        self, tried: list[tuple[str, bool, Rational]], left: Numbers, right: Numbers, targets: set[Rational]
    ) -> Iterator[tuple[Origin, Rational]]:
        """The same, for functions and first values with too many partners to list: every second value is tried."""
        for count, second in enumerate(self.values(right) if tried else ()):
            if not count % 1000:
                self.tick()
            for name, turned, first in tried:
                value = self._value(name, turned, first, second)
                if value in targets and partners(name, first, not turned, value) is None:
                    yield _origin(name, turned, left, first, right, second), value

    def _value(self, name: str, turned: bool, first: Rational, second: Rational) -> Rational | None:
        return self.step(name, second, first) if turned else self.step(name, first, second)


def _origin(
    name: str, turned: bool, left: Numbers, first: Rational, right: Numbers, second: Rational
) -> Origin:
    return Origin(name, right, second, left, first) if turned else Origin(name, left, first, right, second)
