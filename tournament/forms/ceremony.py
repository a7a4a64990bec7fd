"""What a ceremony reveals."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Event
from .fields import Form


class Choose(Form):
    """A standing, and from which place on."""

    standing = forms.ChoiceField(label=_("Standing"))
    places = forms.ChoiceField(
        label=_("Places"),
        choices=[("all", _("all, from the last one")), ("awards", _("those alone that get an award"))],
        initial="all",
        widget=forms.RadioSelect,
    )

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.fields["standing"].choices = [
            (f"{kind}-{each.grade}", said % {"grade": each.label})
            for each in event.divisions.all()
            for kind, said in (("players", _("%(grade)s, players")), ("teams", _("%(grade)s, teams")))
        ]
