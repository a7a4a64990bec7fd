"""The three solvers: words from letters, the best calculation, the answer of a conundrum. Each is bounded."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from judging.games.countdown.letters import LETTERS
from judging.games.countdown.numbers import NUMBERS
from puzzles import possible
from puzzles.words.dictionary import LettersProblem, checked_letters

from ..common import limits
from ..common.refusals import invalid
from ..common.wording.sentences import sentence
from ..word_lists.dictionaries import site_dictionary


def words(letters: str) -> list[str]:
    """The words that the letters make, the longest first, as far as they are shown. Raises Refused."""
    return site_dictionary().best_words(_letters(letters), limits.SOLVED_WORDS)


def conundrum(letters: str, field: str = "letters") -> list[str]:
    """The words of all nine letters; spaces and plus signs between parts do not matter. Raises Refused for `field`."""
    read = _letters(letters.replace("+", " "), field)
    if len(read) != LETTERS:
        raise invalid(**{field: _("A conundrum has nine letters.")})
    return site_dictionary().best_words(read, least=LETTERS)


def calculation(numbers: Sequence[int], target: int) -> dict[str, Any]:
    """The best calculation with its steps, and how many distinct methods there are."""
    return _calculation(tuple(sorted(numbers)), target)


@lru_cache(maxsize=500)
def _calculation(numbers: tuple[int, ...], target: int) -> dict[str, Any]:
    return possible.calculation(numbers, target)


def read_numbers(text: str) -> tuple[int, ...]:
    """The numbers of a text, with commas or spaces between them. Raises Refused."""
    parts = re.split(r"[\s,;]+", text.strip())
    if len(parts) > NUMBERS or not all(re.fullmatch(r"[0-9]{1,4}", part, re.ASCII) for part in parts):
        raise invalid(numbers=_("Write up to six whole numbers, for example 50, 8, 8, 4, 3, 1."))
    numbers = tuple(map(int, parts))
    if not all(1 <= number <= limits.SOLVED_NUMBER for number in numbers):
        raise invalid(numbers=_("Numbers go from 1 to %(most)s.") % {"most": limits.SOLVED_NUMBER})
    return numbers


def read_target(text: str) -> int:
    """Raises Refused."""
    if not re.fullmatch(r"[0-9]{1,4}", text.strip(), re.ASCII):
        raise invalid(target=_("The target is a whole number from 0 to %(most)s.") % {"most": limits.SOLVED_TARGET})
    return int(text)


def _letters(text: str, field: str = "letters") -> str:
    try:
        read = checked_letters(text)
    except LettersProblem as problem:
        raise invalid(**{field: sentence(problem.message)}) from problem
    if len(read) > LETTERS:
        raise invalid(**{field: _("At most nine letters.")})
    return read
