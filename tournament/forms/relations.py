"""Marking somebody as related to a player."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Event, User
from .fields import Form, WholeNumber


class RelatedTo(Form):
    """A helper marks herself."""

    number = WholeNumber(
        label=_("Participant's number"),
        min_value=1,
        max_value=999_999_999,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "short"}),
    )


class RelatedPair(RelatedTo):
    """The organiser marks anybody who works at the event."""

    person = forms.ModelChoiceField(label=_("Helper"), queryset=User.objects.none(), empty_label=None)
    field_order = ("person", "number")

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        crew = User.objects.filter(memberships__event=event).distinct()
        self.fields["person"].queryset = crew.order_by("first_name", "username")
