"""The loose key: equal for two methods that are equal in algebra.

A form is evaluated at one published point modulo 2^127 - 1, where each occurrence of a given number is a variable of
its own. Where numbers repeat, the key is a product over all exchanges of equal numbers. Functions that are not algebra
are opaque: hashed from their inputs' values. docs/decisions/engine-keys.md bounds the chance of a wrong key.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain, count, product
from math import factorial, prod

from judging.language.keys.canonical_forms import BAG, LEAF, OTHER, PRODUCT, SUM, CanonicalForm
from judging.language.keys.loose_key_arithmetic import (
    FEW_EXCHANGES,
    Order,
    Point,
    TooManyExchanges,
    applied,
    minus,
    number,
    over,
    plus,
    power_of_size,
    times,
    variable,
    written,
)
from judging.language.limits import MAX_EQUAL, MAX_EXCHANGED, MAX_EXCHANGES
from judging.language.numbers import exact

_BAGS = frozenset({SUM, PRODUCT, BAG})


def loose_key(form: CanonicalForm) -> str:
    """The loose key of a canonical form. Where more exchanges have to be compared than the budget holds, the method key
    itself."""
    leaves: list[int] = []
    _collect(form, leaves)
    try:
        if len(set(leaves)) == len(leaves):
            return written(number([_at_point(form, iter([variable(value, 0) for value in leaves]))]))
        orders, stands_for = _exchanges(form, tuple(leaves))
        return written(number([_with_order(form, leaves, order) for order in orders], stands_for))
    except TooManyExchanges:
        return form.method_key


def _collect(form: CanonicalForm, leaves: list[int]) -> None:
    """The given numbers of a form, in the order in which it is evaluated."""
    if form.kind == LEAF:
        leaves.append(form.value)
        return
    for each in form.plus + form.minus:
        if each.kind == LEAF:
            leaves.append(each.value)
        else:
            _collect(each, leaves)


def _bags_of(form: CanonicalForm, bags: list[int], fresh: Iterator[int]) -> None:
    """Collect the bag of each number, in the same order."""
    if form.kind == LEAF:
        bags.append(next(fresh))
    for side in (form.plus, form.minus):
        bag = next(fresh)
        for each in side:
            if each.kind == LEAF and form.kind in _BAGS:
                bags.append(bag)
            else:
                _bags_of(each, bags, fresh)


def _exchanges(form: CanonicalForm, leaves: tuple[int, ...]) -> tuple[Sequence[Order], int]:
    """The exchanges of equal numbers that count, and how many each stands for: all where they are few, else those that
    keep the order of their roles."""
    equal = [leaves.count(value) for value in set(leaves)]
    if sum(each for each in equal if each > 1) > MAX_EQUAL:
        raise TooManyExchanges
    bags: list[int] = []
    _bags_of(form, bags, count())
    if prod(map(factorial, equal)) <= FEW_EXCHANGES:
        return _orders(leaves, leaves, tuple(bags))
    return _orders(leaves, tuple(_roles(form, leaves)), tuple(bags))


def _roles(form: CanonicalForm, leaves: Sequence[int]) -> list[int]:
    """A role for each number, by which equal numbers are told apart whatever their order: the form's value where one of
    them differs and all others of its kind are the same; 0 for numbers without equals. Numbers with different roles are
    never exchanged, only sorted by role."""
    roles = [0] * len(leaves)
    for at, value in enumerate(leaves):
        if leaves.count(value) > 1:
            order = tuple(int(at == other) for other in range(len(leaves)))
            roles[at] = number([_with_order(form, leaves, order)])
    return roles


@lru_cache(maxsize=512)
def _orders(leaves: tuple[int, ...], roles: tuple[int, ...], bags: tuple[int, ...]) -> tuple[list[Order], int]:
    """Every order of equal numbers in which those of a lesser role come first, and how many orders each stands for:
    numbers of one role that stand in one bag together keep their order, since exchanging them changes nothing."""
    groups: dict[tuple[int, int], list[int]] = {}
    for at in sorted(range(len(leaves)), key=lambda at: (leaves[at], roles[at])):
        groups.setdefault((leaves[at], roles[at]), []).append(at)
    arrangements = [_arrangements(places, bags) for places in groups.values()]
    exchanges = prod(map(len, arrangements))
    if exchanges > MAX_EXCHANGES or exchanges * len(leaves) > MAX_EXCHANGED:
        raise TooManyExchanges
    orders = []
    for chosen in product(*arrangements):
        order = [0] * len(leaves)
        seen: dict[int, int] = {}
        for at in chain.from_iterable(chosen):
            order[at] = seen.setdefault(leaves[at], 0)
            seen[leaves[at]] += 1
        orders.append(tuple(order))
    every = prod(factorial(len(places)) for places in groups.values())
    return orders, every // len(orders)


def _arrangements(places: list[int], bags: tuple[int, ...]) -> list[list[int]]:
    """The ways to put places in order, those of one bag among themselves in the order they have."""
    stacks: dict[int, list[int]] = {}
    for at in places:
        stacks.setdefault(bags[at], []).append(at)
    arrangements: list[list[int]] = []

    def go_on(so_far: list[int]) -> None:
        if len(arrangements) > MAX_EXCHANGES:
            raise TooManyExchanges
        if len(so_far) == len(places):
            arrangements.append(so_far)
        for bag, stack in stacks.items():
            if stack:
                stacks[bag] = stack[1:]
                go_on([*so_far, stack[0]])
                stacks[bag] = stack

    go_on([])
    return arrangements


def _with_order(form: CanonicalForm, leaves: Sequence[int], order: Order) -> Point:
    return _at_point(form, map(variable, leaves, order))


def _at_point(form: CanonicalForm, variables: Iterator[int]) -> Point:
    kind = form.kind
    if kind == LEAF:
        return next(variables), 1
    if kind == OTHER and form.name == "power":
        return _power(form, variables)
    inputs = _points(form.plus, variables)
    if kind == SUM:
        return reduce(minus, _points(form.minus, variables), reduce(plus, inputs, (0, 1)))
    if kind == PRODUCT:
        return reduce(over, _points(form.minus, variables), reduce(times, inputs))
    return applied(form.name, tuple(inputs), kind == BAG)


def _points(forms: Sequence[CanonicalForm], variables: Iterator[int]) -> list[Point]:
    return [(next(variables), 1) if each.kind == LEAF else _at_point(each, variables) for each in forms]


def _power(form: CanonicalForm, variables: Iterator[int]) -> Point:
    """a^b; a tower ((a^b)^c) over a base proved above zero has one exponent, the product of its own."""
    base, exponents = form.plus[0], [form.plus[1]]
    while base.kind == OTHER and base.name == "power" and _is_joined(*base.plus):
        exponents.append(base.plus[1])
        base = base.plus[0]
    bottom = _at_point(base, variables)  # numbers come in the order of the form: the base, then outwards
    exponent = reduce(times, _points(exponents[::-1], variables))
    return power_of_size(bottom, exponent) if is_of_size(base, exponents[-1]) else applied("power", (bottom, exponent))


def is_of_size(base: CanonicalForm, exponent: CanonicalForm) -> bool:
    """Whether base^exponent is a power of a sum's size: it is the same where the sum is turned, or is above zero."""
    return base.kind == SUM and (exact.sign(base.value) > 0 or _is_even(exponent))


def _is_joined(base: CanonicalForm, exponent: CanonicalForm) -> bool:
    """Whether base^exponent is a power of something proved above zero: of the base, or of its size."""
    sign = exact.sign(base.value)
    return sign > 0 or (sign < 0 and base.kind == SUM and _is_even(exponent))


def _is_even(exponent: CanonicalForm) -> bool:
    return type(exponent.value) is int and exponent.value % 2 == 0
