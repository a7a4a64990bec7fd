"""The values that given numbers make under an edition, subset by subset, and how each comes about.

Forwards every value of a small subset is worked out and kept with its operations; backwards the operations that make a
target are found among the values of two smaller subsets, without working out all values of the whole.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from judging.language.editions import BASIC, Edition
from judging.language.functions.table import FUNCTIONS
from judging.language.numbers.rationals import Rational
from puzzles.enumeration.multisets import Multiset, bipartitions
from puzzles.functions.inverses import solve_other_argument
from puzzles.functions.operations import applied, quotient

MAX_CACHED_VALUES = 120_000  # values and methods
SHARES, LARGEST = 1 << 20, 1 << 20  # of one, and the largest number, for which floats are close enough
NEAR: dict[tuple[str, bool], Callable[[float, float], float]] = {
    ("add", False): lambda first, target: target - first,
    ("subtract", False): lambda first, target: first - target,
    ("subtract", True): lambda first, target: target + first,
    ("multiply", False): lambda first, target: target / first,
    ("divide", False): lambda first, target: first / target,
    ("divide", True): lambda first, target: first * target,
}  # the second value, from the first one and the target


class OutOfTime(Exception):
    """Raised by the caller's `tick` when it has waited long enough."""


class BinaryOperation(NamedTuple):
    """A binary function of a value of one subset and a value of another."""

    function: str
    left: Multiset
    first: Rational
    right: Multiset
    second: Rational


def unlimited() -> None:
    """A tick that never stops."""


