"""The method key. `build_form` makes the canonical form of a function from the canonical forms of its inputs; judge and
solver both call it. Its `method_key` is equal for two methods that count once; the loose key is made from the form too
(loose_keys.py)."""

from collections.abc import Sequence

from judging.language.functions.table import FUNCTIONS
from judging.language.keys.canonical_forms import (
    BAG,
    OTHER,
    PRODUCT,
    SUM,
    UNARY,
    CanonicalForm,
    applied,
    bag,
    method_key_of,
    number,
)
from judging.language.keys.loose_keys import loose_key
from judging.language.numbers import exact
from judging.language.numbers.rationals import Value

__all__ = ["CanonicalForm", "build_form", "loose_key", "number"]

# function: the bag it fills, and whether its second input goes in turned
BAGS = {
    "add": (SUM, False),
    "subtract": (SUM, True),
    "multiply": (PRODUCT, False),
    "divide": (PRODUCT, True),
}


def build_form(
    function: str, inputs: Sequence[CanonicalForm], value: Value, through_brackets: bool = True
) -> CanonicalForm:
    """The canonical form of `function` over inputs in canonical form; `value` is what it comes to, exactly.

    The values of the inputs decide what is dropped: a function of one input that leads back to an earlier value, and
    bars around a value that is not below zero. Without `through_brackets` no bag is opened behind a minus sign or below
    a line.
    """
    if function in BAGS:
        kind, turned = BAGS[function]
        return _merged(kind, inputs[0], inputs[1], value, turned, through_brackets or not turned)
    if function == "abs":
        return _absolute(inputs[0], value, through_brackets)
    row = FUNCTIONS[function]
    if row.max_inputs == 1:
        return _unary(function, inputs[0], value)
    if row.commutative and row.associative:
        return applied(BAG, function, _associated(function, inputs), value)
    return applied(OTHER, function, tuple(inputs), value)


def _associated(function: str, inputs: Sequence[CanonicalForm]) -> tuple[CanonicalForm, ...]:
    """The inputs of gcd or lcm, with those of a gcd or lcm among them, in one order."""
    opened = ((each.plus if each.kind == BAG and each.name == function else (each,)) for each in inputs)
    return tuple(sorted((part for parts in opened for part in parts), key=method_key_of))


def _merged(
    kind: str, left: CanonicalForm, right: CanonicalForm, value: Value, turned: bool, opens: bool
) -> CanonicalForm:
    """Two bags of one kind merged; behind a minus sign or below a line the right one is turned."""
    plus, minus = (left.plus, left.minus) if left.kind == kind else ((left,), ())
    more, less = (right.plus, right.minus) if right.kind == kind and opens else ((right,), ())
    if turned:
        more, less = less, more
    return bag(kind, plus + more, minus + less, value)


def _unary(function: str, inside: CanonicalForm, value: Value) -> CanonicalForm:
    """The form of a function of one input. If its value came up earlier in the chain of such functions, the form at
    that place."""
    link = inside
    while True:
        if exact.equal(link.value, value):
            return link
        if link.kind != UNARY:
            return applied(UNARY, function, (inside,), value)
        link = link.plus[0]


def _absolute(inside: CanonicalForm, value: Value, opens: bool) -> CanonicalForm:
    if exact.sign(inside.value) >= 0:
        return inside
    if inside.kind == SUM:
        return _flattened(SUM, inside.minus, inside.plus, value, opens)
    if inside.kind == PRODUCT:
        above = [_positive(each, opens) for each in inside.plus]
        below = [_positive(each, opens) for each in inside.minus]
        return _flattened(PRODUCT, above, below, value, opens)
    return _unary("abs", inside, value)


def _positive(factor: CanonicalForm, opens: bool) -> CanonicalForm:
    if exact.sign(factor.value) >= 0:
        return factor
    return _absolute(factor, exact.absolute(factor.value), opens)


def _flattened(
    kind: str, above: Sequence[CanonicalForm], below: Sequence[CanonicalForm], value: Value, opens: bool
) -> CanonicalForm:
    """One bag of these parts. Parts that are bags of the same kind are opened, also where bars were dropped."""
    plus: tuple[CanonicalForm, ...] = ()
    minus: tuple[CanonicalForm, ...] = ()
    for each in above:
        more, less = (each.plus, each.minus) if each.kind == kind else ((each,), ())
        plus += more
        minus += less
    for each in below:
        more, less = (each.plus, each.minus) if each.kind == kind and opens else ((each,), ())
        plus += less
        minus += more
    return bag(kind, plus, minus, value)
