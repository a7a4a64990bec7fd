"""When two methods are identical as algebra: the loose key.

A form is evaluated at three published points modulo 2^61 - 1, where each occurrence of a given number is a variable of
its own; the key is the least result over all exchanges of equal numbers. Functions that are not algebra are opaque:
hashed from their inputs' values. Two forms that differ agree at three points with a probability below 2^-150.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, product
from math import factorial, prod

from judging.language import exact
from judging.language.forms import BAG, LEAF, OTHER, PRODUCT, SUM, Form

PRIME = (1 << 61) - 1
_POINT = struct.Struct(">3Q")
FEW_EXCHANGES = 24
MOST_EXCHANGES = 720
MOST_EQUAL = 24
_BAGS = frozenset({SUM, PRODUCT, BAG})
Point = tuple[int, int, int]
Order = tuple[int, ...]  # for each leaf, which occurrence of its number it is taken for


def kin_key(form: Form) -> str:
    """The loose key of a strict form. Where a denominator vanishes at a point, or more exchanges have to be compared
    than the budget holds, the method key itself."""
    leaves: list[int] = []
    _collect(form, leaves)
    try:
        if len(set(leaves)) == len(leaves):
            best = _at_points(form, iter([_variable(value, 0) for value in leaves]))
        else:
            best = min([_with_order(form, leaves, order) for order in _exchanges(form, tuple(leaves))])
    except (ZeroDivisionError, TooManyExchanges):
        return form.key
    return "".join([f"{each:016x}" for each in best])


class TooManyExchanges(Exception):
    """More exchanges of equal numbers than are tried."""


def _collect(form: Form, leaves: list[int]) -> None:
    """The given numbers of a form, in the order in which it is evaluated."""
    if form.kind == LEAF:
        leaves.append(form.value)
        return
    for each in form.plus + form.minus:
        if each.kind == LEAF:
            leaves.append(each.value)
        else:
            _collect(each, leaves)


def _bags_of(form: Form, bags: list[int], fresh: Iterator[int]) -> None:
    """For each number in the same order, the bag that it stands in."""
    if form.kind == LEAF:
        bags.append(next(fresh))
    for side in (form.plus, form.minus):
        bag = next(fresh)
        for each in side:
            if each.kind == LEAF and form.kind in _BAGS:
                bags.append(bag)
            else:
                _bags_of(each, bags, fresh)


def _exchanges(form: Form, leaves: tuple[int, ...]) -> Sequence[Order]:
    """The exchanges of equal numbers that have to be compared: all where they are few, else those that keep the order
    of their roles."""
    times = [leaves.count(value) for value in set(leaves)]
    if sum(each for each in times if each > 1) > MOST_EQUAL:
        raise TooManyExchanges
    bags: list[int] = []
    _bags_of(form, bags, count())
    if prod(map(factorial, times)) <= FEW_EXCHANGES:
        return _orders(leaves, leaves, tuple(bags))
    return _orders(leaves, tuple(_roles(form, leaves)), tuple(bags))


def _roles(form: Form, leaves: Sequence[int]) -> list[Point]:
    """What tells equal numbers apart whatever their order: the form's value where one of them differs and all others
    of its kind are the same. Numbers with different roles are never exchanged, only sorted by role."""
    alone = [tuple(int(at == other) for other in range(len(leaves))) for at in range(len(leaves))]
    return [_with_order(form, leaves, order) for order in alone]


@lru_cache(maxsize=2048)
def _orders(leaves: tuple[int, ...], roles: tuple[object, ...], bags: tuple[int, ...]) -> list[Order]:
    """Every order of equal numbers in which those of a lesser role come first. Numbers of one role that stand in one
    bag together keep their order, since exchanging them changes nothing."""
    alike: dict[tuple[int, object], list[int]] = {}
    for at in sorted(range(len(leaves)), key=lambda at: (leaves[at], roles[at])):
        alike.setdefault((leaves[at], roles[at]), []).append(at)
    ways = [_arrangements(places, bags) for places in alike.values()]
    if prod(map(len, ways)) > MOST_EXCHANGES:
        raise TooManyExchanges
    found = []
    for chosen in product(*ways):
        order = [0] * len(leaves)
        seen: dict[int, int] = {}
        for at in (at for places in chosen for at in places):
            order[at] = seen.setdefault(leaves[at], 0)
            seen[leaves[at]] += 1
        found.append(tuple(order))
    return found


def _arrangements(places: list[int], bags: tuple[int, ...]) -> list[list[int]]:
    """The ways to put places in order, those of one bag among themselves in the order they have."""
    stacks: dict[int, list[int]] = {}
    for at in places:
        stacks.setdefault(bags[at], []).append(at)
    found: list[list[int]] = []

    def go_on(so_far: list[int]) -> None:
        if len(found) > MOST_EXCHANGES:
            raise TooManyExchanges
        if len(so_far) == len(places):
            found.append(so_far)
        for bag, stack in stacks.items():
            if stack:
                stacks[bag] = stack[1:]
                go_on([*so_far, stack[0]])
                stacks[bag] = stack

    go_on([])
    return found


def _with_order(form: Form, leaves: Sequence[int], order: Order) -> Point:
    return _at_points(form, map(_variable, leaves, order))


@lru_cache(maxsize=4096)
def _variable(value: int, occurrence: int) -> Point:
    """What the given number's n-th occurrence stands for at the three points."""
    return _opaque(f"number {value} {occurrence}")


