"""The demo's team game: a grid of numbers, and what four children find in it within three minutes."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations
from random import Random

from judging.games.paper import Box
from judging.language.numbers.rationals import Rational
from tournament.models import Round

ENOUGH = 12  # methods of three numbers, so that a good team does not find them all


def texts_of(numbers: tuple[int, ...]) -> dict[Rational, list[str]]:
    """value -> different texts of three of the numbers with two kinds of operation. The grid has more than these."""
    texts_by_value: dict[Rational, list[str]] = defaultdict(list)
    for a, b, c in sorted(set(permutations(numbers, 3))):
        for text, value in _of_three(a, b, c):
            if value > 0:
                texts_by_value[value].append(text)
    return texts_by_value


def _of_three(a: int, b: int, c: int) -> Iterator[tuple[str, int]]:
    if a <= b:  # the other way round it is the same method
        yield f"{a} * {b} + {c}", a * b + c
        yield f"{a} * {b} - {c}", a * b - c
        yield f"({a} + {b}) * {c}", (a + b) * c
    if a > b:
        yield f"({a} - {b}) * {c}", (a - b) * c


def grid(round_: Round, grade: int, chance: Random) -> tuple[Box, ...]:
    """Grids that this grade's settings allow, each with a target that can be made in many ways."""
    settings = round_.settings_for(grade)
    low, high = settings.whole("number_from"), settings.whole("number_to")
    numbers = tuple(chance.randint(low, high) for _ in range(settings.whole("numbers_count")))
    lowest, highest = settings.whole("target_from"), settings.whole("target_to")
    targets = sorted(
        value for value, texts in texts_of(numbers).items() if lowest <= value <= highest and len(texts) >= ENOUGH
    )
    boxes = round_.rules.lay_out(settings, [numbers], [chance.choice(targets)]) if targets else ()
    return boxes if boxes and not round_.rules.problems(settings, boxes) else grid(round_, grade, chance)
