"""Forms of ties and penalties."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..importing.typed import whole_numbers
from ..models import Entrant, Event, TieKind
from ..record.criteria import programme_rounds
from .fields import Form, WholeNumber


class DrawTie(forms.Form):
    """Which tie: it stands on the page, hidden."""

    grade = WholeNumber(widget=forms.HiddenInput)
    kind = forms.ChoiceField(choices=TieKind.choices, widget=forms.HiddenInput)
    place = WholeNumber(widget=forms.HiddenInput)


class BeginGame(forms.Form):
    """The next game of a tie; both fields stay empty where the question is to be drawn."""

    numbers = forms.CharField(label=_("Numbers"), max_length=60, required=False)
    target = WholeNumber(label=_("Target"), required=False)

    def clean_numbers(self) -> tuple[int, ...]:
        text = self.cleaned_data["numbers"]
        if not text:
            return ()
        try:
            return whole_numbers(text)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


class GivePenalty(Form):
    """Points to take away. `who` is a player's number or a team's name; `seen` the last penalty on the page."""

    who = forms.CharField(
        label=_("Number or team"),
        max_length=80,
        help_text=_("A participant’s number, or a team’s name as on the roster."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    points = WholeNumber(label=_("Points to take away"))
    round: Any = forms.ModelChoiceField(
        label=_("Round"),
        queryset=None,
        required=False,
        empty_label=_("none: from the total"),
        help_text=_("With a round it counts as soon as that round does."),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=500, help_text=_("It stays with the judges and organisers.")
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.event = event
        rounds = [each.pk for each in programme_rounds(event)]
        self.fields["round"].queryset = event.rounds.filter(pk__in=rounds)

    def clean_who(self) -> Entrant:
        text = " ".join(self.cleaned_data["who"].split())
        found = Entrant.objects.filter(event=self.event).select_related("player", "team")
        if text.isascii() and text.isdigit() and len(text) <= 9:
            entrant = found.filter(player__number=int(text)).first()
            if entrant:
                return entrant
        entrant = found.filter(team__name__iexact=text).order_by("pk").first()
        if entrant is None:
            raise forms.ValidationError(_("Nobody at this event has this number, and no team this name."))
        return entrant


class LiftPenalty(forms.Form):
    reason = forms.CharField(label=_("Why it is lifted"), max_length=500)
