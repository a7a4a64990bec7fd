"""What makes one method hard to find, read from its canonical form."""

from collections.abc import Iterator
from fractions import Fraction
from math import log
from typing import NamedTuple

from judging.language.keys.canonical_forms import LEAF, OTHER, PRODUCT, UNARY, CanonicalForm
from judging.language.numbers.rationals import Rational, is_rational
from puzzles.listing import FAMILIAR

USUAL_SIZE = 2.0  # a result on the way of this size is as good as none


class Features(NamedTuple):
    """Counts over the steps of a method. The last step's own result is the target, so it is never counted.

    `size` adds up ln(result / 2) of the results on the way, at least ln(1/2) each.
    """

    fractions: int
    below_zero: int
    idle_ones: int
    last_division: int
    size: float
    functions: int
    unusual_functions: int


def features(form: CanonicalForm) -> Features:
    """The features of the method with this canonical form."""
    forms = [each for each in _within(form) if each.kind != LEAF]
    results = [each.value for each in forms[1:] if is_rational(each.value)]
    functions = [each.name for each in forms if each.kind in (UNARY, OTHER)]
    return Features(
        fractions=sum(type(value) is Fraction for value in results),
        below_zero=sum(value < 0 for value in results),
        idle_ones=sum(
            each.kind == PRODUCT and any(part.value == 1 and part.kind == LEAF for part in _parts(each))
            for each in forms
        ),
        last_division=int(form.kind == PRODUCT and bool(form.minus)),
        size=sum(max(_log(value), 0.0) - log(USUAL_SIZE) for value in results),
        functions=sum(name in FAMILIAR for name in functions),
        unusual_functions=sum(name not in FAMILIAR for name in functions),
    )


def whole_steps(form: CanonicalForm) -> bool:
    """Whether every result on the way is a whole number from 0."""
    return all(type(each.value) is int and each.value >= 0 for each in _within(form))


def has_fractions(form: CanonicalForm) -> bool:
    """Whether a result on the way is not whole."""
    return any(type(each.value) is Fraction for each in _within(form) if each is not form)


def _within(form: CanonicalForm) -> Iterator[CanonicalForm]:
    """The form itself and all forms in it."""
    yield form
    for part in _parts(form):
        yield from _within(part)


def _parts(form: CanonicalForm) -> tuple[CanonicalForm, ...]:
    return form.plus + form.minus


def _log(value: Rational) -> float:
    """ln of a value without its sign, 0 for 0; it may be too large for a float."""
    return log(abs(value.numerator)) - log(value.denominator) if value else 0.0
