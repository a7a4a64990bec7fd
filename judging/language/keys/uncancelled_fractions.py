"""+ - × ÷ of numerators and denominators. Nothing is cancelled: cheap where numbers stay short, and what loose keys
rest on, since there a value must not lose what it was made of (docs/decisions/engine-keys.md).
"""

UncancelledFraction = tuple[int, int]  # numerator and denominator


def plus(a: UncancelledFraction, b: UncancelledFraction) -> UncancelledFraction:
    x, w = a
    y, v = b
    if w == 1 == v:
        return x + y, 1
    return x * v + y * w, w * v


def minus(a: UncancelledFraction, b: UncancelledFraction) -> UncancelledFraction:
    x, w = a
    y, v = b
    if w == 1 == v:
        return x - y, 1
    return x * v - y * w, w * v


def times(a: UncancelledFraction, b: UncancelledFraction) -> UncancelledFraction:
    x, w = a
    y, v = b
    return x * y, w * v


def over(a: UncancelledFraction, b: UncancelledFraction) -> UncancelledFraction:
    """The quotient; its denominator is 0 where `b` is."""
    x, w = a
    y, v = b
    return x * v, w * y


OPERATIONS = {"add": plus, "subtract": minus, "multiply": times, "divide": over}
