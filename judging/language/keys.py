"""When two methods are the same, and when they are kin.

`key_of` builds the strict form of a function's result from the strict forms of its inputs; judge and solver both call
it. `Form.key` is the method key; `kin_key` is worked out from the strict form, so equal method keys are always kin.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product

from judging.language import exact
from judging.language.exact import Value
from judging.language.functions import FUNCTIONS

PRIME = (1 << 61) - 1
POINTS = 3
MOST_EXCHANGES = 5040
SUM, PRODUCT, BAG, ONE_INPUT, OTHER, LEAF = "+", "*", "&", "'", "f", "n"


class Form:
    """The strict form of a value: a leaf, a bag of signed terms or of factors, or a function of forms.

    `plus` and `minus` are the terms added and taken away, or the factors above and below the line, or the inputs.
    """

    __slots__ = ("kind", "name", "plus", "minus", "value", "key")

    def __init__(
        self, kind: str, name: str, plus: tuple[Form, ...], minus: tuple[Form, ...], value: Value, key: str
    ):
        self.kind, self.name, self.plus, self.minus, self.value, self.key = (
            kind,
            name,
            plus,
            minus,
            value,
            key,
        )

    def __repr__(self) -> str:
        return self.key


@lru_cache(maxsize=4096)
def number(value: int) -> Form:
    """A given number. Equal numbers are interchangeable, so they have one form."""
    return Form(LEAF, "", (), (), value, str(value))


def _key(form: Form) -> str:
    return form.key


def _bag(kind: str, plus: tuple[Form, ...], minus: tuple[Form, ...], value: Value) -> Form:
    if len(plus) > 1:
        plus = tuple(sorted(plus, key=_key))
    if len(minus) > 1:
        minus = tuple(sorted(minus, key=_key))
    above = " ".join([each.key for each in plus])
    key = f"({kind} {above}" + (f" ; {' '.join([each.key for each in minus])})" if minus else ")")
    return Form(kind, "", plus, minus, value, key)


def key_of(function: str, inputs: Sequence[Form], value: Value, through_brackets: bool = True) -> Form:
    """The strict form of `function` over inputs in strict form; `value` is what it comes to, exactly.

    Inputs carry their values, which decide what drops out: a one-input function that leads back to a value already
    had, and the bars around what is not below zero.
    """
    if function == "add":
        return _joined(SUM, inputs[0], inputs[1], value, False, True)
    if function == "subtract":
        return _joined(SUM, inputs[0], inputs[1], value, True, through_brackets)
    if function == "multiply":
        return _joined(PRODUCT, inputs[0], inputs[1], value, False, True)
    if function == "divide":
        return _joined(PRODUCT, inputs[0], inputs[1], value, True, through_brackets)
    if function == "abs":
        return _absolute(inputs[0], value, through_brackets)
    row = FUNCTIONS[function]
    if row.most == 1:
        return _chained(function, inputs[0], value)
    if row.commutes and row.associates:
        flat = [
            part
            for each in inputs
            for part in (each.plus if each.kind == BAG and each.name == function else (each,))
        ]
        flat.sort(key=_key)
        return Form(
            BAG, function, tuple(flat), (), value, f"({function} {' '.join(part.key for part in flat)})"
        )
    return Form(
        OTHER, function, tuple(inputs), (), value, f"({function} {' '.join(each.key for each in inputs)})"
    )


def _joined(kind: str, left: Form, right: Form, value: Value, turned: bool, opens: bool) -> Form:
    """Two bags of one kind poured together; behind a minus sign or below a line the right one is turned."""
    plus, minus = (left.plus, left.minus) if left.kind == kind else ((left,), ())
    more, less = (right.plus, right.minus) if right.kind == kind and opens else ((right,), ())
    if turned:
        more, less = less, more
    return _bag(kind, plus + more, minus + less, value)


def _chained(function: str, inside: Form, value: Value) -> Form:
    """A one-input function, unless its value has come up in the chain it stands on: then back to where that was."""
    link = inside
    while True:
        if exact.equal(link.value, value):
            return link
        if link.kind != ONE_INPUT:
            break
        link = link.plus[0]
    return Form(ONE_INPUT, function, (inside,), (), value, f"({function} {inside.key})")


def _absolute(inside: Form, value: Value, through_brackets: bool) -> Form:
    if exact.sign(inside.value) >= 0:
        return inside
    if inside.kind == SUM:
        return _bag(SUM, inside.minus, inside.plus, value)
    if inside.kind == PRODUCT:
        above = tuple(_positive(each, through_brackets) for each in inside.plus)
        below = tuple(_positive(each, through_brackets) for each in inside.minus)
        return _poured(above, below, value, through_brackets)
    return _chained("abs", inside, value)


def _positive(factor: Form, through_brackets: bool) -> Form:
    if exact.sign(factor.value) >= 0:
        return factor
    return _absolute(factor, exact.absolute(factor.value), through_brackets)


def _poured(above: tuple[Form, ...], below: tuple[Form, ...], value: Value, through_brackets: bool) -> Form:
    """Factors into one bag again: what the bars left behind may itself be a product."""
    plus: tuple[Form, ...] = ()
    minus: tuple[Form, ...] = ()
    for each in above:
        plus, minus = (
            (plus + each.plus, minus + each.minus) if each.kind == PRODUCT else ((*plus, each), minus)
        )
    for each in below:
        opened = each.kind == PRODUCT and through_brackets
        plus, minus = (plus + each.minus, minus + each.plus) if opened else (plus, (*minus, each))
    return _bag(PRODUCT, plus, minus, value)


# kin: identical as algebra


def kin_key(form: Form) -> str:
    """The loose key: the least, over all exchanges of equal numbers, of the form's value at three points modulo
    2^61 - 1. Where a denominator vanishes there, or the exchanges are too many, the method key itself."""
    leaves: list[int] = []
    _collect(form, leaves)
    orders = _exchanges(tuple(leaves))
    if orders is None:
        return form.key
    best = None
    for order in orders:
        try:
            found = _at_points(form, iter(order))
        except ZeroDivisionError:
            return form.key
        if best is None or found < best:
            best = found
    assert best is not None
    return "".join(f"{each:016x}" for each in best)


def _collect(form: Form, leaves: list[int]) -> None:
    if form.kind == LEAF:
        leaves.append(form.value)
        return
    for each in form.plus:
        _collect(each, leaves)
    for each in form.minus:
        _collect(each, leaves)


@lru_cache(maxsize=2048)
def _exchanges(leaves: tuple[int, ...]) -> list[tuple[tuple[int, ...], ...]] | None:
    """For each exchange of equal numbers, the variables of the leaves in order; None when they are too many."""
    places: dict[int, list[int]] = {}
    for at, value in enumerate(leaves):
        places.setdefault(value, []).append(at)
    count = 1
    for where in places.values():
        for times in range(2, len(where) + 1):
            count *= times
            if count > MOST_EXCHANGES:
                return None
    found = []
    for orders in product(*(permutations(range(len(where))) for where in places.values())):
        variables: list[tuple[int, ...]] = [()] * len(leaves)
        for (value, where), order in zip(places.items(), orders, strict=True):
            for place, which in zip(where, order, strict=True):
                variables[place] = _variable(value, which)
        found.append(tuple(variables))
    return found


@lru_cache(maxsize=4096)
def _variable(value: int, occurrence: int) -> tuple[int, ...]:
    """What the given number's n-th occurrence stands for at the three points."""
    return _opaque(f"number {value} {occurrence}")


