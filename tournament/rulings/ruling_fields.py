"""The form in which a judge rules on a line, and the one that looks up a sheet."""

from django import forms
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _, ngettext

from judging.messages import Message, points

from ..common import limits
from ..common.line_text import with_signs
from ..common.wording.sentences import sentence
from ..common.wording.stored_words import as_offered, as_stored, in_words, read
from ..models import Ruling
from ..web.fields import DynamicForm, OfRound
from .case import Case, CaseReading
from .precedents import Precedent
from .reasons import GENERAL

METHOD, VALUE, NOTHING, WITHDRAWN = Ruling.CountsAs.values


def _as_choice(reading: CaseReading) -> str:
    """With why a reading that hits the target has no points."""
    unscored = reading.worth.note if reading.worth and reading.tag in {"counts_once", "on_target_unscored"} else ""
    return format_html(
        '<span>{} <span class="visually-hidden">{}</span> = <b>{}</b> · {}{}</span>',
        reading.mathematics,
        with_signs(reading.expression),
        Truncator(with_signs(reading.value)).chars(24),
        sentence(points(reading.worth.points if reading.worth else 0)),
        f" · {sentence(unscored)}" if unscored else "",
    )


def _this_answer_on(sheets: int) -> str:
    text = ngettext(
        "this answer on %d sheet, and on sheets typed later",
        "this answer on %d sheets, and on sheets typed later",
        sheets,
    )
    return text % sheets


def _with_reason(choice: Promise | str, reason: Message | None) -> Promise | str:
    """A choice with the whole reason that is stored with it unless the judge writes their own."""
    if reason is None:
        return choice
    return format_html('<span>{} <span class="usual-reason">{}</span></span>', choice, sentence(reason))


def like(precedent: Precedent, case: Case) -> dict:
    """What the form starts with to decide as an earlier ruling did, for the same reason. The precedent fits."""
    decision, readings = precedent.decision or {}, case.readings_by_key.items()
    reading = next((key for key, each in readings if each.expression == decision.get("method")), None)
    counts_as = reading or decision.get("counts_as")
    return {**decision, "counts_as": counts_as, "reason": in_words(precedent.ruling.reason)}


class RulingForm(DynamicForm):
    """A judge's decision on one case. `decision` holds the arguments of `rulings.give`. `alone`: it is made for the
    line's own sheet, as from a dispute, and no other scope is offered."""

    counts_as = forms.ChoiceField(
        label=_("It counts as"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say what the line counts as.")},
    )
    method = forms.CharField(
        label=_("The method"),
        required=False,
        max_length=limits.LINE,
        help_text=_("As on the sheet, with brackets. The program must accept it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )
    even_if_refused = forms.BooleanField(
        label=_("This is what the line says. Store it, although it is refused and brings no points."), required=False
    )
    value = forms.CharField(
        label=_("The number"),
        required=False,
        max_length=limits.LINE,
        help_text=_("What the method makes, such as 24 or 7/2."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "short"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        help_text=_(
            "The player’s page shows it. Leave it empty for the reason below your choice; ↓ has common reasons."
        ),
        widget=forms.TextInput(attrs={"list": "reasons", "autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label=_("It holds for"), widget=forms.RadioSelect, initial="all")
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    against = forms.IntegerField(widget=forms.HiddenInput, required=False)

    needs_reason = True

    def __init__(self, case: Case, *args, alone: bool = False, **more):
        self.case, self.alone = case, alone
        more["initial"] = {"seen": case.last_seen, "against": 0, **more.get("initial", {})}
        super().__init__(*args, **more)
        self.texts = {key: reading.expression for key, reading in case.readings_by_key.items()}
        self.fields["counts_as"].choices = self._choices(case)
        self.fields["scope"].choices = [
            ("all", _this_answer_on(case.sheets)),
            ("sheet", _("only this sheet")),
        ]
        if alone or case.is_illegible:
            del self.fields["scope"]
        if case.is_unread:
            self.fields["method"].label = _("What the line says")
            self.fields["method"].help_text = _("As on the sheet. The program then judges this text.")
        else:
            del self.fields["even_if_refused"]

    @property
    def asks_to_store(self) -> bool:
        """Whether the text that the judge typed was refused, so that they are asked to store it all the same."""
        if not (self.case.is_unread and self.is_bound and self["method"].value()):
            return False
        return bool(self.errors.get("method") or self["even_if_refused"].value())

    @property
    def offered(self) -> list[Message]:
        """The reasons for this case, then those that judges often need."""
        usual = [self.case.usual_reason(key) for key in (*self.texts, METHOD, NOTHING)]
        earlier = [read(each.ruling.reason) for each in self.case.precedents]
        return [*filter(None, usual), *GENERAL, *(each for each in earlier if isinstance(each, Message))]

    def clean(self) -> dict:
        data = super().clean() or self.cleaned_data
        if data.get("reason"):
            data["reason"] = as_offered(data["reason"], self.offered)
        elif usual := self.case.usual_reason(data.get("counts_as", "")):
            data["reason"] = as_stored(usual)
        elif self.needs_reason:
            self.add_error("reason", _("Write the reason. The player’s page shows it."))
        return data

    def _choices(self, case: Case) -> list[tuple]:
        readings = [
            (key, _with_reason(_as_choice(reading), case.usual_reason(key)))
            for key, reading in case.readings_by_key.items()
        ]
        nothing = _("what the program says: no ruling")
        withdrawing = _("what the program says: withdraw the ruling") if case.ruling else nothing
        standing = [(WITHDRAWN, withdrawing)] if case.ruling or case.unsigned else []
        return [
            *readings,
            (METHOD, _with_reason(self._method_choice(case, bool(readings)), case.usual_reason(METHOD))),
            (VALUE, _("a method of its own; I type its value")),
            (NOTHING, _with_reason(_("nothing"), case.usual_reason(NOTHING))),
            *standing,
        ]

    @staticmethod
    def _method_choice(case: Case, has_readings: bool) -> Promise:
        if case.is_unread:
            return _("what it says; I type it")
        return _("another method") if has_readings else _("a method that I type")

    def have_seen(self, case: Case, against: int = 0) -> None:
        """Take the current rulings as seen: the page that is shown again lists them. `against` is the precedent about
        which the judge is asked; a reason for that has to be their own."""
        again = {**dict(self.data.items()), "seen": case.last_seen, "against": against}
        self.data = {**again, "reason": ""} if against else again

    @property
    def decision(self) -> dict:
        data = self.cleaned_data
        counts_as = data["counts_as"]
        return {
            "counts_as": METHOD if counts_as in self.texts else counts_as,
            "method": self.texts.get(counts_as, data["method"]),
            "value": data["value"],
            "reason": data["reason"],
            "only_this_sheet": self.alone or data.get("scope") == "sheet",
            "even_if_refused": data.get("even_if_refused", False),
        }


class SheetForm(OfRound):
    """Whose sheet to show, and of which round."""

    number = forms.CharField(
        label=_("Number or name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    field_order = ["number", "round"]
