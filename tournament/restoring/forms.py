"""The form with which a backup is downloaded, or gone back to."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..web.fields import DynamicForm
from .queries import EventSince

DOWNLOAD, SITE, EVENT = "download", "site", "event:"


class UseBackup(DynamicForm):
    use = forms.ChoiceField(label=_("What do you want to do?"), widget=forms.RadioSelect)
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=1000,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, events: list[EventSince], *args, **more):
        """`events`: those of a backup that can be restored here."""
        super().__init__(*args, **more)
        choices: list[tuple[str, Any]] = [(DOWNLOAD, _("Download the file"))]
        for each in events:
            if each.event and not each.obstacles:
                label = _("Take only %(event)s back to this state") % {"event": each.event.name}
                choices.append((f"{EVENT}{each.slug}", label))
        if events:
            choices.append((SITE, _("Take the whole site back to this state")))
        self.fields["use"].choices = choices