def _opaque(text: str) -> tuple[int, ...]:
    digest = hashlib.sha256(text.encode()).digest()
    return tuple(int.from_bytes(digest[at * 10 : at * 10 + 10], "big") % PRIME for at in range(POINTS))


def _at_points(form: Form, variables: Iterator[tuple[int, ...]]) -> tuple[int, ...]:
    kind = form.kind
    if kind == LEAF:
        return next(variables)
    if kind == SUM:
        a = b = c = 0
        for each in form.plus:
            x, y, z = _at_points(each, variables)
            a, b, c = a + x, b + y, c + z
        for each in form.minus:
            x, y, z = _at_points(each, variables)
            a, b, c = a - x, b - y, c - z
        return a % PRIME, b % PRIME, c % PRIME
    if kind == PRODUCT:
        return _product_at_points(form, variables)
    if form.name == "power":
        return _power_at_points(form, variables)
    inside = [_at_points(each, variables) for each in form.plus]
    if kind == BAG:
        inside.sort()
    return _opaque(f"{form.name} {inside}")


def _product_at_points(form: Form, variables: Iterator[tuple[int, ...]]) -> tuple[int, ...]:
    a = b = c = 1
    for each in form.plus:
        x, y, z = _at_points(each, variables)
        a, b, c = a * x % PRIME, b * y % PRIME, c * z % PRIME
    if form.minus:
        d = e = f = 1
        for each in form.minus:
            x, y, z = _at_points(each, variables)
            d, e, f = d * x % PRIME, e * y % PRIME, f * z % PRIME
        if not (d and e and f):
            raise ZeroDivisionError
        # one inverse for all three
        inverse = pow(d * e * f % PRIME, -1, PRIME)
        a, b, c = (
            a * e % PRIME * f % PRIME * inverse % PRIME,
            b * d % PRIME * f % PRIME * inverse % PRIME,
            (c * d % PRIME * e % PRIME * inverse % PRIME),
        )
    return a, b, c


def _power_at_points(form: Form, variables: Iterator[tuple[int, ...]]) -> tuple[int, ...]:
    """a^b; towers ((a^b)^c) over a base proved above zero have one exponent, the product of theirs."""
    base, exponents = form.plus[0], [form.plus[1]]
    while base.kind == OTHER and base.name == "power" and exact.sign(base.plus[0].value) > 0:
        exponents.append(base.plus[1])
        base = base.plus[0]
    bottom = _at_points(base, variables)  # leaves are met in the order of the form: the base, then outwards
    a = b = c = 1
    for each in reversed(exponents):
        x, y, z = _at_points(each, variables)
        a, b, c = a * x % PRIME, b * y % PRIME, c * z % PRIME
    return _opaque(f"power {bottom} {(a, b, c)}")
