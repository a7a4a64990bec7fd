"""Countdown: the best or nearest calculation, fast.

For each part of up to four numbers all values are kept with the fewest pairs of brackets their writing needs, shared
between games (`costs`). From there the last steps are taken backwards from the target. Spaces and signs take as many
characters in every writing of the same numbers, so the fewest brackets are the shortest text.

A cost is 2s for a product or quotient with s pairs of brackets inside, 2s + 1 for a sum or difference. Then s =
cost >> 1 pairs are needed where it stands alone or first in a sum, (cost + 1) >> 1 as a later term or a first factor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from judging.language.writing import TIGHT, written
from puzzles.parts import Numbers, splits, subsets

Costs = dict[int, int]
NEVER = 1 << 30
KEPT_SIZE = 4  # parts up to this size have all their values kept; larger ones are worked backwards


_FUNCTIONS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}


class Step(NamedTuple):
    """The last operation of a calculation: a sign, and what stands left and right of it."""

    sign: str
    left: Numbers
    first: int
    right: Numbers
    second: int


@lru_cache(maxsize=2500)
def costs(numbers: Numbers) -> Costs:
    """Every positive whole value that exactly these numbers make, with its least cost."""
    if len(numbers) == 1:
        return {numbers[0]: 0} if numbers[0] >= 0 else {}
    found: Costs = {}
    get = found.get
    for left, right in splits(numbers):
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
                if get(a + b, NEVER) > cost:
                    found[a + b] = cost
                cost = 2 * (pa + rb if pa + rb < pb + ra else pb + ra)
                if get(a * b, NEVER) > cost:
                    found[a * b] = cost
                if a > b:
                    if get(a - b, NEVER) > 2 * (sa + pb) + 1:
                        found[a - b] = 2 * (sa + pb) + 1
                    if b and not a % b and get(a // b, NEVER) > 2 * (pa + rb):
                        found[a // b] = 2 * (pa + rb)
                else:
                    if a < b and get(b - a, NEVER) > 2 * (sb + pa) + 1:
                        found[b - a] = 2 * (sb + pa) + 1
                    if a and not b % a and get(b // a, NEVER) > 2 * (pb + ra):
                        found[b // a] = 2 * (pb + ra)
    found.pop(0, None)
    return found


def _seconds(a: int, target: int) -> list[tuple[str, bool, int]]:
    """The operations that take a and a second value to the target; true where the second value stands in front."""
    found = [("-", True, target + a)]
    if target > a:
        found.append(("+", False, target - a))
    elif a > target:
        found.append(("-", False, a - target))
    if a:
        found.append(("/", True, target * a))
        if not target % a:
            found.append(("*", False, target // a))
        if not a % target:
            found.append(("/", False, a // target))
    return found


def _front(sign: str, cost: int, apart: bool) -> int:
    """The brackets of what stands in front of a sign; `apart` is true of all but single numbers."""
    return cost >> 1 if sign in "+-" else cost + 1 >> 1


def _behind(sign: str, cost: int, apart: bool) -> int:
    return cost + 1 >> 1 if sign in "+-" else (cost >> 1) + apart


def _together(step: Step, first: int, second: int) -> int:
    """The cost of a step from the costs of what it puts together."""
    sign, left, _, right, _ = step
    brackets = _front(sign, first, len(left) > 1) + _behind(sign, second, len(right) > 1)
    return 2 * brackets + (sign in "+-")


class Reach:
    """What one selection reaches. `tick` is called now and then, and may raise."""

    def __init__(self, numbers: Numbers, tick: Callable[[], None] = lambda: None):
        self.numbers = tuple(sorted(number for number in numbers if number >= 0))
        self.tick = tick
        self._found: dict[tuple[Numbers, int], tuple[int, Step | None]] = {}

    def least(self, numbers: Numbers, target: int) -> int:
        """The least cost of `target` from exactly these numbers, NEVER where they do not make it."""
        if len(numbers) <= KEPT_SIZE:
            return costs(numbers).get(target, NEVER)
        return self.best(numbers, target)[0]

    def best(self, numbers: Numbers, target: int) -> tuple[int, Step | None]:
        """The least cost and the last step that has it."""
        at = (numbers, target)
        known = self._found.get(at)
        if known is None:
            known = (NEVER, None)
            self.tick()
            for cost, step in self._steps(numbers, target):
                if cost < known[0]:
                    known = (cost, step)
            self._found[at] = known
        return known

    def _steps(self, numbers: Numbers, target: int) -> Iterator[tuple[int, Step]]:
        for left, right in splits(numbers):
            kept = costs(right) if len(right) <= KEPT_SIZE else None
            for a, first in costs(left).items():
                for sign, turned, b in _seconds(a, target):
                    second = self.least(right, b) if kept is None else kept.get(b, NEVER)
                    if second == NEVER:
                        continue
                    if not turned:
                        step = Step(sign, left, a, right, b)
                        yield _together(step, first, second), step
                    if turned or sign in "+*":
                        step = Step(sign, right, b, left, a)
                        yield _together(step, second, first), step

    def exact(self, target: int) -> tuple[int, str] | None:
        """How many numbers, and the text, of the calculation that makes the target with the fewest numbers, and of
        those the shortest. None where there is none."""
        for size in range(1, len(self.numbers) + 1 if target else 2):
            self.tick()
            found = [
                (sum(len(str(each)) for each in part) + 2 * (cost >> 1), part)
                for part in subsets(self.numbers, size)
                if (cost := self.least(part, target)) < NEVER
            ]
            if found:
                return size, self.text(min(found)[1], target)[0]
        return None

    def text(self, numbers: Numbers, target: int) -> tuple[str, int]:
        """The shortest writing, and how tightly it binds."""
        if len(numbers) == 1:
            return str(target), TIGHT
        step = self.best(numbers, target)[1]
        assert step is not None
        inside = [self.text(step.left, step.first), self.text(step.right, step.second)]
        return written(_FUNCTIONS[step.sign], inside)
