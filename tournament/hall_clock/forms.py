"""The form of the hall clock."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class MoreTime(forms.Form):
    """A press on the hall clock; `minutes` goes with “more”, `seen` with “next”."""

    do = forms.ChoiceField(choices=[(name, name) for name in ("start", "stop", "go-on", "more", "next")])
    seen = forms.IntegerField(min_value=0, required=False)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=60, required=False)

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        if sent.get("do") == "more" and not sent.get("minutes") and "minutes" not in self.errors:
            self.add_error("minutes", _("Write how many minutes."))
        return sent
