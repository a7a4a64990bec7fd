"""How many sums and products there are of given numbers, by value.

A bag is a multiset of parts, none of them a bag of its own kind: the terms of a sum, each added or taken away, or the
factors of a product, each above or below the line. `weighted_splits` says how multisets are counted where numbers are
equal.

A bag and the same bag with every part on the other side have opposite values (inverse ones), so the part with a certain
number is only ever put on the first side, and the other half follows. Factors that are 0 are counted apart.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Protocol

from judging.language.numbers.rationals import Rational
from puzzles.counting.residues import ResidueTable, ValueCount
from puzzles.enumeration.multisets import Multiset, Split, weighted_splits
from puzzles.functions.operations import quotient

ValueCounts = dict[Rational, int]
WholeItem = tuple[int, int]


class BagParts(Protocol):
    """Where the parts of bags come from: the forms of some numbers that are not a bag of this kind."""

    def is_cached(self, numbers: Multiset) -> bool:
        """Whether all values of these numbers are cached; else only single values may be asked for."""

    def parts(self, kind: str, numbers: Multiset) -> ValueCounts: ...

    def parts_at(self, kind: str, numbers: Multiset, value: Rational) -> int: ...


class SignedBags:
    """Sums or products of two parts or more. Those that are not `signed` have all their parts on the first side."""

    kind: str
    identity: int

    def __init__(self, forms: BagParts):
        self._forms = forms
        self._tables: dict[tuple[Multiset, bool], ValueCounts] = {}
        self._joined: dict[tuple[Multiset, bool], ValueCounts] = {}
        self._by_residue: dict[tuple[Multiset, int, bool], ResidueTable] = {}
        self._points: dict[tuple[Multiset, bool, Rational], int] = {}

    def table(self, numbers: Multiset) -> ValueCounts:
        """How many bags with at least one part on the first side come to each value; products other than 0."""
        counts = dict(self.bags(numbers, True))
        for value, count in self.bags(numbers, False).items():
            counts[self.turned(value)] -= count
        return counts

    def whole_table(self, numbers: Multiset) -> ValueCounts:
        """The same for values that are whole numbers from 0, without working out the others."""
        counts = self.whole_bags(numbers, (True, False))
        for value, count in self.whole_bags(numbers, (False,)).items():
            counts[value] -= count
        return {value: count for value, count in counts.items() if value >= 0}

    def at(self, numbers: Multiset, value: Rational) -> int:
        """The same for one value."""
        return self.bags_at(numbers, True, value) - self.bags_at(numbers, False, self.turned(value))

    # what differs between sums and products

    def turned(self, value: Rational) -> Rational:
        """The value of a bag with every part on the other side."""
        raise NotImplementedError

    def repeated(self, part: Rational, times: int) -> Rational:
        raise NotImplementedError

    def remaining(self, value: Rational, part: Rational) -> Rational:
        """What makes `value` together with a part."""
        raise NotImplementedError

    def add_to(self, counts: ValueCounts, part: Rational, rest: Iterable[ValueCount], weight: int) -> None:
        """Count a part together with each of the rest."""
        raise NotImplementedError

    def add_whole_to(self, counts: ValueCounts, part: Rational, rest: Iterable[ValueCount], weight: int) -> None:
        """The same where they come to a whole number."""
        raise NotImplementedError

    def _parts(self, numbers: Multiset) -> list[ValueCount]:
        return [item for item in self._forms.parts(self.kind, numbers).items() if item[0] or self.identity == 0]

    # all values of a few numbers

    def bags(self, numbers: Multiset, signed: bool) -> ValueCounts:
        if not self._forms.is_cached(numbers):
            return self._bags(numbers, signed)
        at = numbers, signed
        if at not in self._tables:
            self._tables[at] = self._bags(numbers, signed)
        return self._tables[at]

    def _bags(self, numbers: Multiset, signed: bool) -> ValueCounts:
        counts: ValueCounts = {}
        divisor, splits = weighted_splits(numbers)
        for split in splits:
            rest = list(self._any(split.rest, signed).items())
            for part, count in self._parts(split.part):
                self.add_to(counts, self.repeated(part, split.times), rest, split.weight * count)
        if signed:
            add(counts, [(self.turned(value), count) for value, count in counts.items()])
        return counts if divisor == 1 else {value: count // divisor for value, count in counts.items()}

    def _any(self, numbers: Multiset, signed: bool) -> ValueCounts:
        """The bags, and the single parts as if they were bags."""
        at = numbers, signed
        if at not in self._joined:
            self._joined[at] = self._join(numbers, signed) if numbers else {self.identity: 1}
        return self._joined[at]

    def _join(self, numbers: Multiset, signed: bool) -> ValueCounts:
        counts = dict(self.bags(numbers, signed))
        parts = self._parts(numbers)
        add(counts, parts)
        if signed:
            add(counts, [(self.turned(value), count) for value, count in parts])
        return counts

    def whole_bags(self, numbers: Multiset, sides: tuple[bool, ...]) -> ValueCounts:
        """Counts of the bags with a whole value, which may be below zero; `sides` are the sides that their parts may be
        on, True being the first."""
        counts: ValueCounts = {}
        divisor, splits = weighted_splits(numbers)
        for split in splits:
            rest = list(self._any(split.rest, True in sides and False in sides).items())
            if True not in sides:
                rest = [(self.turned(value), count) for value, count in rest]
            for part, count in self._parts(split.part):
                first = self.repeated(part, split.times)
                for side in sides:
                    self.add_whole_to(counts, first if side else self.turned(first), rest, split.weight * count)
        return counts if divisor == 1 else {value: count // divisor for value, count in counts.items()}

    # one value of more numbers

    def bags_at(self, numbers: Multiset, signed: bool, value: Rational) -> int:
        if self._forms.is_cached(numbers):
            return self.bags(numbers, signed).get(value, 0)
        at = numbers, signed, value
        if at not in self._points:
            self._points[at] = self._bags_at(numbers, signed, value)
        return self._points[at]

    def _bags_at(self, numbers: Multiset, signed: bool, value: Rational) -> int:
        divisor, splits = weighted_splits(numbers)
        total = 0
        for split in splits:
            total += split.weight * self._shared_at(split, signed, value)
            if signed:
                total += split.weight * self._shared_at(split, signed, self.turned(value))
        return total // divisor

    def _shared_at(self, split: Split, signed: bool, value: Rational) -> int:
        """A part on the first side with the rest, the smaller of the two gone through."""
        part, times, rest = split.part, split.times, split.rest
        if self._forms.is_cached(part) and self._forms.is_cached(rest):
            return self._pairs_at(split, signed, value)
        remaining = self.remaining
        if times > 1 or len(part) <= len(rest):
            any_at = partial(self._any_at, rest, signed)
            return sum(
                [count * any_at(remaining(value, self.repeated(each, times))) for each, count in self._parts(part)]
            )
        part_at = partial(self._forms.parts_at, self.kind, part)
        return sum([count * part_at(remaining(value, each)) for each, count in self._any(rest, signed).items()])

    def _pairs_at(self, split: Split, signed: bool, value: Rational) -> int:
        parts, rest = self._searched(split.part, split.times), self._searched(split.rest, 0, signed)
        few, many = (parts, rest) if len(parts.counts) <= len(rest.counts) else (rest, parts)
        count_of, remaining = many.counts.get, self.remaining
        fitting = few.pairs(value, many, self.identity == 1)
        return sum([count * count_of(remaining(value, each), 0) for each, count in fitting])

    def _searched(self, numbers: Multiset, times: int, signed: bool = False) -> ResidueTable:
        """Parts, each so many times, or where that is 0 whatever the numbers come to."""
        at = numbers, times, signed
        if at not in self._by_residue:
            counts: ValueCounts = {} if times else self._any(numbers, signed)
            if times:
                add(counts, [(self.repeated(value, times), count) for value, count in self._parts(numbers)])
            self._by_residue[at] = ResidueTable(counts, self.turned)
        return self._by_residue[at]

    def _any_at(self, numbers: Multiset, signed: bool, value: Rational) -> int:
        """How many bags, or single parts, come to a value."""
        if not numbers:
            return int(value == self.identity)
        count = self.bags_at(numbers, signed, value) + self._forms.parts_at(self.kind, numbers, value)
        return count + self._forms.parts_at(self.kind, numbers, self.turned(value)) if signed else count


class Sums(SignedBags):
    kind, identity = "sum", 0

    def turned(self, value: Rational) -> Rational:
        return -value

    def repeated(self, part: Rational, times: int) -> Rational:
        return part * times

    def remaining(self, value: Rational, part: Rational) -> Rational:
        return value - part

    def add_to(self, counts: ValueCounts, part: Rational, rest: Iterable[ValueCount], weight: int) -> None:
        count_of = counts.get
        for other, count in rest:
            value = part + other
            if type(value) is Fraction and value.denominator == 1:
                value = value.numerator
            counts[value] = count_of(value, 0) + weight * count

    def add_whole_to(self, counts: ValueCounts, part: Rational, rest: Iterable[ValueCount], weight: int) -> None:
        count_of, below, above = counts.get, part.denominator, part.numerator
        for other, count in rest:
            if other.denominator == below and (above + other.numerator) % below == 0:
                value = (above + other.numerator) // below
                counts[value] = count_of(value, 0) + weight * count


class Products(SignedBags):
    """Products of factors other than 0, and how many come to 0."""

    kind, identity = "product", 1

    def turned(self, value: Rational) -> Rational:
        return quotient(1, value)

    def repeated(self, part: Rational, times: int) -> Rational:
        return part**times

    def remaining(self, value: Rational, part: Rational) -> Rational:
        return quotient(value, part)

    def add_to(self, counts: ValueCounts, part: Rational, rest: Iterable[ValueCount], weight: int) -> None:
        count_of = counts.get
        for other, count in rest:
            value = part * other
            if type(value) is Fraction and value.denominator == 1:
                value = value.numerator
            counts[value] = count_of(value, 0) + weight * count

    def add_whole_to(self, counts: ValueCounts, part: Rational, rest: Iterable[ValueCount], weight: int) -> None:
        count_of, below, above = counts.get, part.denominator, part.numerator
        for other, count in rest:
            if above % other.denominator == 0 and other.numerator % below == 0:
                value = above // other.denominator * (other.numerator // below)
                counts[value] = count_of(value, 0) + weight * count

    def zeros(self, numbers: Multiset) -> int:
        """How many products have a factor 0 above the line: all of them, less those without one."""
        return self._choices(numbers, True) - self._choices(numbers, False)

    def _choices(self, numbers: Multiset, zeros: bool) -> int:
        """Products of two factors or more, only how many, each factor above or below the line, or 0 above it."""
        divisor, splits = weighted_splits(numbers)
        total = 0
        for split in splits:
            rest = self._choices(split.rest, zeros) + self._factors(split.rest, zeros) if split.rest else 1
            total += split.weight * self._factors(split.part, zeros) * rest
        return total // divisor

    def _factors(self, numbers: Multiset, zeros: bool) -> int:
        total = 2 * sum(count for _, count in self._parts(numbers))
        return total + self._forms.parts_at(self.kind, numbers, 0) if zeros else total


def add(counts: ValueCounts, more: Iterable[ValueCount]) -> None:
    count_of = counts.get
    for value, count in more:
        counts[value] = count_of(value, 0) + count


def whole_items(items: Iterable[ValueCount]) -> list[WholeItem]:
    """The items whose value is a whole number from 0."""
    return [(value, count) for value, count in items if type(value) is int and value >= 0]
