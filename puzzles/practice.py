"""Countdown practice rounds for one player (CD-40 to CD-43). Each follows from its seed, so nothing is stored between
the question and the answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import chain, islice
from typing import Literal

from judging.games.countdown.letters import LETTERS
from judging.games.countdown.numbers import FEWEST, LARGE, MOST, NUMBERS, SMALL
from puzzles import possible
from puzzles.random_streams import Stream
from puzzles.solver import Solver
from puzzles.words.conundrums import pick
from puzzles.words.dictionary import Dictionary
from puzzles.words.letter_distribution import piles
from puzzles.words.word_lists import standard

PracticeKind = Literal["letters", "numbers", "conundrum"]
KINDS: tuple[PracticeKind, ...] = ("letters", "numbers", "conundrum")
VOWEL, CONSONANT = "v", "c"
FEWEST_VOWELS, MOST_VOWELS = 3, 5
DAILY_LONGEST = 7  # letters that the longest word of a daily round has at least
DAILY_TRIES = 50


@dataclass(frozen=True)
class PracticeDeal:
    """The question of a round. `answer` is the answer of a conundrum; only this field is hidden from the player."""

    kind: PracticeKind
    letters: str = ""
    numbers: tuple[int, ...] = ()
    target: int | None = None
    parts: tuple[str, ...] = ()
    answer: str = ""


def letters(picks: str, seed: int) -> PracticeDeal:
    """A letter for each pick, `v` or `c`, from the top of its pile. More picks leave the first letters as they are."""
    tops = {key: Stream(seed, key).shuffled(pile) for key, pile in zip((VOWEL, CONSONANT), piles(), strict=True)}
    return PracticeDeal("letters", letters="".join(next(tops[each]) for each in picks))


def any_picks(seed: int) -> str:
    """Nine picks with three to five vowels at any places."""
    chance = Stream(seed, "picks")
    vowels = chance.between(FEWEST_VOWELS, MOST_VOWELS)
    return "".join(chance.shuffled(VOWEL * vowels + CONSONANT * (LETTERS - vowels)))


def numbers(large: int, seed: int) -> PracticeDeal:
    """So many large numbers and small ones for the rest, the largest first, with a target."""
    chance = Stream(seed, "numbers")
    dealt = [*islice(chance.shuffled(LARGE), large), *islice(chance.shuffled(SMALL * 2), NUMBERS - large)]
    return PracticeDeal("numbers", numbers=tuple(sorted(dealt, reverse=True)), target=chance.between(FEWEST, MOST))


def any_large(seed: int) -> int:
    return Stream(seed, "large").between(0, len(LARGE))


def conundrum(dictionary: Dictionary, seed: int) -> PracticeDeal:
    """A conundrum of common words. A dictionary without any lends from the program's own."""
    problem = pick(dictionary, (), Stream(seed, "conundrum")) or pick(standard(), (), Stream(seed, "conundrum"))
    assert problem is not None, "the program's own list has conundrums"
    return PracticeDeal("conundrum", parts=problem.parts, answer=problem.answer)


@lru_cache(maxsize=32)
def daily(kind: PracticeKind, day: date) -> PracticeDeal:
    """The round of a day, the same for everybody: the first of the seeds of that day that suits (CD-43)."""
    deals = (_of_the_day(kind, seed) for seed in _seeds(kind, day))
    first = next(deals)
    return next((deal for deal in chain([first], deals) if _suits(deal)), first)


def _seeds(kind: PracticeKind, day: date) -> Iterator[int]:
    """The draws of the stream that has the number 0 and the place `daily/<kind>/<day>`."""
    chance = Stream(0, "daily", kind, day.isoformat())
    return (chance.below(1 << 64) for _ in range(DAILY_TRIES))


def _of_the_day(kind: PracticeKind, seed: int) -> PracticeDeal:
    if kind == "letters":
        return letters(any_picks(seed), seed)
    return numbers(any_large(seed), seed) if kind == "numbers" else conundrum(standard(), seed)


def _suits(deal: PracticeDeal) -> bool:
    """Letters whose longest words have seven letters or more, a common one among them; a target that can be made."""
    if deal.kind == "letters":
        best = possible.words(deal.letters, standard())
        return best["length"] >= DAILY_LONGEST and not set(standard().common(best["length"])).isdisjoint(best["words"])
    if deal.kind == "numbers" and deal.target is not None:
        return Solver(possible.RULES).solve(deal.numbers, deal.target).solvable
    return True
