"""How many methods end with a function of two inputs in order, such as a power, by value."""

from collections.abc import Iterator
from typing import Protocol

from judging.language.numbers.rationals import Rational
from puzzles.counting.bag_counts import ValueCounts, whole_items
from puzzles.counting.pair_results import count_remainders, remainders, results
from puzzles.counting.residues import ValueCount
from puzzles.enumeration.multisets import Multiset, bipartitions
from puzzles.functions.inverses import solve_other_argument
from puzzles.functions.operations import applied

# where every second input has to be tried, these look at its remainder by the first and only at small values
_BY_REMAINDER = frozenset({"power", "root", "log", "choose", "permute", "mod"})
_FEW = 40  # inputs, of which each is tried with every other


class Forms(Protocol):
    def values(self, numbers: Multiset) -> ValueCounts: ...

    def reduced(self, numbers: Multiset, partner: Multiset) -> list[ValueCount]:
        """The values; large ones by stand-ins that matter in the same way to the values of a partner."""

    def at(self, numbers: Multiset, value: Rational) -> int: ...


class OrderedPairs:
    """The functions of two inputs in which order matters, and which fill no bag."""

    def __init__(self, names: tuple[str, ...], forms: Forms):
        self.names, self._forms = names, forms

    def table(self, numbers: Multiset) -> ValueCounts:
        """How many come to each value."""
        counts: ValueCounts = {}
        count_of = counts.get
        for left, right, first in _arranged(numbers):
            items = list(self._forms.values(right).items())
            for known, count in self._forms.values(left).items():
                for name in self.names:
                    for value, more in results(name, known, first, items):
                        counts[value] = count_of(value, 0) + count * more
        return counts

    def at(self, numbers: Multiset, targets: set[Rational]) -> ValueCounts:
        """How many come to each of some values."""
        counts = dict.fromkeys(targets, 0)
        for left, right, first in _arranged(numbers):
            for name in self.names:
                self._add(counts, name, left, right, first)
        return counts

    def _add(self, counts: ValueCounts, name: str, left: Multiset, right: Multiset, first: bool) -> None:
        unlisted: dict[ValueCount, set[Rational]] = {}
        for item in self._forms.values(left).items():
            known, count = item
            for target in counts:
                listed = solve_other_argument(name, known, first, target)
                if listed is None:
                    unlisted.setdefault(item, set()).add(target)
                    continue
                for other in set(listed):
                    more = self._forms.at(right, other)
                    if more and _value(name, known, first, other) == target:
                        counts[target] += count * more
        if unlisted:
            self._add_by_trial(counts, name, unlisted, left, right, first)

    def _add_by_trial(
        self,
        counts: ValueCounts,
        name: str,
        unlisted: dict[ValueCount, set[Rational]],
        left: Multiset,
        right: Multiset,
        first: bool,
    ) -> None:
        forms = self._forms
        others = forms.reduced(right, left) if name in _BY_REMAINDER else list(forms.values(right).items())
        if name == "mod" and len(unlisted) > _FEW:
            self._add_remainders(counts, unlisted, others, first)
            return
        wholes = sorted(whole_items(others)) if name == "mod" else []
        for (known, count), targets in unlisted.items():
            if name == "mod" and type(known) is int:
                tried = iter(remainders(known, first, wholes, targets))
            else:
                tried = results(name, known, first, others)
            for value, more in tried:
                if value in targets:
                    counts[value] += count * more

    def _add_remainders(
        self, counts: ValueCounts, unlisted: dict[ValueCount, set[Rational]], others: list[ValueCount], first: bool
    ) -> None:
        for target in counts:
            known = whole_items(item for item, targets in unlisted.items() if target in targets)
            if known and type(target) is int:
                dividends, divisors = (known, whole_items(others)) if first else (whole_items(others), known)
                counts[target] += count_remainders(dividends, divisors, target)


def _value(name: str, known: Rational, first: bool, other: Rational) -> Rational | None:
    return applied(name, known, other) if first else applied(name, other, known)


def _arranged(numbers: Multiset) -> Iterator[tuple[Multiset, Multiset, bool]]:
    """The two halves of each split, the smaller first, and whether that is the function's first input."""
    for left, right in bipartitions(numbers):
        yield left, right, True
        if left != right:
            yield left, right, False
