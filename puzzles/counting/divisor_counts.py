"""How many greatest common divisors, or least common multiples, there are of given numbers, by value."""

import math
from collections.abc import Callable
from typing import Protocol

from judging.language.numbers.rationals import Rational
from puzzles.counting.bag_counts import ValueCounts, WholeItem
from puzzles.enumeration.multisets import Multiset, weighted_splits
from puzzles.functions.integer_inverses import divisors

_PRIME_BITS = ((2, 1), (3, 2), (5, 4), (7, 8), (11, 16), (13, 32))


class Wholes(Protocol):
    """The forms that come to whole numbers from 0; `kind` leaves out the bags of that kind."""

    def wholes(self, numbers: Multiset, kind: str = "") -> list[WholeItem]: ...

    def reduced_wholes(self, numbers: Multiset, partner: Multiset, kind: str = "") -> list[WholeItem]: ...

    def at(self, numbers: Multiset, value: Rational) -> int: ...

    def parts_at(self, kind: str, numbers: Multiset, value: Rational) -> int: ...


class DivisorBags:
    """Bags of two parts or more. Parts are whole numbers from 0 that are not such a bag themselves."""

    def __init__(self, kind: str, forms: Wholes):
        self.kind, self._forms = kind, forms
        self._function: Callable[[int, int], int] = math.gcd if kind == "gcd" else math.lcm
        self._identity = 0 if kind == "gcd" else 1

    def table(self, numbers: Multiset) -> ValueCounts:
        """How many come to each value."""
        counts: ValueCounts = {}
        divisor, splits = weighted_splits(numbers)
        function, count_of = self._function, counts.get
        for split in splits:
            rest = self._forms.wholes(split.rest) if split.rest else [(self._identity, 1)]
            for part, count in self._forms.wholes(split.part, self.kind):
                for other, more in rest:
                    value = function(part, other)
                    counts[value] = count_of(value, 0) + split.weight * count * more
        return counts if divisor == 1 else {value: count // divisor for value, count in counts.items()}

    def at(self, numbers: Multiset, value: Rational) -> int:
        """How many come to one value."""
        if type(value) is not int or value < 0:
            return 0
        divisor, splits = weighted_splits(numbers)
        return sum(split.weight * self._shared(split.part, split.rest, value) for split in splits) // divisor

    def _shared(self, part: Multiset, rest: Multiset, value: int) -> int:
        """In how many ways a part and the rest, which is a bag or a single part, make the value."""
        forms = self._forms
        if not rest:
            return forms.parts_at(self.kind, part, value)
        small, large, own_small, own_large = part, rest, self.kind, ""
        if len(part) > len(rest):
            small, large, own_small, own_large = rest, part, "", self.kind
        known = self._fitting(forms.wholes(small, own_small), value)
        others = self._fitting(self._others(small, large, own_large, value), value) if known else []
        function, total = self._function, 0
        if self.kind == "gcd" and value:
            # gcd(0, y) is y, which no remainder says
            total = sum(count for each, count in known if not each) * self._one_at(large, own_large, value)
            known = [item for item in known if item[0]]
        masked = [(other, more, self._mask(other, value)) for other, more in others]
        for each, count in known:
            mask = self._mask(each, value)
            total += count * sum(
                [more for other, more, its in masked if not its & mask and function(each, other) == value]
            )
        return total

    def _mask(self, part: int, value: int) -> int:
        """Small primes as bits: two multiples that have one in common beyond the gcd have a greater one."""
        if self.kind == "lcm" or not value:
            return 0
        beyond = part // value % 30_030
        return sum([bit for prime, bit in _PRIME_BITS if beyond % prime == 0])

    def _others(self, small: Multiset, large: Multiset, kind: str, value: int) -> list[WholeItem]:
        if self.kind == "gcd":
            return self._forms.reduced_wholes(large, small, kind)
        listed = divisors(value) if value else None
        if listed is None:
            return self._forms.wholes(large, kind)
        return [(each, self._one_at(large, kind, each)) for each in {*listed} if type(each) is int]

    def _one_at(self, numbers: Multiset, kind: str, value: int) -> int:
        return self._forms.parts_at(kind, numbers, value) if kind else self._forms.at(numbers, value)

    def _fitting(self, items: list[WholeItem], value: int) -> list[WholeItem]:
        """Multiples of a gcd, divisors of an lcm."""
        if value == 0:
            return [item for item in items if item[0] == 0] if self.kind == "gcd" else items
        if self.kind == "gcd":
            return [item for item in items if item[0] % value == 0]
        return [item for item in items if item[0] and value % item[0] == 0]
