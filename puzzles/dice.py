"""All chance. Every draw takes a seeded generator, so that it can be repeated from the seed that the record holds."""

from collections.abc import Sequence
from random import Random

LARGE = (25, 50, 75, 100)
SMALL = tuple(number for number in range(1, 11) for _ in range(2))
SELECTED = 6


def numbers(chance: Random, count: int, first: int, last: int) -> tuple[int, ...]:
    """`count` numbers from `first` to `last`, each rolled for itself, in the order they fell."""
    return tuple(chance.randint(first, last) for _ in range(count))


def target(chance: Random, first: int, last: int) -> int:
    """A target from `first` to `last`."""
    return chance.randint(first, last)


def product(chance: Random, sides: int, count: int = 2) -> int:
    """The product of some dice."""
    result = 1
    for each in numbers(chance, count, 1, sides):
        result *= each
    return result


def targets(chance: Random, count: int, first: int, last: int) -> tuple[int, ...]:
    """Different targets, the least first. Raises ValueError where there are not so many."""
    return tuple(sorted(chance.sample(range(first, last + 1), count)))


def selection(chance: Random, large: int) -> tuple[int, ...]:
    """Countdown's six numbers: so many of 25, 50, 75 and 100, the rest of 1 to 10 twice each, none put back."""
    return (*chance.sample(LARGE, large), *chance.sample(SMALL, SELECTED - large))


def shuffled(chance: Random, things: Sequence[str]) -> tuple[str, ...]:
    """The same things in an order of chance: a pile of cards or of letters."""
    return tuple(chance.sample(things, len(things)))
