"""The solver jobs of Countdown beside the plain method, written plainly: numbers, words and conundrums.

The plain method for numbers tries every order of the numbers with every row of signs; for words it looks at each word of
the list in turn; for conundrums it pairs each four- with each five-letter word.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, islice, permutations, product
from statistics import median
from time import perf_counter

from puzzles.countdown import calculations
from puzzles.countdown.search import costs
from puzzles.words.conundrums import conundrums
from puzzles.words.dictionary import Dictionary
from puzzles.words.letter_piles import piles
from puzzles.words.reading import standard

SELECTION, TARGET = (1, 8, 9, 6, 50, 100), 836
SEED = 9
UNREACHABLE = (50, 100, 75, 25, 6, 4), 793
SIGNS = "+-*/"


def main() -> None:
    _numbers()
    _words(standard())
    _conundrums(standard())


def _line(what: str, figure: str, reach: str = "") -> None:
    print(f"  {what:<58} {figure:>24}   {reach}", flush=True)


def _timed(work: Callable[[], object]) -> tuple[float, object]:
    began = perf_counter()
    done = work()
    return perf_counter() - began, done


def _times(slow: float, fast: float) -> str:
    return f"{slow / fast:,.0f} times"


# numbers


def _numbers() -> None:
    """The plain method ends with the first exact calculation; where there is none it goes through all of them."""
    for numbers, target in ((SELECTION, TARGET), UNREACHABLE):
        costs.cache_clear()
        cold, _ = _timed(lambda numbers=numbers, target=target: calculations.best(numbers, target))  # type: ignore[misc]
        kept = median(_timed(lambda n=numbers, t=target: calculations.best(n, t))[0] for _ in range(20))  # type: ignore[misc]
        plain, row = _timed(lambda n=numbers, t=target: plain_calculation(n, t))  # type: ignore[misc]
        _line(f"Countdown numbers, {target} from {' '.join(map(str, numbers))}: ours", f"{1000 * kept:.2f} ms")
        _line(f"  the plain method{'' if row else ': it is not reached'}", f"{plain:.2f} s")
        _line("  faster", _times(plain, kept), "reach 1,000 times")
        _line("  with nothing kept from other selections", f"{1000 * cold:.1f} ms, {_times(plain, cold)}")


def plain_calculation(numbers: Sequence[int], target: int) -> tuple[object, ...] | None:
    """The first row of numbers and signs that comes to the target."""
    return next((row for row in plain_rows(numbers) if plain_value(row) == target), None)


def plain_rows(numbers: Sequence[int]) -> Iterator[tuple[object, ...]]:
    """Every order of four or more of the numbers with every order of every choice of signs behind them."""
    for size in range(4, len(numbers) + 1):
        for some in combinations(numbers, size):
            chosen = combinations_with_replacement(SIGNS, size - 1)
            signs = chain.from_iterable(map(permutations, chosen))
            for order, each in product(set(permutations(some)), signs):
                yield (*order, *each)


def plain_value(row: Sequence[object]) -> int | None:
    """What a row comes to, whole and above 0 at each step; None if it does not. A sign takes the last two values, the
    last one first."""
    stack: list[int] = []
    for each in row:
        if isinstance(each, int):
            stack.append(each)
            continue
        first, second = stack.pop(), stack.pop()
        if each == "+":
            value = first + second
        elif each == "-":
            value = first - second
        elif each == "*":
            value = first * second
        elif first % second:
            return None
        else:
            value = first // second
        if value <= 0:
            return None
        stack.append(value)
    return stack[0]


# words


def _words(dictionary: Dictionary) -> None:
    chance = random.Random(SEED)
    vowels, consonants = piles()
    shown = ["".join(chance.sample(vowels, 4) + chance.sample(consonants, 5)) for _ in range(200)]
    words = sorted(dictionary._words)
    ours = [_timed(lambda letters=letters: dictionary.best_words(letters, 5))[0] for letters in shown]  # type: ignore[misc]
    plain = [_timed(lambda letters=letters: scanned(words, letters, 5))[0] for letters in shown[:10]]  # type: ignore[misc]
    _line(
        "best words of nine letters: ours, median of 200",
        f"{1e6 * median(ours):.0f} µs",
        f"worst {1e3 * max(ours):.2f} ms",
    )
    _line(f"  a plain scan of {len(words):,} words", f"{1000 * median(plain):.0f} ms")
    _line("  faster", _times(median(plain), median(ours)), "reach 100 times")


def scanned(words: Sequence[str], letters: str, most: int) -> list[str]:
    """The longest words that the letters make, each word of the list looked at."""
    have = Counter(letters)
    found = [word for word in words if not Counter(word) - have]
    return sorted(found, key=len, reverse=True)[:most]


# conundrums


def _conundrums(dictionary: Dictionary) -> None:
    began = perf_counter()
    made = list(islice(conundrums(dictionary, SEED), 20))
    ours = (perf_counter() - began) / len(made)
    plain, _ = _timed(lambda: list(islice(paired(dictionary, random.Random(SEED)), 3)))
    _line("a conundrum: ours", f"{1000 * ours:.2f} ms")
    _line("  the plain method, mean of 3", f"{1000 * plain / 3:.1f} ms")
    _line("  faster", _times(plain / 3, ours))


def paired(dictionary: Dictionary, chance: random.Random) -> Iterator[tuple[str, str, str]]:
    """Pairs of a four- and a five-letter word whose letters make one nine-letter word."""
    by_letters: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(dictionary._words):
        if len(word) == 9:
            by_letters["".join(sorted(word))].append(word)
    alone = {letters: words[0] for letters, words in by_letters.items() if len(words) == 1}
    fours, fives = (sorted(word for word in dictionary._words if len(word) == size) for size in (4, 5))
    chance.shuffle(fours)
    chance.shuffle(fives)
    for four, five in product(fours, fives):
        letters = "".join(sorted(four + five))
        if letters in alone:
            yield four, five, alone[letters]
