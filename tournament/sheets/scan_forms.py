"""Pictures that are sent: of one sheet, or of many that are found by their QR codes."""

from django import forms
from django.utils.translation import gettext_lazy as _

ACCEPTED = "image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf"


class Files(forms.FileInput):
    allow_multiple_selected = True


class ManyFiles(forms.FileField):
    """All files of one field, as a list."""

    def clean(self, data, initial=None):
        files = data if isinstance(data, list | tuple) and data else [data or None]
        return [super(ManyFiles, self).clean(each, initial) for each in files]


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
