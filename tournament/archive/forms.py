"""The form of the page on which an event is put away."""

from django import forms
from django.utils.translation import gettext_lazy as _


class RemoveNames(forms.Form):
    name = forms.CharField(max_length=120, label=_("Name of the event"))
