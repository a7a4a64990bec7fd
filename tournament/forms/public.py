"""What a visitor may type."""

from django import forms
from django.utils.translation import gettext_lazy as _


class FindPlayer(forms.Form):
    """A player's number, as it is printed on the badge."""

    number = forms.IntegerField(
        label=_("Player's number"),
        min_value=1,
        max_value=2_000_000_000,
        error_messages={"invalid": _("Type the number on the badge, such as 117.")},
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
