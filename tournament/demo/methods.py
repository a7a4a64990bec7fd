"""Some methods for a set of numbers, found by combining them in every way. Not the solver: a demo needs a handful."""

import math
from collections.abc import Iterator
from functools import lru_cache

from judging.language.functions.rational_functions import quotient
from judging.language.numbers.rationals import Rational

MOST_PER_VALUE = 6
LARGEST_PRODUCT = 500
SUM, PRODUCT, ATOM = 1, 2, 3

TextsByValue = dict[Rational, list[tuple[str, int]]]  # value -> texts, each with how tightly its outermost sign binds


@lru_cache(maxsize=256)
def methods(numbers: tuple[int, ...]) -> dict[Rational, list[str]]:
    """value -> different texts that make it, each number used once; some with a function on one of the numbers."""
    by_value: dict[Rational, list[str]] = {}
    dressings: list[list[tuple[str, Rational]]] = [[(str(n), n) for n in numbers]]
    for at, number in enumerate(numbers):
        dressings += [
            [dressed if i == at else (str(n), n) for i, n in enumerate(numbers)] for dressed in _dressed(number)
        ]
    for leaves in dressings:
        for value, texts in _combine(leaves).items():
            shown = by_value.setdefault(value, [])
            shown += [text for text, _ in texts if text not in shown]
    return by_value


def _dressed(number: int) -> Iterator[tuple[str, Rational]]:
    if 3 <= number <= 5:
        yield f"{number}!", math.factorial(number)
    if number > 1 and math.isqrt(number) ** 2 == number:
        yield f"sqrt({number})", math.isqrt(number)
    if 2 <= number <= 9:
        yield f"T({number})", number * (number + 1) // 2


def _combine(leaves: list[tuple[str, Rational]]) -> TextsByValue:
    whole = (1 << len(leaves)) - 1
    by_mask: dict[int, TextsByValue] = {1 << i: {value: [(text, ATOM)]} for i, (text, value) in enumerate(leaves)}
    for mask in sorted(range(1, whole + 1), key=int.bit_count):
        by_value = by_mask.setdefault(mask, {})
        part = (mask - 1) & mask
        while part:
            for value, text in _joined(by_mask[part], by_mask[mask ^ part], ordered=part > mask ^ part):
                texts = by_value.setdefault(value, [])
                if len(texts) < MOST_PER_VALUE:
                    texts.append(text)
            part = (part - 1) & mask
    return by_mask[whole]


def _joined(left: TextsByValue, right: TextsByValue, ordered: bool) -> Iterator[tuple[Rational, tuple[str, int]]]:
    for a, first in left.items():
        for b, second in right.items():
            (x, tight_x), (y, tight_y) = first[0], second[0]
            strong_x = x if tight_x >= PRODUCT else f"({x})"
            if ordered:
                yield a + b, (f"{x} + {y}", SUM)
                if -LARGEST_PRODUCT <= a * b <= LARGEST_PRODUCT:
                    yield a * b, (f"{strong_x} * {y if tight_y >= PRODUCT else f'({y})'}", PRODUCT)
            if a > b:
                yield a - b, (f"{x} - {y if tight_y >= PRODUCT else f'({y})'}", SUM)
            if b and (ratio := quotient(a, b)).denominator <= 9:
                yield ratio, (f"{strong_x} / {y if tight_y == ATOM else f'({y})'}", PRODUCT)
