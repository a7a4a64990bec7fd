"""Forms to have a sheet typed again and to move its lines."""

from django import forms
from django.utils.translation import gettext_lazy as _


class WhyForm(forms.Form):
    why = forms.CharField(label=_("Reason"), max_length=500, help_text=_("It is kept."))


class MoveForm(WhyForm):
    """Where to move the lines. `to` is a player's number, a sheet's code or a team's name."""

    to = forms.CharField(label=_("The lines belong to"), max_length=300, help_text=_("A player's number or a team."))
