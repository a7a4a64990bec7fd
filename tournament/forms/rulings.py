"""Forms of the judge's desk."""

from collections.abc import Iterable

from django import forms
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from judging.messages import points

from ..models import Ruling, Submission
from ..record.case import Case, Reading
from ..sentences import sentence
from .fields import Form, OfRound, WholeNumber

METHOD, VALUE, NOTHING, WITHDRAWN = Ruling.CountsAs.values
READING = "reading-"

STANDARD_REASONS = (
    _("On the paper it is clear which reading is meant."),
    _("It can be read in more than one way, and the paper does not say which."),
    _("The paper says something else than was typed."),
    _("The method is clear; only its writing is unusual."),
    _("The function is well known and every input is a given number or built from them."),
    _("The function is not one of those that are allowed."),
    _("Nobody at the table could read a method in it."),
    _("Not every given number is used once and only once."),
)


def _as_choice(reading: Reading) -> str:
    return format_html(
        '<span>{} <span class="visually-hidden">{}</span> = <b>{}</b> · {}</span>',
        reading.mathematics,
        reading.expression,
        Truncator(reading.value).chars(24),
        sentence(points(reading.worth.points)),
    )


def _numbers(lines: Iterable[Submission]) -> str:
    return " ".join(str(line.pk) for line in lines)


def like(precedent: Ruling, case: Case) -> dict:
    """What the form starts with to decide as an earlier ruling did, for the same reason."""
    reading = next(
        (f"{READING}{at}" for at, each in enumerate(case.readings, 1) if each.expression == precedent.method),
        None,
    )
    several = len(case.readings) > 1
    return {
        "counts_as": reading if reading and several else precedent.counts_as,
        "method": precedent.method,
        "value": precedent.value,
        "reason": precedent.reason,
    }


class RulingForm(Form):
    """What the judge decides on one case. `decision` are the arguments of `rulings.give`."""

    counts_as = forms.ChoiceField(
        label=_("It counts as"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say what the line counts as.")},
    )
    method = forms.CharField(
        label=_("The method"),
        required=False,
        help_text=_("As it stands on the paper, with brackets. The program must accept it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )
    value = forms.CharField(
        label=_("The number"),
        required=False,
        help_text=_("What the method makes, such as 24 or 7/2."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "short"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Whoever asks reads this. Press ↓ for the usual ones."),
        widget=forms.TextInput(attrs={"list": "reasons", "autocomplete": "off"}),
        error_messages={"required": _("Write the reason; it is shown to whoever asks.")},
    )
    reach = forms.ChoiceField(label=_("It holds for"), widget=forms.RadioSelect, initial="all")
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    alike = forms.CharField(widget=forms.HiddenInput, required=False)

    standard_reasons = STANDARD_REASONS

    def __init__(self, case: Case, *args, **more):
        self.case = case
        more["initial"] = {"seen": case.last_seen, "alike": _numbers(case.alike), **more.get("initial", {})}
        super().__init__(*args, **more)
        self.texts = {
            f"{READING}{number}": reading.expression
            for number, reading in enumerate(case.readings, 1)
            if reading.worth and len(case.readings) > 1
        }
        self.fields["counts_as"].choices = self._choices(case)
        self.fields["reach"].choices = [
            (
                "all",
                ngettext("this answer on %d sheet", "this answer on %d sheets", case.sheets) % case.sheets,
            ),
            ("sheet", _("this sheet alone")),
        ]
        if case.is_illegible:
            del self.fields["reach"]

    def _choices(self, case: Case) -> list[tuple]:
        readings = [
            (key, _as_choice(case.readings[int(key.removeprefix(READING)) - 1])) for key in self.texts
        ]
        nothing = _("what the program says: nothing is to be ruled")
        withdrawing = _("what the program says: withdraw the ruling") if case.ruling else nothing
        standing = [(WITHDRAWN, withdrawing)] if case.ruling or case.proposals else []
        return [
            *readings,
            (METHOD, _("another method") if readings else _("a method that I type")),
            (VALUE, _("a method of its own, worth a number")),
            (NOTHING, _("nothing")),
            *standing,
        ]

    def have_seen(self, case: Case) -> None:
        """The page that comes back shows the rulings of now, so the judge answers to these."""
        self.data = {**dict(self.data.items()), "seen": case.last_seen, "alike": _numbers(case.alike)}

    def clean_alike(self) -> list[Submission]:
        """The lines she saw this answer written in otherwise, as far as they are there; `rulings.give` looks again."""
        wanted = self.cleaned_data["alike"].split()
        return [line for line in self.case.alike if str(line.pk) in wanted]

    @property
    def decision(self) -> dict:
        told = self.cleaned_data
        counts_as = told["counts_as"]
        return {
            "counts_as": METHOD if counts_as in self.texts else counts_as,
            "method": self.texts.get(counts_as, told["method"]),
            "value": told["value"],
            "reason": told["reason"],
            "only_this_sheet": told.get("reach") == "sheet",
        }


class SheetForm(OfRound):
    """Whose sheet of which round to look at."""

    number = WholeNumber(
        label=_("Player's number"),
        min_value=1,
        max_value=2_000_000_000,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    field_order = ["number", "round"]
