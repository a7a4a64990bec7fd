"""How many distinct methods a puzzle has, counted by value and kind of form instead of listed.

The count is what the list's length would be, under the same bounds.
"""

from collections.abc import Callable

from judging.language.editions import BASIC, Edition
from judging.language.functions.table import FUNCTIONS
from judging.language.numbers.rationals import Rational
from puzzles.counting.form_counts import FormCounts
from puzzles.enumeration.multisets import Multiset
from puzzles.enumeration.value_enumeration import unlimited

MAX_CACHED_FORMS = 120_000  # values, from one puzzle to the next
MAX_COUNTED_NUMBERS = 4  # with more than the four operations


class MethodCounter:
    """Counts methods of one edition, and caches what puzzles have in common."""

    def __init__(self, edition: Edition, unary_depth: int, tick: Callable[[], None] = unlimited):
        self._edition, self._depth, self._tick = edition, unary_depth, tick
        self._forms = FormCounts(edition, unary_depth, tick)
        self._is_basic = edition.functions <= BASIC
        self._rules_allow = _can_count(edition)

    def can_count(self, numbers: Multiset) -> bool:
        """Whether counting is possible; where it is not, methods have to be listed."""
        return self._rules_allow and (self._is_basic or len(numbers) <= MAX_COUNTED_NUMBERS)

    def count(self, numbers: Multiset, target: Rational) -> int:
        """How many distinct methods of exactly these numbers come to the target."""
        if self._forms.cached_count > MAX_CACHED_FORMS:
            self._forms = FormCounts(self._edition, self._depth, self._tick)
        return self._forms.at(numbers, target)


def _can_count(edition: Edition) -> bool:
    """Not where a key says less than the kinds of operation in the text, where brackets tell sums apart, where a step
    that is not whole may be on the way to one that is, or where bars around a product reach into its factors."""
    rows = [FUNCTIONS[name] for name in edition.functions - BASIC]
    return (
        edition.kinds_of_operation == 0
        and edition.policy("through_brackets") == "same"
        and not (edition.whole_steps and rows)
        and not {"abs", "log10"} <= edition.functions
        and all(row.max_inputs == 1 or (row.min_inputs <= 2 and row.commutative == row.associative) for row in rows)
    )
