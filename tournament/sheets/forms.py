"""Forms of the paper desk: taking back, finding a sheet, the steps of one sheet, and pictures of one or many."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..web.fields import DynamicForm, Files, ManyFiles

ACCEPTED = "image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf"


class TakeBack(forms.Form):
    """What was typed or scanned at the return desk."""

    said = forms.CharField(
        label=_("Code or player's number"),
        help_text=_(
            "Scan the sheet, or type and press Enter. A name will also do, or a list: 101-107 109, or names with commas"
            " between them. For a spare sheet: its code, a space, the number."
        ),
        max_length=limits.PLAYERS_TEXT,
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


class SendPictures(forms.Form):
    """Pictures of one sheet. `capture` opens a phone's camera; elsewhere it is a field like others."""

    pictures = ManyFiles(
        label=_("Photo or scan"),
        help_text=_("JPEG, PNG, HEIC or PDF. Lay the sheet flat and take it in whole."),
        widget=Files(attrs={"accept": ACCEPTED, "capture": "environment"}),
        error_messages={"required": _("Choose a picture, or take one.")},
        allow_empty_file=True,  # its own sentence says which one is empty
    )


class SendPile(forms.Form):
    """Many pictures, each with the QR code of its sheet; `code` is for a picture in which it cannot be read."""

    pictures = ManyFiles(
        label=_("Photos or scans"),
        help_text=_(
            "As many as you like: JPEG, PNG, HEIC or PDF. The square code in each picture shows which sheet it is."
        ),
        widget=Files(attrs={"accept": ACCEPTED}),
        error_messages={"required": _("Choose some pictures.")},
        allow_empty_file=True,
    )
    code = forms.CharField(
        label=_("Code of the sheet"),
        help_text=_("Only for a picture in which the square code cannot be read."),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "class": "short"}),
    )