class ValueEnumerator:
    """The rational values of one edition, with at most `unary_depth` unary functions stacked on one value.

    Subsets of up to `indexed` numbers are kept with all their operations. `tick` is called now and then during long
    work; what it raises leaves everything consistent.
    """

    def __init__(self, edition: Edition, unary_depth: int, tick: Callable[[], None], indexed: int):
        rows = [FUNCTIONS[name] for name in sorted(edition.functions)]
        self.edition, self.tick, self.indexed = edition, tick, indexed
        self.unary = tuple(row.name for row in rows if row.max_inputs == 1)
        self.depth = unary_depth if self.unary else 0
        two = [row for row in rows if row.min_inputs <= 2 and row.max_inputs != 1]
        self.binary = tuple((row.name, row.commutative) for row in two)
        self._ordered_functions = tuple(
            (row.name, swapped, NEAR.get((row.name, swapped)))
            for row in two
            for swapped in ((False,) if row.commutative else (False, True))
        )
        self._binary_values: dict[Multiset, dict[Rational, list[BinaryOperation]]] = {}
        self._sets: dict[Multiset, frozenset[Rational]] = {}
        self._values: dict[Multiset, tuple[Rational, ...]] = {}
        self._shares: dict[Multiset, frozenset[int]] = {}
        self._cached_count = 0

    def values(self, numbers: Multiset) -> Iterable[Rational]:
        """Every value of a subset; each comes once if the subset is small enough to cache."""
        if len(numbers) > 2 and self.unary:
            return self._with_unary(self.binary_values(numbers))
        values = self._values.get(numbers)
        if values is None:
            binary_values = numbers if len(numbers) == 1 else self.binary_values(numbers)
            values = self._values[numbers] = tuple(dict.fromkeys(self._with_unary(binary_values)))
        return values

    def known(self, numbers: Multiset) -> Container[Rational] | None:
        """The values of a subset, or None where they are not kept."""
        if len(numbers) > (2 if self.unary else self.indexed):
            return None
        if self.unary or len(numbers) == 1:
            if numbers not in self._sets:
                self._sets[numbers] = frozenset(self.values(numbers))
            return self._sets[numbers]
        return self.binary_values(numbers)

    def _with_unary(self, values: Iterable[Rational]) -> Iterator[Rational]:
        """Values, each with what unary functions stacked on it make."""
        for value in values:
            yield value
            layer = [value]
            for _ in range(self.depth):
                results = (applied(name, each) for each in layer for name in self.unary)
                layer = [each for each in results if each is not None]
                yield from layer

    def iter_values(self, numbers: Multiset) -> Iterator[Rational]:
        """Every value of exactly these numbers, without keeping them; the same one may come again."""
        if len(numbers) <= self.indexed:
            yield from self.values(numbers)
            return
        for left, right in bipartitions(numbers):
            for first in self.values(left):
                self.tick()
                for second in self.values(right):
                    yield from self._with_unary(value for _, _, value in self.binary_results(first, second))

    def binary_values(self, numbers: Multiset) -> dict[Rational, list[BinaryOperation]]:
        """The values of a subset of two numbers or more that a binary function makes, with all their operations."""
        operations = self._binary_values.get(numbers)
        if operations is None:
            operations = {}
            for left, right in bipartitions(numbers):
                for first, second in product(self.values(left), self.values(right)):
                    for function, swapped, value in self.binary_results(first, second):
                        operation = _operation(function, swapped, left, first, right, second)
                        operations.setdefault(value, []).append(operation)
                self.tick()
            self._count_cached(len(operations))
            self._binary_values[numbers] = operations
        return operations

    def binary_results(self, a: Rational, b: Rational) -> Iterator[tuple[str, bool, Rational]]:
        """Each binary function of a and b, or with them turned round, that comes to something allowed."""
        for name, commutative in self.binary:
            for swapped in (False,) if commutative else (False, True):
                value = self.apply_binary(name, b, a) if swapped else self.apply_binary(name, a, b)
                if value is not None:
                    yield name, swapped, value

    def apply_binary(self, name: str, a: Rational, b: Rational) -> Rational | None:
        """A binary function's value, None where it has none or the edition does not allow it."""
        value = quotient(a, b) if name == "divide" and b else applied(name, a, b)
        if value is None or self.edition.whole_steps and name in BASIC:
            return value if type(value) is int and value > 0 else None
        return value

    def _count_cached(self, more: int) -> None:
        """Count cached values; above the limit, empty the caches. Their values are computed again when needed."""
        self._cached_count += more
        if self._cached_count > MAX_CACHED_VALUES:
            self._cached_count = more
            self._clear_caches()

    def _clear_caches(self) -> None:
        for cache in (self._binary_values, self._sets, self._values, self._shares):
            cache.clear()

    # the last step, from the target backwards

    def operations_for(self, numbers: Multiset, targets: set[Rational]) -> Iterator[tuple[BinaryOperation, Rational]]:
        """The binary operations of exactly these numbers that make the targets, with the target of each."""
        floats = [(target, _as_float(target)) for target in targets]
        for left, right in bipartitions(numbers):
            known, by_trial = self.known(right), []
            shares = self._shares_of(right) if known is not None else frozenset()
            for first in self.values(left):
                self.tick()
                near_first = _as_float(first) if known is not None else 0.0
                for name, swapped, near in self._ordered_functions:
                    unlisted = False
                    for target, near_target in floats:
                        if near and near_first and near_target and _is_far(near(near_first, near_target), shares):
                            continue
                        listed = solve_other_argument(name, first, not swapped, target)
                        unlisted = unlisted or listed is None
                        for second in listed or ():
                            if known is not None and second not in known:
                                continue
                            if self._value(name, swapped, first, second) == target:
                                yield _operation(name, swapped, left, first, right, second), target
                    if unlisted:
                        by_trial.append((name, swapped, first))
            yield from self._operations_by_trial(by_trial, left, right, targets)

    def _shares_of(self, numbers: Multiset) -> frozenset[int]:
        """Where the values of a subset lie, as multiples of 1 / SHARES."""
        shares = self._shares.get(numbers)
        if shares is None:
            # twice as far, for a value whose float falls just below the limit
            floats = (_as_float(value, 2 * LARGEST) for value in self.values(numbers))
            shares = self._shares[numbers] = frozenset(int(each * SHARES) for each in floats)
        return shares

    def _operations_by_trial(
        self,
        by_trial: list[tuple[str, bool, Rational]],
        left: Multiset,
        right: Multiset,
        targets: set[Rational],
    ) -> Iterator[tuple[BinaryOperation, Rational]]:
        """The same, for functions and first values with too many candidates to list: every second value is tried."""
        for count, second in enumerate(self.values(right) if by_trial else ()):
            if not count % 1000:
                self.tick()
            for name, swapped, first in by_trial:
                value = self._value(name, swapped, first, second)
                if value in targets and solve_other_argument(name, first, not swapped, value) is None:
                    yield _operation(name, swapped, left, first, right, second), value

    def _value(self, name: str, swapped: bool, first: Rational, second: Rational) -> Rational | None:
        return self.apply_binary(name, second, first) if swapped else self.apply_binary(name, first, second)


def _as_float(value: Rational, largest: int = LARGEST) -> float:
    """The value, or 0 where a float is not close enough to work with."""
    return float(value) if -largest < value < largest else 0.0


def _is_far(value: float, shares: Container[int]) -> bool:
    """Whether a value is certainly none of those that lie in `shares`: floats are cheaper than fractions."""
    if not -LARGEST < value < LARGEST:
        return False
    share = int(value * SHARES)
    return share not in shares and share - 1 not in shares and share + 1 not in shares


def _operation(
    name: str, swapped: bool, left: Multiset, first: Rational, right: Multiset, second: Rational
) -> BinaryOperation:
    return (
        BinaryOperation(name, right, second, left, first)
        if swapped
        else BinaryOperation(name, left, first, right, second)
    )
