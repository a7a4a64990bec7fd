"""Puzzles for the demo: drawn from the seed within each round's settings, and such that they can be solved."""

from fractions import Fraction
from random import Random

from judging.games.paper import Box
from judging.games.settings import Settings
from judging.language.numbers.rationals import Rational

from ..models import Round
from .methods import methods

DRAWS = 200


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
