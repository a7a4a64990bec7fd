"""The distance of a value from the target: whether it is hit, |value - target| as text, and rounded up to a whole
number."""

from fractions import Fraction

from judging.language.limits import TooLarge
from judging.language.numbers import exact
from judging.language.numbers.rationals import Value, divide_up, is_rational, write_fraction

Target = int | Fraction | None
Distance = tuple[bool | None, str | None, int | None]


def distance(value: Value, target: Target) -> Distance:
    """Whether the target is hit, |value - target| as text, and rounded up. Targets have no budget of digits."""
    if value is None or target is None:
        return None, None, None
    if is_rational(value):
        away = abs(value - target)
        return away == 0, exact.write(away), away if type(away) is int else exact.ceiling(away)
    try:
        away = exact.absolute(exact.subtract(value, target))
    except TooLarge:
        return False, None, None
    return False, exact.write(away), exact.ceiling(away)


def of_fraction(top: int, bottom: int, target: Target) -> Distance:
    """The same for a value as numerator and denominator."""
    if type(target) is not int:
        return distance(Fraction(top, bottom), target)
    away = abs(top - target * bottom)
    return away == 0, write_fraction(away, bottom), divide_up(away, bottom)