def _opaque(name: str, *inputs: Point) -> Point:
    """A point that stands for a name and what it is applied to, and for nothing else."""
    digest = hashlib.sha256(b"".join([name.encode(), *[_POINT.pack(*each) for each in inputs]])).digest()
    a, b, c = _POINT.unpack_from(digest)
    return a % PRIME, b % PRIME, c % PRIME


def _at_points(form: Form, variables: Iterator[Point]) -> Point:
    kind = form.kind
    if kind == LEAF:
        return next(variables)
    if kind == SUM:
        a = b = c = 0
        for each in form.plus:
            x, y, z = next(variables) if each.kind == LEAF else _at_points(each, variables)
            a, b, c = a + x, b + y, c + z
        for each in form.minus:
            x, y, z = next(variables) if each.kind == LEAF else _at_points(each, variables)
            a, b, c = a - x, b - y, c - z
        return a % PRIME, b % PRIME, c % PRIME
    if kind == PRODUCT:
        above = _multiplied(form.plus, variables)
        return _divided(above, _multiplied(form.minus, variables)) if form.minus else above
    if kind == OTHER and form.name == "power":
        return _power(form, variables)
    inside = [_at_points(each, variables) for each in form.plus]
    if kind == BAG:
        inside.sort()
    return _opaque(f"{form.name} ", *inside)


def _multiplied(factors: Sequence[Form], variables: Iterator[Point]) -> Point:
    a = b = c = 1
    for each in factors:
        x, y, z = next(variables) if each.kind == LEAF else _at_points(each, variables)
        a, b, c = a * x % PRIME, b * y % PRIME, c * z % PRIME
    return a, b, c


def _divided(above: Point, below: Point) -> Point:
    (a, b, c), (d, e, f) = above, below
    if not (d and e and f):
        raise ZeroDivisionError
    de = d * e % PRIME
    inverse = pow(de * f, -1, PRIME)  # one for all three
    return a * e % PRIME * f * inverse % PRIME, b * d % PRIME * f * inverse % PRIME, c * de * inverse % PRIME


def _power(form: Form, variables: Iterator[Point]) -> Point:
    """a^b; a tower ((a^b)^c) over a base proved above zero has one exponent, the product of its own."""
    base, exponents = form.plus[0], [form.plus[1]]
    while base.kind == OTHER and base.name == "power" and exact.sign(base.plus[0].value) > 0:
        exponents.append(base.plus[1])
        base = base.plus[0]
    bottom = _at_points(base, variables)  # numbers come in the order of the form: the base, then outwards
    return _opaque("power ", bottom, _multiplied(exponents[::-1], variables))
