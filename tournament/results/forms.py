"""The form of the public pages."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..web.published.serving import NUMBER


class FindPlayer(forms.Form):
    """Find a player by the number on their badge, or by as much of the name as the event shows."""

    number = forms.CharField(
        label=_("Player's number or name"),
        max_length=80,
        error_messages={"required": _("Type the number on the badge, such as 117, or a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    @property
    def as_number(self) -> int | None:
        """The number that was typed; None for a name."""
        match = NUMBER.fullmatch(self.cleaned_data["number"])
        return int(match[1]) if match else None
