"""Choosing a file to import."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .reader import LARGEST


class ChooseFile(forms.Form):
    file = forms.FileField(
        label=_("CSV or XLSX file"),
        help_text=_("You check every row before anything changes."),
        error_messages={"empty": _("This file is empty."), "required": _("Choose a file first.")},
        widget=forms.FileInput(
            attrs={
                "accept": ".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            }
        ),
    )

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file.size > LARGEST:  # before it is read
            raise forms.ValidationError(
                _("This file is larger than %(size)s MB. Split it."), params={"size": LARGEST // 1024 // 1024}
            )
        return file
