"""Forms to choose the ranking criteria, to give or propose a penalty, and to answer one."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from ..common import limits
from ..common.wording.sentences import sentence
from ..models import Entrant, Event, Penalty
from ..web.fields import DynamicForm, WholeNumber
from .criteria import choices, programme_rounds

SPARE = 2  # empty lists after the chosen criteria


class CriteriaForm(forms.Form):
    """A list for each criterion. `criterion-1` is always the total; empty ones are skipped."""

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        offered = choices(event)
        self.offered = [(sentence(each.label), gettext(each.help)) for each in offered if each.name != "total"]
        known = [(each.name, sentence(each.label)) for each in offered if each.name != "total"]
        count = min(limits.CRITERIA, len(offered) - 1, len(event.criteria) - 1 + SPARE)
        for at in range(2, max(count, len(event.criteria) - 1) + 2):
            self.fields[f"criterion-{at}"] = forms.ChoiceField(
                label=_("%(n)s. If these are equal, compare") % {"n": at},
                choices=[("", _("no further criterion")), *known],
                required=False,
                initial=event.criteria[at - 1] if at <= len(event.criteria) else "",
            )

    @property
    def places(self) -> list[int]:
        """The numbers of the lists that are filled in."""
        return [at for at in range(2, len(self.fields) + 2) if self.cleaned_data.get(f"criterion-{at}")]

    @property
    def criteria(self) -> list[str]:
        return ["total", *(self.cleaned_data[f"criterion-{at}"] for at in self.places)]


class GivePenalty(DynamicForm):
    """A penalty. `who` is a player's number or a team's name; `seen` is the last penalty on the page."""

    who = forms.CharField(
        label=_("Number or team"),
        max_length=80,
        help_text=_("A player’s number, or a team’s name as on the roster."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    points = WholeNumber(label=_("Points to take away"))
    round: Any = forms.ModelChoiceField(
        label=_("Round"),
        queryset=None,
        required=False,
        empty_label=_("none: from the total"),
        help_text=_("Optional. A penalty for a round counts as soon as the round’s points do."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=500, help_text=_("Only judges and organisers see it."))
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    proposal: Any = forms.ModelChoiceField(queryset=None, required=False, widget=forms.HiddenInput)

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.event = event
        rounds = [each.pk for each in programme_rounds(event)]
        self.fields["round"].queryset = event.rounds.filter(pk__in=rounds)
        self.fields["proposal"].queryset = Penalty.objects.filter(event=event, proposed=True)

    def clean_who(self) -> Entrant:
        text = " ".join(self.cleaned_data["who"].split())
        entrants = Entrant.objects.filter(event=self.event).select_related("player", "team")
        if text.isascii() and text.isdigit() and len(text) <= 9:
            entrant = entrants.filter(player__number=int(text)).first()
            if entrant:
                return entrant
        entrant = entrants.filter(team__name__iexact=text).order_by("pk").first()
        if entrant is None:
            raise forms.ValidationError(_("No player at this event has this number, and no team has this name."))
        return entrant


class LiftPenalty(forms.Form):
    reason = forms.CharField(label=_("Why it is lifted"), max_length=500)


class DeclinePenalty(forms.Form):
    reason = forms.CharField(label=_("Why it is not given"), max_length=500)
