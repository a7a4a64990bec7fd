"""Forms of ties."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common.typed_numbers import whole_numbers
from ..models import TieKind
from ..web.fields import ReadField, WholeNumber


class DrawTie(forms.Form):
    """The tie to draw, in hidden fields."""

    grade = WholeNumber(widget=forms.HiddenInput)
    kind = forms.ChoiceField(choices=TieKind.choices, widget=forms.HiddenInput)
    place = WholeNumber(widget=forms.HiddenInput)


class BeginGame(forms.Form):
    """The next game of a tie. Leave both fields empty to draw the question."""

    numbers = ReadField(whole_numbers, label=_("Numbers"), max_length=60, required=False, empty_value=())
    target = WholeNumber(label=_("Target"), required=False)
