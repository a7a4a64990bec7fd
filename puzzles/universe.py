"""Everything that given numbers can make under an edition, part by part: values first, methods when they are wanted.

Of each part of the numbers the values are kept with how they came about (`_Origin`); the methods behind a value are
built from there with the judge's own `key_of`, so that methods are distinct exactly where the judge finds them so.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from judging.language.exact import Rational
from judging.language.functions import FUNCTIONS
from judging.language.legality import BASIC, Edition
from puzzles.methods import Maker, Method, Methods
from puzzles.operations import applied, before, quotient
from puzzles.partners import partners
from puzzles.parts import Numbers, splits

MOST_KEPT = 400_000  # origins and methods; beyond, what is kept for later is dropped and worked out again


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


class Universe:
    """The methods of one edition, with at most `unary_depth` one-input functions stacked on one value.

    `tick` is called now and then during long work; what it raises leaves everything consistent.
    """

    def __init__(
        self,
        edition: Edition,
        unary_depth: int = 1,
        tick: Callable[[], None] = nothing,
        distinct: bool = True,
        indexed: int = 3,
    ):
        rows = [FUNCTIONS[name] for name in sorted(edition.functions)]
        self.edition, self.tick, self.indexed = edition, tick, indexed
        self.one = tuple(row.name for row in rows if row.most == 1)
        self.depth = unary_depth if self.one else 0
        two = [row for row in rows if row.least <= 2 and row.most != 1]
        self.two = tuple((row.name, row.commutes) for row in two)
        self._make = Maker(edition, distinct)
        self._core: dict[Numbers, dict[Rational, list[Origin]]] = {}
        self._sets: dict[Numbers, frozenset[Rational]] = {}
        self._values: dict[Numbers, tuple[Rational, ...]] = {}
        self._layers: dict[tuple[Numbers, Rational, int], Methods] = {}
        self._kept = 0

    # values

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
                        origin = (
                            Origin(function, right, second, left, first)
                            if turned
                            else Origin(function, left, first, right, second)
                        )
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
        self._kept += more
        if self._kept > MOST_KEPT:
            self._kept = more
            for kept in (self._core, self._sets, self._values, self._layers):
                kept.clear()

    # methods

    def every(self, numbers: Numbers, target: Rational) -> Iterator[Method]:
        """The methods of the whole part that come to `target`, as they are found; the same one may come again."""
        if len(numbers) <= self.indexed:
            yield from self.methods(numbers, target)
            return
        chains: dict[Rational, list[tuple[tuple[str, Rational], ...]]] = {target: [()]}
        last = list(chains.items())
        for _ in range(self.depth):
            last = [
                (inside, [((name, value), *chain) for chain in above])
                for value, above in last
                for name in self.one
                for inside in before(name, value)
            ]
            for inside, above in last:
                chains.setdefault(inside, []).extend(above)
        for origin, value in self.aimed(numbers, set(chains)):
            for method in self._from_origin(origin, value):
                for chain in chains[value]:
                    top = method
                    for name, made in chain:
                        top = self._make.applied(name, (top,), made)
                    yield top

    def methods(self, numbers: Numbers, value: Rational) -> Iterable[Method]:
        """Every distinct method of a part that comes to `value`."""
        found = self._layer(numbers, value, 0)
        if self.depth:
            layers = [self._layer(numbers, value, depth) for depth in range(1, self.depth + 1)]
            if any(layers):
                found = self._make.kept(each for layer in (found, *layers) for each in layer.values())
        return found.values()

    def _layer(self, numbers: Numbers, value: Rational, depth: int) -> Methods:
        """The methods with exactly so many one-input functions on top."""
        if not depth and value not in (self.known(numbers) or (value,)):
            return {}
        at = (numbers, value, depth)
        found = self._layers.get(at)
        if found is None:
            found = self._make.kept(self._built(numbers, value, depth))
            self._keep(len(found))
            self._layers[at] = found
        return found

    def _built(self, numbers: Numbers, value: Rational, depth: int) -> Iterator[Method]:
        if depth:
            for name in self.one:
                for inside in before(name, value):
                    for method in self._layer(numbers, inside, depth - 1).values():
                        yield self._make.applied(name, (method,), value)
        elif len(numbers) == 1:
            if value == numbers[0]:
                yield self._make.number(numbers[0])
        else:
            for origin in self._origins(numbers, value):
                yield from self._from_origin(origin, value)

    def _origins(self, numbers: Numbers, value: Rational) -> Iterable[Origin]:
        if len(numbers) <= self.indexed:
            return self.core(numbers).get(value, ())
        return (origin for origin, _ in self.aimed(numbers, {value}))

    def _from_origin(self, origin: Origin, value: Rational) -> Iterator[Method]:
        seconds = self.methods(origin.right, origin.second)
        if seconds:
            for pair in product(self.methods(origin.left, origin.first), seconds):
                yield self._make.applied(origin.function, pair, value)

    # the last step, from the target backwards

    def aimed(self, numbers: Numbers, targets: set[Rational]) -> Iterator[tuple[Origin, Rational]]:
        """The origins of the targets among two-input functions of the whole part, with the target of each."""
        for left, right in splits(numbers):
            for first in self.values(left):
                self.tick()
                for name, commutes in self.two:
                    for turned in (False,) if commutes else (False, True):
                        for second, target in self._seconds(name, first, turned, right, targets):
                            if turned:
                                yield Origin(name, right, second, left, first), target
                            else:
                                yield Origin(name, left, first, right, second), target

    def _seconds(
        self, name: str, first: Rational, turned: bool, right: Numbers, targets: set[Rational]
    ) -> Iterator[tuple[Rational, Rational]]:
        anything, known = False, self.known(right)
        for target in targets:
            listed = partners(name, first, not turned, target)
            if listed is None:
                anything = True
                continue
            for second in listed:
                if known is not None and second not in known:
                    continue
                if self.step(name, *((second, first) if turned else (first, second))) == target:
                    yield second, target
        if anything:
            for second in self.values(right):
                value = self.step(name, *((second, first) if turned else (first, second)))
                if value in targets and partners(name, first, not turned, value) is None:
                    yield second, value
