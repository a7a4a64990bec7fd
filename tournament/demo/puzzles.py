"""Puzzles for the demo: drawn from the seed within each round's settings, and such that they can be solved. For the
team game a grid of numbers, and what four children find in it within three minutes."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

from judging.games.paper import Box
from judging.games.settings import Settings
from judging.language.numbers.rationals import Rational

from ..models import Round
from .methods import methods

DRAWS = 200
ENOUGH = 12  # methods of three numbers in a grid, so that a good team does not find them all


def _draw(settings: Settings, chance: Random) -> tuple[int, ...]:
    low, high = settings.whole("number_from"), settings.whole("number_to")
    return tuple(sorted(chance.randint(low, high) for _ in range(settings.whole("numbers_count"))))


def _targets(
    round_: Round, settings: Settings, reachable_values: list[set[Rational]], chance: Random
) -> list[Rational]:
    """Targets that can be reached: the fixed one, one for all sets, some for one set, or one a set. Empty: draw
    again."""
    shape = round_.rules.shape(settings)
    if shape.targets == 0:
        fixed = Fraction(settings.whole("target"))
        return [fixed] if all(fixed in reachable for reachable in reachable_values) else []
    low, high = settings.whole("target_from"), settings.whole("target_to")
    fitting = [
        sorted(t for t in reachable if low <= t <= high and t.denominator == 1) for reachable in reachable_values
    ]
    if shape.targets == 1:
        common = sorted(set(fitting[0]).intersection(*fitting[1:]))
        return chance.sample(common, 1) if common else []
    if shape.sets == 1:
        return sorted(chance.sample(fitting[0], shape.targets)) if len(fitting[0]) >= shape.targets else []
    return [chance.choice(each) for each in fitting] if all(fitting) else []


def puzzle(round_: Round, grade: int, chance: Random) -> tuple[Box, ...]:
    """Boxes that this grade's settings allow. Raises LookupError when the settings leave nothing to draw."""
    settings = round_.settings_for(grade)
    for _ in range(DRAWS):
        sets = [_draw(settings, chance) for _ in range(round_.rules.shape(settings).sets)]
        targets = _targets(round_, settings, [set(methods(numbers)) for numbers in sets], chance)
        boxes = round_.rules.lay_out(settings, sets, targets) if targets else ()
        if boxes and not round_.rules.problems(settings, boxes):
            return boxes
    raise LookupError(f"no puzzle could be drawn for {round_} in grade {grade}")


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
