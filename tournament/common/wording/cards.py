"""Playing cards by their values: an ace is 1, a king 13."""

from collections.abc import Iterable

from judging.language.parsing.tokens import CARDS

COURT_CARDS = {int(number): letter.upper() for letter, number in CARDS.items()}
VALUES = ", ".join(f"{letter} = {number}" for number, letter in COURT_CARDS.items())


def as_cards(numbers: Iterable[int]) -> list[str]:
    """The cards with these values: A, 2 to 10, J, Q, K."""
    return [COURT_CARDS.get(number, str(number)) for number in numbers]
