"""The questions to the solvers, and their answers. Each has a name, which is that of its first field."""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from judging.games.countdown.letters import LETTERS
from judging.games.countdown.numbers import NUMBERS
from puzzles import possible
from puzzles.words.dictionary import LettersProblem, checked_letters

from ..common import limits
from ..common.wording.sentences import sentence
from ..web.fields import ReadField
from ..word_lists.dictionaries import site_dictionary

CHARACTERS = 100
PLAIN = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


def letters_of(text: str) -> str:
    """At most nine letters. Raises ValueError with a sentence, like the other readers."""
    try:
        letters = checked_letters(text)
    except LettersProblem as problem:
        raise ValueError(sentence(problem.message)) from problem
    if len(letters) > LETTERS:
        raise ValueError(gettext("At most nine letters."))
    return letters


def scramble_of(text: str) -> str:
    """Nine letters; spaces and plus signs between parts do not matter."""
    letters = letters_of(text.replace("+", " "))
    if len(letters) != LETTERS:
        raise ValueError(gettext("A conundrum has nine letters."))
    return letters


def numbers_of(text: str) -> tuple[int, ...]:
    """The numbers of a text, with commas or spaces between them, in their order of size."""
    parts = re.split(r"[\s,;]+", text.strip())
    if len(parts) > NUMBERS or not all(re.fullmatch(r"[0-9]{1,4}", part, re.ASCII) for part in parts):
        raise ValueError(gettext("Write up to six whole numbers, for example 50, 8, 8, 4, 3, 1."))
    numbers = tuple(sorted(map(int, parts)))
    if not all(1 <= number <= limits.SOLVED_NUMBER for number in numbers):
        raise ValueError(gettext("Numbers go from 1 to %(most)s.") % {"most": limits.SOLVED_NUMBER})
    return numbers


def target_of(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text.strip(), re.ASCII):
        raise ValueError(gettext("The target is a whole number from 0 to %(most)s.") % {"most": limits.SOLVED_TARGET})
    return int(text)


@lru_cache(maxsize=500)
def _calculation(numbers: tuple[int, ...], target: int) -> dict[str, Any]:
    return possible.calculation(numbers, target)


class AsTyped(ReadField):
    """A short text that no browser corrects or completes."""

    widget = forms.TextInput(attrs=PLAIN)

    def __init__(self, read: Callable[[str], Any], **more: Any):
        super().__init__(read, max_length=CHARACTERS, **more)


class PracticeForm(forms.Form):
    name: ClassVar[str]
    use_required_attribute = False

    def answer(self) -> Any:
        raise NotImplementedError


class WordsQuestion(PracticeForm):
    name = "letters"
    letters = AsTyped(letters_of, label=_("Letters"), help_text=_("Up to nine, for example ARIOEKLNN."))

    def answer(self) -> list[tuple[int, list[str]]]:
        """The words by their length, the longest first."""
        words = site_dictionary().best_words(self.cleaned_data["letters"], limits.SOLVED_WORDS)
        return [(length, list(same)) for length, same in groupby(words, len)]


class NumbersQuestion(PracticeForm):
    name = "numbers"
    numbers = AsTyped(numbers_of, label=_("Numbers"), help_text=_("Up to six, for example 50, 8, 8, 4, 3, 1."))
    target = AsTyped(target_of, label=_("Target"), widget=forms.TextInput(attrs={**PLAIN, "inputmode": "numeric"}))

    def answer(self) -> dict[str, Any]:
        """The best calculation with its steps, and how many distinct methods there are."""
        return _calculation(self.cleaned_data["numbers"], self.cleaned_data["target"])


class ConundrumQuestion(PracticeForm):
    name = "scramble"
    scramble = AsTyped(scramble_of, label=_("Scramble"), help_text=_("Nine letters, for example LETS MANIA."))

    def answer(self) -> list[tuple[int, list[str]]]:
        """The words of all nine letters."""
        words = site_dictionary().best_words(self.cleaned_data["scramble"], least=LETTERS)
        return [(LETTERS, words)] if words else []


QUESTIONS: tuple[type[PracticeForm], ...] = (WordsQuestion, NumbersQuestion, ConundrumQuestion)
