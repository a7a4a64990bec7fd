"""How simple a method is for a person who reads it."""

from typing import NamedTuple

from judging.language.keys.canonical_forms import BAG, LEAF, OTHER, PRODUCT, SUM, UNARY, CanonicalForm


class Simplicity(NamedTuple):
    """What makes a method hard to read, the worst first; less is simpler.

    Decoration is a given 1 or 0 that could stand in any method: `x1`, `/1`, `^1`, `1^8`, `+0`, gcd(1, 8). Functions are
    those beyond the four operations. The largest is the greatest number on the way.
    """

    decorations: int
    functions: int
    largest: int


def simplicity(form: CanonicalForm) -> Simplicity:
    """How simple the method with this canonical form is."""
    inputs = form.plus + form.minus
    parts = [simplicity(each) for each in inputs]
    return Simplicity(
        _decorations(form, inputs) + sum(each.decorations for each in parts),
        _functions(form) + sum(each.functions for each in parts),
        max([_size(form), *(each.largest for each in parts)]),
    )


def _decorations(form: CanonicalForm, inputs: tuple[CanonicalForm, ...]) -> int:
    if form.kind in (LEAF, UNARY):
        return 0
    if form.kind == PRODUCT and len(form.plus) == 1:
        inputs = form.minus  # 1 / 5 is not 5 with something added
    idle = (0,) if form.kind == SUM else (0, 1)
    return sum(each.kind == LEAF and each.value in idle for each in inputs)


def _functions(form: CanonicalForm) -> int:
    if form.kind == BAG:
        return len(form.plus) - 1
    return int(form.kind in (UNARY, OTHER))


def _size(form: CanonicalForm) -> int:
    return max(abs(int(form.value.numerator)), int(form.value.denominator))
