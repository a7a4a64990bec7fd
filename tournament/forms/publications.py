"""Forms about what the public sees."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..actions.publications import LONGEST_NOTE
from ..models import Event


class Publish(forms.Form):
    """What the public sees. Final needs a second look, since people will rely on it."""

    visibility = forms.ChoiceField(
        label=_("The public sees"),
        choices=[
            (
                Event.Visibility.HIDDEN,
                _("Hidden: nothing; the event is not listed and its pages cannot be opened"),
            ),
            (Event.Visibility.PROVISIONAL, _("Provisional: the results as they come in, marked as such")),
            (
                Event.Visibility.FROZEN,
                _("Frozen: the results of this moment, and nothing that changes after it"),
            ),
            (
                Event.Visibility.EMBARGOED,
                _("Embargoed: no results before the ceremony, only the programme or what is frozen already"),
            ),
            (Event.Visibility.FINAL, _("Final: the results, copied and signed, once every round is final")),
        ],
        widget=forms.RadioSelect,
    )
    confirmed = forms.BooleanField(
        label=_("I have checked the results, and they may be announced as final"), required=False
    )

    def clean(self):
        if self.cleaned_data.get("visibility") == Event.Visibility.FINAL and not self.cleaned_data.get(
            "confirmed"
        ):
            self.add_error("confirmed", _("Tick this to publish final results."))


class Correct(forms.Form):
    """What was put right in final results, as the public reads it."""

    note = forms.CharField(
        label=_("What was corrected"),
        help_text=_("The public reads it beside the new copy, with the date."),
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
