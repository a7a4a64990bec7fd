"""The canonical form of a method, from which its method key is made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from judging.language.numbers.rationals import Value

SUM, PRODUCT, BAG, UNARY, OTHER, LEAF = "+", "*", "&", "'", "f", "n"


@dataclass(slots=True, eq=False, repr=False)
class CanonicalForm:
    """The canonical form of a value: a leaf, a bag of signed terms or of factors, or a function of forms.

    `plus` and `minus` are the terms added and taken away, or the factors above and below the line; a function's inputs
    are in `plus`. `method_key` says the form in full: equal keys are equal forms.
    """

    kind: str
    name: str
    plus: tuple[CanonicalForm, ...]
    minus: tuple[CanonicalForm, ...]
    value: Value
    method_key: str

    def __repr__(self) -> str:
        return self.method_key


@lru_cache(maxsize=4096)
def number(value: int) -> CanonicalForm:
    """A given number. Equal numbers are interchangeable, so they have one form."""
    return CanonicalForm(LEAF, "", (), (), value, str(value))


method_key_of = attrgetter("method_key")


def bag(kind: str, plus: tuple[CanonicalForm, ...], minus: tuple[CanonicalForm, ...], value: Value) -> CanonicalForm:
    """A sum or a product from its parts, in any order."""
    if len(plus) > 1:
        plus = tuple(sorted(plus, key=method_key_of))
    if len(minus) > 1:
        minus = tuple(sorted(minus, key=method_key_of))
    return CanonicalForm(
        kind, "", plus, minus, value, bag_key(kind, map(method_key_of, plus), map(method_key_of, minus))
    )


def bag_key(kind: str, plus: Iterable[str], minus: Iterable[str]) -> str:
    """The key of a sum or a product from those of its parts in order."""
    above, below = " ".join(plus), " ".join(minus)
    return f"({kind} {above} ; {below})" if below else f"({kind} {above})"


def applied(kind: str, function: str, inputs: tuple[CanonicalForm, ...], value: Value) -> CanonicalForm:
    """A function over forms."""
    return CanonicalForm(kind, function, inputs, (), value, f"({function} {' '.join(map(method_key_of, inputs))})")
