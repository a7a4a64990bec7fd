"""Forms of disputes: the coach's, the helper's at the desk, and the judge's answer."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from ..common import limits
from ..common.wording.stored_words import in_words
from ..models import Dispute, Entrant, Rescore, Ruling
from ..rulings.case import Case
from ..web.fields import DynamicForm, OfRound
from .outcomes import is_final, may_be_typed_again

TEXT = forms.Textarea(attrs={"rows": 4, "maxlength": limits.STATEMENT})


class StatementForm(DynamicForm):
    statement = forms.CharField(
        label=_("What is wrong?"),
        widget=TEXT,
        help_text=_("A sentence or two: what is on the sheet, and what you think it counts as."),
        error_messages={"required": _("Write what is wrong, in a sentence or two.")},
    )


class CoachForm(StatementForm):
    """What a coach says, with a photo if they like: a phone offers its camera and the photos that were taken before."""

    picture = forms.FileField(
        label=_("Photo of the paper"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/*", "data-most": limits.SCAN}),
        allow_empty_file=True,  # its own sentence says that it is empty
    )

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        help_text = gettext(
            "Optional. JPEG, PNG, WEBP or HEIC, up to %(megabytes)s MB. Only you and the judges see it."
        )
        self.fields["picture"].help_text = help_text % {"megabytes": limits.SCAN // 1_000_000}


class WhoseSheet(OfRound):
    """The player or team and the round that somebody at the desk asks about."""

    who = forms.CharField(
        label=_("Player’s number or team’s name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    field_order = ["who", "round"]

    def clean_who(self) -> Entrant:
        who = self.cleaned_data["who"].strip()
        entrants = Entrant.objects.filter(event=self.event).select_related("player", "team", "division")
        is_number = who.isascii() and who.isdigit() and len(who) < 10
        wanted = {"player__number": int(who)} if is_number else {"team__name__iexact": who}
        entrant = entrants.filter(**wanted).first()
        if entrant is None:
            raise forms.ValidationError(
                _("There is no player with this number.") if is_number else _("There is no team of this name.")
            )
        return entrant


class FileForm(StatementForm):
    """What is disputed, a line or a whole sheet, filed for somebody at the desk."""

    what = forms.ChoiceField(label=_("What is disputed"), widget=forms.RadioSelect)
    late_because = forms.CharField(
        label=_("Why you accept it after disputes have closed"), max_length=500, required=False
    )
    field_order = ["what", "statement", "late_because"]

    def __init__(self, choices: list[tuple[str, str]], late: bool, *args, **more):
        super().__init__(*args, **more)
        self.fields["what"].choices = choices
        if not late:
            del self.fields["late_because"]


def _ruling_in_words(ruling: Ruling) -> str:
    return f"{ruling.get_counts_as_display()}: {in_words(ruling.reason)}"


HERE = "here"  # a ruling that is given with the decision


class DecideForm(DynamicForm):
    """A judge's decision on a dispute, and what follows if it is upheld. `rulings` are those that speak of it already;
    `case` is the line on which a ruling can be given with the decision."""

    consequence = forms.ChoiceField(label=_("If you uphold it"), widget=forms.RadioSelect, required=False)
    ruling: Any = forms.ModelChoiceField(label=_("The ruling"), queryset=None, required=False)
    rescore: Any = forms.ModelChoiceField(label=_("The re-score"), queryset=None, required=False)
    answer = forms.CharField(
        label=_("Answer"),
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": limits.STATEMENT}),
        help_text=_("The coach reads this, without your name."),
        error_messages={"required": _("Write the answer; the coach reads it.")},
    )

    def __init__(self, dispute: Dispute, rulings: list[Ruling], case: Case | None, *args, **more):
        super().__init__(*args, **more)
        self.fields["ruling"].queryset = Ruling.objects.filter(pk__in=[each.pk for each in rulings])
        self.fields["ruling"].label_from_instance = _ruling_in_words
        rescores = Rescore.objects.filter(event=dispute.event_id).exclude(state=Rescore.State.DROPPED)
        self.fields["rescore"].queryset = rescores
        offered = {
            HERE: case is not None and not is_final(dispute),
            "ruling": bool(rulings),
            "rescore": rescores.exists(),
            "reading": may_be_typed_again(dispute),
            "none": True,
        }
        self.fields["consequence"].choices = [(key, CONSEQUENCES[key]) for key, is_there in offered.items() if is_there]
        if offered[HERE]:
            self.fields["answer"].help_text = _(
                "The coach reads this, without your name. With a ruling it is the reason, which public pages show too."
            )
        for name in ("ruling", "rescore"):
            if not offered[name]:
                del self.fields[name]

    @property
    def follows(self) -> dict:
        """The arguments of `disputes.uphold` except the answer: the consequence, with its ruling or re-score."""
        chosen = self.cleaned_data["consequence"]
        return {
            "consequence": chosen,
            "ruling": self.cleaned_data.get("ruling") if chosen == "ruling" else None,
            "rescore": self.cleaned_data.get("rescore") if chosen == "rescore" else None,
        }


CONSEQUENCES = {
    HERE: _("rule on the line, only for this sheet"),
    "ruling": _("a ruling that is given already"),
    "rescore": _("a re-score"),
    "reading": _("the sheet is typed again"),
    "none": _("nothing changes, because of what the answer says"),
}
