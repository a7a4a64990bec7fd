"""The questions to the solvers. Each has a name, which is that of its first field, and its answer."""

from itertools import groupby
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from . import solving

CHARACTERS = 100
PLAIN = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class AsTyped(forms.CharField):
    """A short text that no browser corrects or completes."""

    def __init__(self, *, label: Any, **more: Any):
        super().__init__(label=label, max_length=CHARACTERS, widget=forms.TextInput(attrs=PLAIN), **more)


class PracticeForm(forms.Form):
    name: ClassVar[str]
    use_required_attribute = False

    def answer(self) -> Any:
        """Raises Refused."""
        raise NotImplementedError


class WordsQuestion(PracticeForm):
    name = "letters"
    letters = AsTyped(label=_("Letters"), help_text=_("Up to nine, for example ARIOEKLNN."))

    def answer(self) -> list[tuple[int, list[str]]]:
        """The words by their length, the longest first."""
        words_made = solving.words(self.cleaned_data["letters"])
        return [(length, list(words)) for length, words in groupby(words_made, len)]


class NumbersQuestion(PracticeForm):
    name = "numbers"
    numbers = AsTyped(label=_("Numbers"), help_text=_("Up to six, for example 50, 8, 8, 4, 3, 1."))
    target = forms.CharField(
        label=_("Target"), max_length=CHARACTERS, widget=forms.TextInput(attrs={**PLAIN, "inputmode": "numeric"})
    )

    def answer(self) -> dict[str, Any]:
        target = solving.read_target(self.cleaned_data["target"])
        return solving.calculation(solving.read_numbers(self.cleaned_data["numbers"]), target)


class ConundrumQuestion(PracticeForm):
    name = "scramble"
    scramble = AsTyped(label=_("Scramble"), help_text=_("Nine letters, for example LETS MANIA."))

    def answer(self) -> list[tuple[int, list[str]]]:
        words = solving.conundrum(self.cleaned_data["scramble"], self.name)
        return [(len(words[0]), words)] if words else []


QUESTIONS: tuple[type[PracticeForm], ...] = (WordsQuestion, NumbersQuestion, ConundrumQuestion)
