"""The methods behind the values: built with the judge's own `key_of`, so that methods are distinct exactly where the
judge finds them so."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from judging.language.editions import Edition
from judging.language.numbers.rationals import Rational
from puzzles.enumeration.methods import EnumeratedMethod, Maker, Methods
from puzzles.enumeration.multisets import Multiset
from puzzles.enumeration.value_enumeration import BinaryOperation, ValueEnumerator, unlimited
from puzzles.functions.operations import preimages


class MethodEnumerator(ValueEnumerator):
    """The methods of one edition. Where they need not be `distinct` it keeps the shortest texts of each value only."""

    def __init__(
        self,
        edition: Edition,
        unary_depth: int = 1,
        tick: Callable[[], None] = unlimited,
        distinct: bool = True,
        indexed: int = 3,
    ):
        super().__init__(edition, unary_depth, tick, indexed)
        self._make = Maker(edition, distinct)
        self._layers: dict[tuple[Multiset, Rational, int], Methods] = {}

    def _clear_caches(self) -> None:
        super()._clear_caches()
        self._layers.clear()

    def iter_methods(self, numbers: Multiset, target: Rational) -> Iterator[EnumeratedMethod]:
        """The methods of exactly these numbers that come to `target`, as they are found; the same one may come
        again."""
        if len(numbers) <= self.indexed:
            yield from self.methods(numbers, target)
            return
        chains: dict[Rational, list[tuple[tuple[str, Rational], ...]]] = {target: [()]}
        last = list(chains.items())
        for _ in range(self.depth):
            last = [
                (inside, [((name, value), *chain) for chain in above])
                for value, above in last
                for name in self.unary
                for inside in preimages(name, value)
            ]
            for inside, above in last:
                chains.setdefault(inside, []).extend(above)
        for operation, value in self.operations_for(numbers, set(chains)):
            for method in self._methods_of(operation, value):
                for chain in chains[value]:
                    top = method
                    for name, made in chain:
                        top = self._make.applied(name, (top,), made)
                    yield top

    def methods(self, numbers: Multiset, value: Rational) -> Iterable[EnumeratedMethod]:
        """Every distinct method of a subset that comes to `value`."""
        methods = self._layer(numbers, value, 0)
        if self.depth:
            layers = [self._layer(numbers, value, depth) for depth in range(1, self.depth + 1)]
            if any(layers):
                methods = self._make.shortest(each for layer in (methods, *layers) for each in layer.values())
        return methods.values()

    def _layer(self, numbers: Multiset, value: Rational, depth: int) -> Methods:
        """The methods with exactly so many unary functions on top."""
        if not depth and value not in (self.known(numbers) or (value,)):
            return {}
        at = (numbers, value, depth)
        layer = self._layers.get(at)
        if layer is None:
            layer = self._make.shortest(self._built(numbers, value, depth))
            self._count_cached(len(layer))
            self._layers[at] = layer
        return layer

    def _built(self, numbers: Multiset, value: Rational, depth: int) -> Iterator[EnumeratedMethod]:
        if depth:
            for name in self.unary:
                for inside in preimages(name, value):
                    for method in self._layer(numbers, inside, depth - 1).values():
                        yield self._make.applied(name, (method,), value)
        elif len(numbers) == 1:
            if value == numbers[0]:
                yield self._make.number(numbers[0])
        else:
            for operation in self._operations(numbers, value):
                yield from self._methods_of(operation, value)

    def _operations(self, numbers: Multiset, value: Rational) -> Iterable[BinaryOperation]:
        if len(numbers) <= self.indexed:
            return self.binary_values(numbers).get(value, ())
        return (operation for operation, _ in self.operations_for(numbers, {value}))

    def _methods_of(self, operation: BinaryOperation, value: Rational) -> Iterator[EnumeratedMethod]:
        seconds = self.methods(operation.right, operation.second)
        if seconds:
            for pair in product(self.methods(operation.left, operation.first), seconds):
                yield self._make.applied(operation.function, pair, value)
