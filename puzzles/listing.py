"""The methods of a puzzle that are worth printing: all of them where they are few, else all of a plain kind.

With the whole notation four numbers make a target in a million ways, which nobody reads. So the search goes up a short
ladder of functions and of how many numbers are used, and stops at the last rung that it can finish within a number of
steps. Steps are counted, not seconds: the same puzzle has the same listing on every machine, at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from judging.language import keys
from judging.language.legality import BASIC, Edition
from judging.language.rationals import Rational
from puzzles.asking import MOST_NUMBERS
from puzzles.methods import Method
from puzzles.parts import Numbers, subsets
from puzzles.universe import Universe
from puzzles.values import OutOfTime

FAMILIAR = frozenset({"power", "sqrt", "factorial"})
STEPS = 6_000
MOST, MOST_FAMILIAR = 2_000, 400  # methods of a rung, beyond which it is as if there were no room for it


class Listed(NamedTuple):
    """One distinct method: its shortest text and both of the judge's keys."""

    text: str
    key: str
    kin_key: str


@dataclass(frozen=True)
class Listing:
    """Every distinct method with these `functions` and at most `most_numbers` of the numbers: those with the fewest first,
    then the shortest. `complete` says that the edition allows no other; `most_numbers` is 0 where there was no room to
    search at all."""

    methods: tuple[Listed, ...]
    functions: frozenset[str]
    most_numbers: int
    complete: bool


def listing(numbers: Sequence[int], target: Rational, edition: Edition, steps: int = STEPS) -> Listing:
    """The listing of one puzzle; each rung of functions may take so many steps, of some ten microseconds each."""
    given = tuple(sorted(numbers))
    found = _rung(given, target, edition, BASIC, 0, steps, MOST)
    if found.most_numbers == len(given) and edition.functions & FAMILIAR:
        wider = _rung(given, target, edition, BASIC | FAMILIAR, 1, steps, MOST_FAMILIAR)
        found = wider if wider.most_numbers == len(given) else found
    return found


def _rung(
    given: Numbers,
    target: Rational,
    edition: Edition,
    functions: frozenset[str],
    depth: int,
    steps: int,
    limit: int,
) -> Listing:
    allowed = replace(edition, functions=edition.functions & functions)
    count = _Steps(steps)
    universe = Universe(allowed, depth, count)
    found: dict[str, tuple[tuple[int, int, str], Method]] = {}
    done: dict[str, tuple[tuple[int, int, str], Method]] = {}
    most = 0
    try:
        for parts in _parts(given, edition.every_number):
            for part in parts:
                for method in universe.every(part, target):
                    count()
                    if method.kinds.bit_count() >= edition.kinds_of_operation:
                        _keep(found, len(part), method, limit)
            done, most = dict(found), len(parts[0])
    except OutOfTime:
        pass
    methods = (method for _, method in sorted(done.values(), key=lambda each: each[0]))
    listed = tuple(Listed(each.text, each.form.key, keys.kin_key(each.form)) for each in methods)
    return Listing(listed, allowed.functions, most, most == len(given) > 0 and edition.functions <= BASIC)


class _Steps:
    """The solver's tick, which lets it take so many steps and then stops it."""

    def __init__(self, left: int):
        self._left = left

    def __call__(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise OutOfTime


def _keep(
    found: dict[str, tuple[tuple[int, int, str], Method]], numbers: int, method: Method, limit: int
) -> None:
    rank = numbers, len(method.text), method.text
    if len(found) == limit and method.form.key not in found:
        raise OutOfTime
    if method.form.key not in found or rank < found[method.form.key][0]:
        found[method.form.key] = rank, method


def _parts(given: Numbers, every_number: bool) -> Iterator[tuple[Numbers, ...]]:
    """The parts of the numbers that a method may use, the smallest together first. No text says a number below zero."""
    if every_number:
        if given and given[0] >= 0 and len(given) <= MOST_NUMBERS:
            yield (given,)
        return
    usable = tuple(number for number in given if number >= 0)[: MOST_NUMBERS * 2]
    for size in range(1, len(usable) + 1):
        yield subsets(usable, size)
