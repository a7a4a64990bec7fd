"""Rating many questions of one edition.

`Rater(edition).rate(numbers, target)` gives the difficulty and the methods it was found from.
"""

from collections.abc import Sequence

from judging.language.editions import Edition
from judging.language.numbers.rationals import Rational
from puzzles.rating.easy_methods import EasyMethods, EasyMethodSearch
from puzzles.rating.model import Difficulty, difficulty


class Rater:
    """Rates questions of one edition, and caches what they have in common."""

    def __init__(self, edition: Edition):
        self._edition, self._search = edition, EasyMethodSearch(edition)

    def rate(
        self, numbers: Sequence[int], target: Rational, functions: bool = True
    ) -> tuple[Difficulty | None, EasyMethods]:
        """How hard the question is, None where no way was found to make the target; and the ways.
        Without `functions` only the four operations are tried."""
        easy = self._search.find(numbers, target, functions)
        return difficulty(numbers, target, self._edition, easy), easy
