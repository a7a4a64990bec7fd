"""The shortest text that comes to a target, where it is known that there is one.

Texts are built in order of their length from shorter ones, so nothing longer than the answer is worked out. With the
whole notation there are so many methods that the shortest is short.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from judging.language.editions import Edition
from judging.language.functions.table import FUNCTIONS
from judging.language.numbers.rationals import Rational
from puzzles.enumeration.methods import EnumeratedMethod, Maker
from puzzles.enumeration.multisets import Multiset, bipartitions, submultisets
from puzzles.functions.inverses import solve_other_argument
from puzzles.functions.operations import applied, preimages, quotient

MAX_TEXT_STEPS = 400_000
MAX_TEXT_LENGTH = 400


class _Text(NamedTuple):
    """A method of some of the numbers, its value, and how many unary functions are stacked on top of it."""

    numbers: Multiset
    method: EnumeratedMethod
    value: Rational
    stacked: int = 0


class ShortestText:
    """Finds texts of one edition."""

    def __init__(self, edition: Edition, unary_depth: int, tick: Callable[[], None]):
        rows = [FUNCTIONS[name] for name in sorted(edition.functions)]
        self.make = Maker(edition, distinct=False)
        self.unary = [row.name for row in rows if row.max_inputs == 1]
        self.depth, self.tick = unary_depth, tick
        number = self.make.number(1)
        inputs = {row.name: (number,) if row.max_inputs == 1 else (number, number) for row in rows}
        # how tightly the text of each function binds
        self.levels = {name: self.make.applied(name, inside, 1).level for name, inside in inputs.items()}
        # a binary function, whether order is free, and how much longer its text is than those of its inputs
        self.binary = [
            (row.name, row.commutative, len(self.make.applied(row.name, (number, number), 1).text) - 2)
            for row in rows
            if row.max_inputs != 1
        ]

    def find(self, numbers: Multiset, target: Rational) -> str | None:
        """The shortest text of exactly these numbers; None where too much would have to be tried."""
        return _Search(self, numbers, target).run()


class _Search:
    """The texts of one puzzle, by the numbers they use and their length."""

    def __init__(self, finder: ShortestText, numbers: Multiset, target: Rational):
        self._finder, self._numbers, self._target = finder, numbers, target
        self._wanted = set(_sources(finder.unary, finder.depth, target))
        sizes = range(2, len(numbers) + 1)
        self._splits = [
            halves for size in sizes for part in submultisets(numbers, size) for halves in bipartitions(part)
        ]
        self._settled: dict[tuple[Multiset, int], list[_Text]] = defaultdict(list)
        self._waiting: dict[int, list[_Text]] = defaultdict(list)
        self._seen: set[tuple[Multiset, Rational, int, int]] = set()
        self._indexes: dict[tuple[Multiset, int], dict[Rational, list[_Text]]] = {}
        self._steps = 0
        for number in set(numbers):
            self._wait(_Text((number,), finder.make.number(number), number))

    def run(self) -> str | None:
        for length in range(1, MAX_TEXT_LENGTH):
            self._combine(length)
            if self._steps > MAX_TEXT_STEPS:
                return None
            for text in sorted(self._waiting.pop(length, ()), key=lambda each: each.method.text):
                if text.value == self._target and text.numbers == self._numbers:
                    return text.method.text
                self._settle(text)
        return None

    def _wait(self, text: _Text) -> None:
        if text.numbers != self._numbers or text.value in self._wanted:
            self._waiting[len(text.method.text)].append(text)

    def _settle(self, text: _Text) -> None:
        """Keep a text unless one that is no longer does as well, and put unary functions on it."""
        level = text.method.level
        if self._is_seen(text.numbers, text.value, level, text.stacked):
            return
        self._seen.add((text.numbers, text.value, level, text.stacked))
        self._settled[text.numbers, len(text.method.text)].append(text)
        for name in self._finder.unary if text.stacked < self._finder.depth else ():
            value = applied(name, text.value)
            if value is not None and not self._is_seen(
                text.numbers, value, self._finder.levels[name], text.stacked + 1
            ):
                method = self._finder.make.applied(name, (text.method,), value)
                self._wait(_Text(text.numbers, method, value, text.stacked + 1))

    def _is_seen(self, numbers: Multiset, value: Rational, level: int, stacked: int) -> bool:
        """Whether a text that is no longer has this value, binds as tightly and has no more functions on top."""
        seen = self._seen
        return any((numbers, value, level, each) in seen for each in range(stacked + 1))

    def _combine(self, length: int) -> None:
        """The texts of two parts that have this length, or a greater one by brackets."""
        for left, right in self._splits:
            for name, commutative, longer in self._finder.binary:
                for size in range(1, length - longer):
                    firsts = self._settled.get((left, size))
                    seconds = self._settled.get((right, length - longer - size))
                    if firsts and seconds:
                        self._pair(name, firsts, seconds)
                        if not commutative:
                            self._pair(name, seconds, firsts)
                    if self._steps > MAX_TEXT_STEPS:
                        return

    def _pair(self, name: str, firsts: list[_Text], seconds: list[_Text]) -> None:
        numbers = tuple(sorted(firsts[0].numbers + seconds[0].numbers))
        self._finder.tick()
        if numbers != self._numbers:
            self._steps += len(firsts) * len(seconds)
            results = _results(name, firsts, seconds)
        elif len(firsts) <= len(seconds):
            results = self._last(name, firsts, seconds, True)
        else:
            results = self._last(name, seconds, firsts, False)
        level, is_last = self._finder.levels[name], numbers == self._numbers
        for value, first, second in results:
            if not is_last and (numbers, value, level, 0) in self._seen:
                continue
            method = self._finder.make.applied(name, (first.method, second.method), value)
            self._wait(_Text(numbers, method, value))

    def _last(
        self, name: str, few: list[_Text], many: list[_Text], is_first: bool
    ) -> Iterator[tuple[Rational, _Text, _Text]]:
        """The last step, computed backwards from the wanted values."""
        by_value = self._by_value(many)
        for text in few:
            self._steps += len(self._wanted)
            others: list[_Text] | None = []
            for wanted in self._wanted:
                listed = solve_other_argument(name, text.value, is_first, wanted)
                others = None if listed is None or others is None else others + by_values(by_value, listed)
            if others is None:
                self._steps += len(many)
                others = many
            pairs = _results(name, [text], others) if is_first else _results(name, others, [text])
            yield from (each for each in pairs if each[0] in self._wanted)

    def _by_value(self, texts: list[_Text]) -> dict[Rational, list[_Text]]:
        at = texts[0].numbers, len(texts[0].method.text)
        if at not in self._indexes:
            texts_by_value: dict[Rational, list[_Text]] = defaultdict(list)
            for text in texts:
                texts_by_value[text.value].append(text)
            self._indexes[at] = texts_by_value
        return self._indexes[at]


def by_values(texts: dict[Rational, list[_Text]], values: Iterable[Rational]) -> list[_Text]:
    return [text for value in set(values) for text in texts.get(value, ())]


def _results(name: str, firsts: list[_Text], seconds: list[_Text]) -> Iterator[tuple[Rational, _Text, _Text]]:
    for first in firsts:
        for second in seconds:
            if name == "divide" and second.value:
                value: Rational | None = quotient(first.value, second.value)
            else:
                value = applied(name, first.value, second.value)
            if value is not None:
                yield value, first, second


def _sources(unary: list[str], depth: int, value: Rational) -> Iterator[Rational]:
    """A value, and those from which a few unary functions lead to it."""
    yield value
    for name in unary if depth else ():
        for inside in preimages(name, value):
            yield from _sources(unary, depth - 1, inside)
