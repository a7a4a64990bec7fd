"""Forms of the paper desk: the field of the return desk, finding a sheet, and the steps of one sheet."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..web.fields import DynamicForm


class TakeBack(forms.Form):
    """What was typed or scanned at the return desk."""

    said = forms.CharField(
        label=_("Code or player's number"),
        help_text=_(
            "Scan the sheet, or type and press Enter. A name will also do. For a spare sheet: its code, a space, the"
            " number."
        ),
        max_length=200,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "autofocus": True}
        ),
        error_messages={"required": _("Type the code or the number on the sheet.")},
    )


class FindSheet(DynamicForm):
    """The code of a sheet whose page somebody wants to open."""

    code = forms.CharField(
        label=_("Open a sheet by its code"),
        max_length=300,  # a scanner types the whole address in the sheet's QR code
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
        error_messages={"required": _("Type the code on the sheet.")},
    )


class StepOfSheet(forms.Form):
    """A step of one sheet with what it asks for; each step reads its own fields."""

    why = forms.CharField(label=_("Reason"), max_length=500, required=False)
    who = forms.CharField(label=_("Player's number"), max_length=80, required=False)
    spare = forms.CharField(label=_("Code of the spare sheet"), max_length=80, required=False)
    version = forms.IntegerField(required=False, min_value=1)
    moving = forms.BooleanField(label=_("Take it from the person who has it now"), required=False)
