"""The form in which a judge says whether two methods count once or twice."""

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.messages import message

from ..common.wording.stored_words import as_offered
from ..models import PairRuling
from ..web.fields import DynamicForm

OFFERED = tuple(message(f"reason_{each}") for each in ("signs_change", "other_order", "other_idea", "other_operations"))


class PairForm(DynamicForm):
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
        help_text=_("Players read this. The ruling holds throughout the event, also for sheets typed later."),
    )

    offered = OFFERED

    def __init__(self, *args, ruled: bool, **kwargs):
        super().__init__(*args, **kwargs)
        if ruled:
            self.fields["says"].choices = PairRuling.Says.choices

    def clean_reason(self) -> str:
        return as_offered(self.cleaned_data["reason"], OFFERED)
