"""Countdown: the best or nearest calculation, fast.

For each subset of up to four numbers all values are kept with the fewest pairs of brackets their writing needs, shared
between games (`costs`). From there the last steps are taken backwards from the target. Spaces and signs take as many
characters in every writing of the same numbers, so the fewest brackets are the shortest text.

A cost is 2s for a product or quotient with s pairs of brackets inside, 2s + 1 for a sum or difference. Then s =
cost >> 1 pairs are needed where it stands alone or first in a sum, (cost + 1) >> 1 as a later term or a first factor.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from judging.language.parsing.writing import TIGHT, written
from puzzles.enumeration.multisets import Multiset, bipartitions, submultisets

Costs = dict[int, int]
IMPOSSIBLE = 1 << 30
CACHED_SIZE = 4  # subsets up to this size have all their values kept; larger ones are worked backwards


_FUNCTIONS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}


class LastOperation(NamedTuple):
    """The last operation of a calculation: a sign, and what stands left and right of it."""

    sign: str
    left: Multiset
    first: int
    right: Multiset
    second: int


@lru_cache(maxsize=2500)
def costs(numbers: Multiset) -> Costs:
    """Every positive whole value that exactly these numbers make, with its least cost."""
    if len(numbers) == 1:
        return {numbers[0]: 0} if numbers[0] >= 0 else {}
    costs_by_value: Costs = {}
    get = costs_by_value.get
    for left, right in bipartitions(numbers):
        # brackets as a right factor: none for a number
        more, less = len(left) > 1, len(right) > 1
        seconds = list(costs(right).items())
        for a, ca in costs(left).items():
            sa, pa = ca >> 1, ca + 1 >> 1
            ra = sa + more
            for b, cb in seconds:
                sb, pb = cb >> 1, cb + 1 >> 1
                rb = sb + less
                cost = 2 * (sa + pb if sa + pb < sb + pa else sb + pa) + 1
                if get(a + b, IMPOSSIBLE) > cost:
                    costs_by_value[a + b] = cost
                cost = 2 * (pa + rb if pa + rb < pb + ra else pb + ra)
                if get(a * b, IMPOSSIBLE) > cost:
                    costs_by_value[a * b] = cost
                if a > b:
                    if get(a - b, IMPOSSIBLE) > 2 * (sa + pb) + 1:
                        costs_by_value[a - b] = 2 * (sa + pb) + 1
                    if b and not a % b and get(a // b, IMPOSSIBLE) > 2 * (pa + rb):
                        costs_by_value[a // b] = 2 * (pa + rb)
                else:
                    if a < b and get(b - a, IMPOSSIBLE) > 2 * (sb + pa) + 1:
                        costs_by_value[b - a] = 2 * (sb + pa) + 1
                    if a and not b % a and get(b // a, IMPOSSIBLE) > 2 * (pb + ra):
                        costs_by_value[b // a] = 2 * (pb + ra)
    costs_by_value.pop(0, None)
    return costs_by_value


def _second_operands(a: int, target: int) -> list[tuple[str, bool, int]]:
    """The operations that take a and a second value to the target; true where the second value stands in front."""
    operands = [("-", True, target + a)]
    if target > a:
        operands.append(("+", False, target - a))
    elif a > target:
        operands.append(("-", False, a - target))
    if a:
        operands.append(("/", True, target * a))
        if not target % a:
            operands.append(("*", False, target // a))
        if not a % target:
            operands.append(("/", False, a // target))
    return operands


def _left_brackets(sign: str, cost: int, compound: bool) -> int:
    """The brackets of what stands in front of a sign; `compound` is true of all but single numbers."""
    return cost >> 1 if sign in "+-" else cost + 1 >> 1


def _right_brackets(sign: str, cost: int, compound: bool) -> int:
    return cost + 1 >> 1 if sign in "+-" else (cost >> 1) + compound


def _combined_cost(operation: LastOperation, first: int, second: int) -> int:
    """The cost of a step from the costs of what it puts together."""
    sign, left, _, right, _ = operation
    brackets = _left_brackets(sign, first, len(left) > 1) + _right_brackets(sign, second, len(right) > 1)
    return 2 * brackets + (sign in "+-")


class CountdownSearch:
    """The calculations of one selection. `tick` is called now and then, and may raise."""

    def __init__(self, numbers: Sequence[int], tick: Callable[[], None]):
        self.numbers = tuple(sorted(number for number in numbers if number >= 0))  # no text says one below zero
        self.tick = tick
        self._cached: dict[tuple[Multiset, int], tuple[int, LastOperation | None]] = {}

    def min_cost(self, numbers: Multiset, target: int) -> int:
        """The least cost of `target` from exactly these numbers, IMPOSSIBLE where they do not make it."""
        if len(numbers) <= CACHED_SIZE:
            return costs(numbers).get(target, IMPOSSIBLE)
        return self.min_cost_operation(numbers, target)[0]

    def min_cost_operation(self, numbers: Multiset, target: int) -> tuple[int, LastOperation | None]:
        """The lowest cost of a target, and the last step that reaches it."""
        at = (numbers, target)
        known = self._cached.get(at)
        if known is None:
            known = (IMPOSSIBLE, None)
            self.tick()
            for cost, operation in self._last_operations(numbers, target):
                if cost < known[0]:
                    known = (cost, operation)
            self._cached[at] = known
        return known

    def _last_operations(self, numbers: Multiset, target: int) -> Iterator[tuple[int, LastOperation]]:
        for left, right in bipartitions(numbers):
            right_costs = costs(right) if len(right) <= CACHED_SIZE else None
            for a, first in costs(left).items():
                for sign, swapped, b in _second_operands(a, target):
                    second = self.min_cost(right, b) if right_costs is None else right_costs.get(b, IMPOSSIBLE)
                    if second == IMPOSSIBLE:
                        continue
                    if not swapped:
                        operation = LastOperation(sign, left, a, right, b)
                        yield _combined_cost(operation, first, second), operation
                    if swapped or sign in "+*":
                        operation = LastOperation(sign, right, b, left, a)
                        yield _combined_cost(operation, second, first), operation

    def shortest(self, target: int) -> tuple[int, str] | None:
        """The calculation with the fewest numbers, the shortest of several: how many numbers, and its text. None if the
        target cannot be made."""
        for size in range(1, len(self.numbers) + 1 if target else 2):
            self.tick()
            candidates = []
            for subset in submultisets(self.numbers, size):
                cost = self.min_cost(subset, target)
                if cost < IMPOSSIBLE:
                    candidates.append((sum(len(str(each)) for each in subset) + 2 * (cost >> 1), subset))
            if candidates:
                return size, self.text(min(candidates)[1], target)[0]
        return None

    def text(self, numbers: Multiset, target: int) -> tuple[str, int]:
        """The shortest writing, and how tightly it binds."""
        if len(numbers) == 1:
            return str(target), TIGHT
        operation = self.min_cost_operation(numbers, target)[1]
        assert operation is not None
        inside = [self.text(operation.left, operation.first), self.text(operation.right, operation.second)]
        return written(_FUNCTIONS[operation.sign], inside)
