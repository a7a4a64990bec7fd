"""The fields of the door."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..models import Event
from ..web.fields import DynamicForm


class WhoForm(forms.Form):
    """One number, several, or a name."""

    who = forms.CharField(
        label=_("Number or name"),
        required=False,
        max_length=limits.PLAYERS_TEXT,
        help_text=_("Several at once: 101 104 110-118. With part of a name you choose from a list."),
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "autofocus": True}),
    )


class PlayerListFilter(DynamicForm):
    """Which players the list shows."""

    SHOWN = (("awaited", _("not here yet")), ("here", _("here")), ("absent", _("absent")), ("all", _("all")))
    show = forms.ChoiceField(label=_("Show"), choices=SHOWN, required=False)
    grade = forms.TypedChoiceField(label=_("Grade"), coerce=int, empty_value=None, required=False)
    team = forms.TypedChoiceField(label=_("Team"), coerce=int, empty_value=None, required=False)

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        grades = [(division.grade, division.label) for division in event.divisions.all()]
        self.fields["grade"].choices = [("", _("all")), *grades]
        self.fields["team"].choices = [("", _("all")), *((team.pk, team.name) for team in event.teams.all())]

    def chosen(self) -> dict:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
