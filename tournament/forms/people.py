"""The form that gives a role to a person."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Role


class GiveRole(forms.Form):
    username = forms.CharField(
        label=_("Sign-in name"),
        max_length=60,
        help_text=_("An account is made when there is none of this name."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    full_name = forms.CharField(
        label=_("Name"), max_length=200, required=False, help_text=_("For a new account: what others read.")
    )
    role = forms.ChoiceField(
        label=_("Role"),
        initial=Role.VOLUNTEER,
        widget=forms.RadioSelect,
        choices=[
            (Role.VOLUNTEER, _("Volunteer: types sheets")),
            (Role.JUDGE, _("Judge: rules on lines")),
            (Role.ORGANISER, _("Organiser: runs the event")),
        ],
    )
