"""Forms of disputes: the coach's, the helper's at the desk, the judge's answer, and the organiser's window."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..actions.filing import LONGEST
from ..models import Dispute, Entrant, Rescore, Ruling
from .fields import Form, OfRound, WholeNumber

TEXT = forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST})


class StatementForm(Form):
    statement = forms.CharField(
        label=_("What is not right?"),
        widget=TEXT,
        help_text=_("A sentence or two: what stands on the paper, and what you think it counts as."),
        error_messages={"required": _("Write what is not right, in a sentence or two.")},
    )


class WhoseSheet(OfRound):
    """Whose sheet of which round somebody at the desk speaks of."""

    who = forms.CharField(
        label=_("Player’s number or team’s name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ["who", "round"]

    def clean_who(self) -> Entrant:
        told = self.cleaned_data["who"].strip()
        entrants = Entrant.objects.filter(event=self.event).select_related("player", "team", "division")
        is_number = told.isascii() and told.isdigit() and len(told) < 10
        wanted = {"player__number": int(told)} if is_number else {"team__name__iexact": told}
        found = entrants.filter(**wanted).first()
        if found is None:
            raise forms.ValidationError(
                _("There is no player with this number.")
                if is_number
                else _("There is no team of this name.")
            )
        return found


class FileForm(StatementForm):
    """What is disputed, a line or a whole sheet, for somebody who stands at the desk."""

    what = forms.ChoiceField(label=_("What is disputed"), widget=forms.RadioSelect)
    late_because = forms.CharField(
        label=_("Why it is taken although disputes are closed"), max_length=500, required=False
    )
    field_order = ["what", "statement", "late_because"]

    def __init__(self, choices: list[tuple[str, str]], late: bool, *args, **more):
        super().__init__(*args, **more)
        self.fields["what"].choices = choices
        if not late:
            del self.fields["late_because"]


class DecideForm(Form):
    """The judge's word on a dispute, with the ruling or re-score given for it."""

    answer = forms.CharField(
        label=_("Answer"),
        widget=TEXT,
        help_text=_("The coach reads this on her page, without your name."),
        error_messages={"required": _("Write the answer; the coach reads it.")},
    )
    ruling: Any = forms.ModelChoiceField(
        label=_("The ruling given for it"), queryset=None, required=False, empty_label=_("none")
    )
    rescore: Any = forms.ModelChoiceField(
        label=_("The re-score that applies it"), queryset=None, required=False, empty_label=_("none")
    )

    def __init__(self, dispute: Dispute, rulings: list[Ruling], *args, **more):
        super().__init__(*args, **more)
        self.fields["ruling"].queryset = Ruling.objects.filter(pk__in=[each.pk for each in rulings])
        self.fields["ruling"].label_from_instance = lambda ruling: (
            f"{ruling.get_counts_as_display()}: {ruling.reason}"
        )
        rescores = Rescore.objects.filter(event=dispute.event_id).exclude(state=Rescore.State.DROPPED)
        self.fields["rescore"].queryset = rescores
        if not rulings:
            del self.fields["ruling"]
        if not rescores.exists():
            del self.fields["rescore"]


class WindowForm(forms.Form):
    """What the organiser does with a round's window."""

    step = forms.ChoiceField(choices=[("open", _("Open")), ("extend", _("Extend")), ("close", _("Close"))])
    minutes = WholeNumber(
        label=_("Minutes"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
    )
