"""How many forms given numbers have, by value and kind.

The kinds are those of the judge's canonical form: a number, a sum, a product, a gcd, an lcm, a function of two inputs
in order (`pair`), and unary functions stacked on one of these. Two forms of a kind are the same exactly where their
parts are, so they can be counted without being made.
"""

import math
from collections.abc import Callable

from judging.language.editions import BASIC, Edition
from judging.language.functions.table import FUNCTIONS
from judging.language.limits import BITS
from judging.language.numbers.rationals import Rational
from puzzles.counting.bag_counts import Products, Sums, ValueCounts, WholeItem, add, whole_items
from puzzles.counting.divisor_counts import DivisorBags
from puzzles.counting.pair_counts import OrderedPairs
from puzzles.counting.residues import ValueCount
from puzzles.counting.values_by_remainder import stand_ins, unary_results
from puzzles.enumeration.multisets import Multiset
from puzzles.functions.operations import UnaryChains, fits

LISTS = 2  # of so many numbers all values are kept; of more, the values that are asked for
TABLES = 3  # of so many, those that no sum or product comes to; with only the four operations all values

_SIGNED = frozenset({"sum", "product"})


class FormCounts:
    """Counts the forms of one edition and caches the counts; `cached_count` is how many there are."""

    def __init__(self, edition: Edition, unary_depth: int, tick: Callable[[], None]):
        rows = [FUNCTIONS[name] for name in sorted(edition.functions - BASIC)]
        unary = [row.name for row in rows if row.max_inputs == 1]
        several = [row for row in rows if row.max_inputs != 1]
        self._tick, self._whole_steps = tick, edition.whole_steps
        self._depth = unary_depth if unary else 0
        self._basic = not rows
        self._bars = "abs" in unary and self._depth > 0
        self._chains = UnaryChains(tuple(name for name in unary if name != "abs"), self._depth)
        self._sums, self._products = Sums(self), Products(self)
        self._divisors = {row.name: DivisorBags(row.name, self) for row in several if row.commutative}
        self._pairs = OrderedPairs(tuple(row.name for row in several if not row.commutative), self)
        self._kinds: dict[Multiset, dict[str, ValueCounts]] = {}
        self._values: dict[Multiset, ValueCounts] = {}
        self._parts: dict[tuple[str, Multiset], ValueCounts] = {}
        self._points: dict[tuple[str, Multiset, Rational], int] = {}
        self._reduced: dict[tuple[Multiset, Multiset], list[ValueCount]] = {}

    @property
    def cached_count(self) -> int:
        tables = [counts for kinds in self._kinds.values() for counts in kinds.values()]
        return len(self._points) + sum(map(len, tables)) + sum(map(len, self._values.values()))

    def at(self, numbers: Multiset, value: Rational) -> int:
        """How many forms of exactly these numbers come to a value."""
        if len(numbers) <= LISTS:
            return self.values(numbers).get(value, 0)
        starts = self._chains.starts(value, self._depth)
        self._look_ahead(numbers, [value, *(start for start, _ in starts)])
        total = self._base_at(numbers, value) + sum(self._base_at(numbers, start) for start, _ in starts)
        if self._bars:
            below = [start for start, steps in ((value, 0), *starts) if start > 0 and steps < self._depth]
            total += sum(self.kind_at("pair", numbers, -each) for each in below)
            total += sum(self._taken_away(numbers, each) for each in below)
        return total

    # without unary functions on top

    def _base_at(self, numbers: Multiset, value: Rational) -> int:
        if self.is_cached(numbers):
            return sum([counts.get(value, 0) for counts in self._kinds_of(numbers).values()])
        return sum([self.kind_at(kind, numbers, value) for kind in ("sum", "product", "pair", *self._divisors)])

    def kind_at(self, kind: str, numbers: Multiset, value: Rational) -> int:
        if self.is_cached(numbers) or (len(numbers) <= TABLES and kind not in _SIGNED):
            return self._kinds_of(numbers)[kind].get(value, 0)
        at = kind, numbers, value
        if at not in self._points:
            self._tick()
            self._points[at] = self._kind_at(kind, numbers, value)
        return self._points[at]

    def _kind_at(self, kind: str, numbers: Multiset, value: Rational) -> int:
        if not self._is_allowed(value):
            return 0
        if kind == "sum":
            return self._sums.at(numbers, value)
        if kind == "product":
            return self._products.at(numbers, value) if value else self._products.zeros(numbers)
        return self._pairs.at(numbers, {value})[value] if kind == "pair" else self._divisors[kind].at(numbers, value)

    def _look_ahead(self, numbers: Multiset, values: list[Rational]) -> None:
        """Count the pairs for all values that will be asked for: together that is less work."""
        if len(numbers) <= TABLES or ("pair", numbers, values[0]) in self._points:
            return
        barred = [-value for value in values if value > 0] if self._bars else []
        for value, count in self._pairs.at(numbers, {*values, *barred}).items():
            self._points["pair", numbers, value] = count

    def is_cached(self, numbers: Multiset) -> bool:
        return len(numbers) <= (TABLES if self._basic else LISTS)

    def _kinds_of(self, numbers: Multiset) -> dict[str, ValueCounts]:
        if numbers not in self._kinds:
            self._tick()
            self._kinds[numbers] = self._tables(numbers)
        return self._kinds[numbers]

    def _tables(self, numbers: Multiset) -> dict[str, ValueCounts]:
        if len(numbers) == 1:
            kinds: dict[str, ValueCounts] = {kind: {} for kind in ("sum", "product", "pair", *self._divisors)}
            return {**kinds, "number": {numbers[0]: 1}}
        kinds = {kind: bags.table(numbers) for kind, bags in self._divisors.items()}
        kinds |= {"pair": self._pairs.table(numbers)}
        if self.is_cached(numbers):
            kinds |= {"sum": self._sums.table(numbers), "product": self._all_products(numbers, self._products.table)}
        return {kind: self._allowed(counts) for kind, counts in kinds.items()}

    def _all_products(self, numbers: Multiset, table: Callable[[Multiset], ValueCounts]) -> ValueCounts:
        return {**table(numbers), 0: self._products.zeros(numbers)}

    def _allowed(self, counts: ValueCounts) -> ValueCounts:
        return {value: count for value, count in counts.items() if count and self._is_allowed(value)}

    def _is_allowed(self, value: Rational) -> bool:
        """Whether the edition allows the value as a step, and it is within the budget."""
        if self._whole_steps and not (type(value) is int and value > 0):
            return False
        return max(value.numerator.bit_length(), value.denominator.bit_length()) < BITS or fits(value)

    def _base(self, numbers: Multiset) -> list[ValueCount]:
        """All kinds; a value may come with several of them."""
        kinds = [*self._kinds_of(numbers).values()]
        if not self.is_cached(numbers):
            sums, products = self._sums.table(numbers), self._all_products(numbers, self._products.table)
            kinds += self._allowed(sums), self._allowed(products)
        return [item for counts in kinds for item in counts.items()]

    def _whole_base(self, numbers: Multiset) -> list[ValueCount]:
        """The same for whole numbers from 0, of numbers whose sums and products are not kept."""
        kinds = self._kinds_of(numbers).values()
        items = [item for counts in kinds for item in counts.items() if type(item[0]) is int and item[0] >= 0]
        sums, products = self._sums.whole_table(numbers), self._all_products(numbers, self._products.whole_table)
        return [*items, *self._allowed(sums).items(), *self._allowed(products).items()]

    # with unary functions on top

    def values(self, numbers: Multiset) -> ValueCounts:
        """All forms by value."""
        if numbers not in self._values:
            counts = self._values[numbers] = {}
            add(counts, self._base(numbers))
            barred = self._all_barred(numbers) if self._bars else []
            chains = [*self._chains.made(list(counts.items()), self._depth), *barred]
            add(counts, [*chains, *self._chains.made(barred, self._depth - 1)])
        return self._values[numbers]

    # Bars around what is below zero make a form of their own around a function of two inputs, and of a sum of terms
    # that are all added one of terms that are all taken away. Around anything else they make one that there is without.

    def _taken_away(self, numbers: Multiset, value: Rational) -> int:
        if value <= 0 or not self._bars or len(numbers) == 1:
            return 0
        return self._sums.bags_at(numbers, False, -value)

    def _all_barred(self, numbers: Multiset, wholes: bool = False) -> list[ValueCount]:
        sums: ValueCounts = {}
        if len(numbers) > 1:
            sums = self._sums.whole_bags(numbers, (True,)) if wholes else self._sums.bags(numbers, False)
        pairs = self._kinds_of(numbers)["pair"]
        return [(-value, count) for counts in (pairs, sums) for value, count in counts.items() if value < 0]

    # the parts of a bag: all forms but those of its own kind

    def parts(self, kind: str, numbers: Multiset) -> ValueCounts:
        at = kind, numbers
        if at not in self._parts:
            items = self.values(numbers).items()
            others = ((value, count - self._own_at(kind, numbers, value)) for value, count in items)
            self._parts[at] = {value: count for value, count in others if count}
        return self._parts[at]

    def parts_at(self, kind: str, numbers: Multiset, value: Rational) -> int:
        if len(numbers) <= LISTS:
            return self.parts(kind, numbers).get(value, 0)
        return self.at(numbers, value) - self._own_at(kind, numbers, value)

    def _own_at(self, kind: str, numbers: Multiset, value: Rational) -> int:
        count = self.kind_at(kind, numbers, value)
        return count + self._taken_away(numbers, value) if kind == "sum" else count

    # whole numbers from 0, and what stands for values that matter only by their remainder

    def wholes(self, numbers: Multiset, kind: str = "") -> list[WholeItem]:
        return whole_items((self.parts(kind, numbers) if kind else self.values(numbers)).items())

    def reduced_wholes(self, numbers: Multiset, partner: Multiset, kind: str = "") -> list[WholeItem]:
        """Counts of whole values. For many numbers, values are replaced by stand-ins that give the same results with
        the values of a partner."""
        if len(numbers) <= LISTS or self._depth > 1:
            return self.wholes(numbers, kind)
        wholes = whole_items(self.reduced(numbers, partner))
        if not kind:
            return wholes
        own = stand_ins(self._kinds_of(numbers)[kind].items(), self._modulus(partner))
        return [*wholes, *((value, -count) for value, count in whole_items(own.items()))]

    def reduced(self, numbers: Multiset, partner: Multiset) -> list[ValueCount]:
        if len(numbers) <= LISTS or self._depth > 1:
            return list(self.values(numbers).items())
        at = numbers, partner
        if at not in self._reduced:
            self._reduced[at] = list(self._stand_ins(numbers, partner).items())
        return self._reduced[at]

    def _modulus(self, partner: Multiset) -> int:
        return math.lcm(2, *(value for value, _ in self.wholes(partner) if value))

    def _stand_ins(self, numbers: Multiset, partner: Multiset) -> ValueCounts:
        modulus = self._modulus(partner)
        wholes = not any(value in (0, 1) for value, _ in self.wholes(partner))
        base = self._whole_base(numbers) if wholes else self._base(numbers)
        counts = stand_ins(base, modulus)
        if self._depth:
            add(counts, unary_results(self._chains.names, base, modulus))
        if self._bars:
            add(counts, self._all_barred(numbers, wholes))
        return stand_ins(counts.items(), modulus)
