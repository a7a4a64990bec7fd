"""Methods as the solver builds them: the judge's canonical form, and the plain writing, from those of the inputs. So
the methods behind a value are distinct exactly where the judge finds them so."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from judging.language.editions import BASIC, Edition
from judging.language.functions.table import PRODUCT, SUM
from judging.language.keys import method_keys
from judging.language.numbers.rationals import Rational
from judging.language.parsing.writing import TIGHT, written
from puzzles.enumeration.multisets import Multiset
from puzzles.enumeration.value_enumeration import BinaryOperation, ValueEnumerator, unlimited
from puzzles.functions.operations import preimages

_FREE_ORDER = {"add": SUM, "multiply": PRODUCT}


class EnumeratedMethod(NamedTuple):
    """One method: its canonical form, its plain writing and how tightly that binds, and the basic operations in it as
    bits (only where the edition counts kinds)."""

    form: method_keys.CanonicalForm
    text: str
    level: int
    kinds: int = 0


Methods = dict[str, EnumeratedMethod]


class Maker:
    """Builds methods under an edition. Where they need not be `distinct`, only the shortest text of each way to bind is
    kept, which is all that the shortest text of anything larger can depend on."""

    def __init__(self, edition: Edition, distinct: bool):
        self._distinct = distinct
        self._opens = edition.policy("through_brackets") == "same"
        self._kinds = {name: 1 << at for at, name in enumerate(sorted(BASIC))}
        if not edition.kinds_of_operation:
            self._kinds = {}

    def number(self, value: int) -> EnumeratedMethod:
        return EnumeratedMethod(method_keys.number(value), str(value), TIGHT)

    def applied(self, function: str, inputs: tuple[EnumeratedMethod, ...], value: Rational) -> EnumeratedMethod:
        """A function over methods; `value` is what it comes to."""
        own = _FREE_ORDER.get(function)
        if own is not None and _rank(inputs[0].level, own) > _rank(inputs[1].level, own):
            inputs = inputs[1], inputs[0]
        form = inputs[0].form
        if self._distinct:
            form = method_keys.build_form(function, [each.form for each in inputs], value, self._opens)
        text, level = written(function, [(each.text, each.level) for each in inputs])
        if not self._kinds:
            return EnumeratedMethod(form, text, level)
        kinds = self._kinds.get(function, 0)
        for each in inputs:
            kinds |= each.kinds
        return EnumeratedMethod(form, text, level, kinds)

    def shortest(self, methods: Iterable[EnumeratedMethod]) -> Methods:
        """The shortest of each distinct method; where kinds count, of each with each set of kinds."""
        methods_by_name: Methods = {}
        for method in methods:
            name = method.form.method_key if self._distinct else str(method.level)
            if method.kinds:
                name = f"{method.kinds}{name}"
            old = methods_by_name.get(name)
            if old is None or (len(method.text), method.text) < (len(old.text), old.text):
                methods_by_name[name] = method
        return methods_by_name


def _rank(level: int, own: int) -> int:
    """Sort key where order is free: inputs that need no brackets in front, then those that need none, then the rest."""
    if level == own:
        return 0
    return 1 if level > own else 2


class MethodEnumerator(ValueEnumerator):
    """The methods of one edition. Where they need not be `distinct` it keeps the shortest texts of each value only."""

    def __init__(
        self,
        edition: Edition,
        unary_depth: int = 1,
        tick: Callable[[], None] = unlimited,
        distinct: bool = True,
    ):
        super().__init__(edition, unary_depth, tick, indexed=3)
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
