"""The methods of a puzzle that are worth printing: all of them where they are few, else all of a plain kind.

With the whole notation four numbers make a target in a million ways, which nobody reads. So the search goes up a short
ladder of functions and of how many numbers are used, and stops at the last rung that it can finish within a number of
steps. Steps are counted, not seconds: the same puzzle has the same listing on every machine, at any time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from judging.language.editions import BASIC, Edition
from judging.language.keys import method_keys
from judging.language.numbers.rationals import Rational
from puzzles.counting.method_count import MethodCounter
from puzzles.enumeration.methods import EnumeratedMethod, MethodEnumerator
from puzzles.enumeration.multisets import Multiset, usable_subsets
from puzzles.enumeration.simplicity import Simplicity, simplicity
from puzzles.enumeration.value_enumeration import OutOfTime

FAMILIAR = frozenset({"power", "sqrt", "factorial"})
STEPS = 6_000
MOST_COUNTED = 6  # numbers
MOST_SHOWN = 12  # methods on a page
# methods of a rung, beyond which it is as if there were no room for it
MAX_METHODS, MAX_FAMILIAR_METHODS = 2_000, 400
# how many numbers it uses, how long its text is, and the text
RankedMethod = tuple[tuple[int, int, str], EnumeratedMethod]


class Listed(NamedTuple):
    """One distinct method: its shortest text, both of the judge's keys, how simple it is and how many numbers it
    uses."""

    text: str
    key: str
    kin_key: str
    simplicity: Simplicity
    numbers: int


@dataclass(frozen=True)
class Listing:
    """Every distinct method with these `functions` and at most `most_numbers` of the numbers, the simplest first.
    `complete` says that the edition allows no other; `most_numbers` is 0 where there was no room to search at all."""

    methods: tuple[Listed, ...]
    functions: frozenset[str]
    most_numbers: int
    complete: bool


def listing(numbers: Sequence[int], target: Rational, edition: Edition, steps: int = STEPS) -> Listing:
    """The listing of one puzzle; each rung of functions may take so many steps, of some ten microseconds each."""
    given = tuple(sorted(numbers))
    methods_listed = _rung(given, target, edition, BASIC, 0, steps, MAX_METHODS)
    if methods_listed.most_numbers == len(given) and edition.functions & FAMILIAR:
        wider = _rung(given, target, edition, BASIC | FAMILIAR, 1, steps, MAX_FAMILIAR_METHODS)
        methods_listed = wider if wider.most_numbers == len(given) else methods_listed
    return methods_listed


def _rung(
    given: Multiset,
    target: Rational,
    edition: Edition,
    functions: frozenset[str],
    depth: int,
    steps: int,
    limit: int,
) -> Listing:
    allowed = replace(edition, functions=edition.functions & functions)
    count = StepLimit(steps)
    enumerator = MethodEnumerator(allowed, depth, count)
    best: dict[str, RankedMethod] = {}
    done: dict[str, RankedMethod] = {}
    most = 0
    try:
        for size, subsets in groupby(usable_subsets(given, edition.every_number, bounded=True), key=len):
            for subset in subsets:
                for method in enumerator.iter_methods(subset, target):
                    count()
                    if method.kinds.bit_count() >= edition.kinds_of_operation:
                        _keep(best, size, method, limit)
            done, most = dict(best), size
    except OutOfTime:
        pass
    listed = (_listed(numbers, method) for (numbers, *_), method in done.values())
    methods = tuple(sorted(listed, key=_rank))
    return Listing(methods, allowed.functions, most, most == len(given) > 0 and edition.functions <= BASIC)


def simplest(listed: Listing, numbers: Sequence[int], target: Rational, edition: Edition) -> tuple[Listed, ...]:
    """Methods to show, the simplest first and one of those that are kin: of those listed, and where these are few, more
    with one kind of function each, at first the familiar ones. It need not be all there are."""
    methods = {each.key: each for each in listed.methods}
    given = tuple(sorted(numbers))
    for functions in (FAMILIAR, edition.functions - BASIC - FAMILIAR):
        if listed.complete or not listed.most_numbers or len(methods) >= MOST_SHOWN:
            break
        for name in sorted(functions & edition.functions):
            rung = _rung(given, target, edition, BASIC | {name}, 1, STEPS, MAX_METHODS)
            methods |= {each.key: each for each in rung.methods if each.key not in methods}
    kin = {each.kin_key: each for each in sorted(methods.values(), key=_rank, reverse=True)}
    return tuple(sorted(kin.values(), key=_rank))


def _rank(method: Listed) -> tuple[Simplicity, int, int, str]:
    return method.simplicity, method.numbers, len(method.text), method.text


def _listed(numbers: int, method: EnumeratedMethod) -> Listed:
    form = method.form
    return Listed(method.text, form.method_key, method_keys.loose_key(form), simplicity(form), numbers)


def how_many(listed: Listing, numbers: Sequence[int], target: Rational, edition: Edition) -> int | None:
    """How many distinct methods the edition allows, with at most one unary function on a value; None where that would
    have to be listed. With the whole notation it takes a second or more, so a page should not wait for it."""
    if listed.complete:
        return len(listed.methods)
    given = tuple(sorted(numbers))
    subsets = list(usable_subsets(given, edition.every_number, bounded=True))
    counter = MethodCounter(edition, 1)
    if not subsets or len(given) > MOST_COUNTED or not all(map(counter.can_count, subsets)):
        return None
    return sum(counter.count(subset, target) for subset in subsets)


class StepLimit:
    """The solver's tick, which lets it take so many steps and then stops it."""

    def __init__(self, left: int):
        self.left = left

    def __call__(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OutOfTime


def _keep(best: dict[str, RankedMethod], numbers: int, method: EnumeratedMethod, limit: int) -> None:
    rank = numbers, len(method.text), method.text
    if len(best) == limit and method.form.method_key not in best:
        raise OutOfTime
    if method.form.method_key not in best or rank < best[method.form.method_key][0]:
        best[method.form.method_key] = rank, method
