"""Forms about a sheet whose reading is agreed: have it typed anew, move its lines, find another one."""

from django import forms
from django.utils.translation import gettext_lazy as _


class WhyForm(forms.Form):
    why = forms.CharField(label=_("Reason"), max_length=500, help_text=_("It is kept in the record."))


class MoveForm(WhyForm):
    """To whom the lines belong. `to` is a participant's number, a sheet's code or a team's name."""

    to = forms.CharField(
        label=_("The lines belong to"), max_length=300, help_text=_("A participant's number or a team.")
    )
