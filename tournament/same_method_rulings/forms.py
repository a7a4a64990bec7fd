"""The form in which a judge says whether two methods count once or twice."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import PairRuling
from ..web.fields import Form

STANDARD_REASONS = (
    _("Only the signs change twice; the idea is the same."),
    _("The same steps in another order."),
    _("A different idea leads to the number."),
    _("Other operations are used."),
)


class PairForm(Form):
    says = forms.ChoiceField(
        label=_("These two methods"),
        choices=PairRuling.Says.choices[:2],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose whether the two count once or twice.")},
    )
    reason = forms.CharField(
        label=_("Why"),
        max_length=500,
        widget=forms.TextInput(attrs={"list": "standard-reasons", "autocomplete": "off"}),
        help_text=_(
            "Anyone who asks can read this. The ruling holds throughout the event, also for sheets typed later."
        ),
    )

    def __init__(self, *args, ruled: bool, **kwargs):
        super().__init__(*args, **kwargs)
        if ruled:
            self.fields["says"].choices = PairRuling.Says.choices

    standard_reasons = STANDARD_REASONS
