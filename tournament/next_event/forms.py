"""The form of an event like an earlier one."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..web.fields import DayField, DynamicForm


class LikeEarlier(DynamicForm):
    name = forms.CharField(label=_("Name"), max_length=120)
    held_on = DayField(label=_("Date"))
    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_("Letters, digits and hyphens, such as spring-2027. Leave it empty to make it from the name."),
    )
    with_players = forms.BooleanField(
        label=_("Take the players and teams over, each player one grade up"),
        required=False,
        initial=True,
        help_text=_("Players of the top grade are left out. The next page lists them."),
    )
