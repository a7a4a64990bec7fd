"""+ - × ÷ of numerators and denominators. Nothing is cancelled: cheap where numbers stay short, and what loose keys rest
on, since there a value must not lose what it was made of (docs/decisions/engine-keys.md).
"""

from __future__ import annotations

Pair = tuple[int, int]  # numerator and denominator


def plus(a: Pair, b: Pair) -> Pair:
    x, w = a
    y, v = b
    if w == 1 == v:
        return x + y, 1
    return x * v + y * w, w * v


def minus(a: Pair, b: Pair) -> Pair:
    x, w = a
    y, v = b
    if w == 1 == v:
        return x - y, 1
    return x * v - y * w, w * v


def times(a: Pair, b: Pair) -> Pair:
    x, w = a
    y, v = b
    return x * y, w * v


def over(a: Pair, b: Pair) -> Pair:
    """The quotient; its denominator is 0 where `b` is."""
    x, w = a
    y, v = b
    return x * v, w * y
