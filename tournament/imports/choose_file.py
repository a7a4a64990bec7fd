"""Choosing a file to import, or pasting a table."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common.limits import TABLE as LARGEST

MOST_PASTED = 500_000  # characters: some thousand rows


TABLES = ".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class ChooseFile(forms.Form):
    """A file, or the text of a table that is copied from a spreadsheet. `chosen` is its name and content."""

    file = forms.FileField(
        label=_("CSV or XLSX file"),
        required=False,
        help_text=_("You check every row before anything changes."),
        error_messages={"empty": _("This file is empty.")},
        widget=forms.FileInput(attrs={"accept": TABLES}),
    )

    pasted = forms.CharField(
        label=_("Or paste the table"),
        required=False,
        max_length=MOST_PASTED,
        strip=False,
        help_text=_("Select the cells in your spreadsheet with their headings, copy them, and paste them here."),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off"}),
    )

    @property
    def chosen(self) -> tuple[str, bytes]:
        if file := self.cleaned_data["file"]:
            return file.name, file.read()
        return "pasted.txt", self.cleaned_data["pasted"].encode()

    def clean(self):
        values = super().clean() or self.cleaned_data
        if not self.errors and not values.get("file") and not (values.get("pasted") or "").strip():
            self.add_error("file", _("Choose a file first."))
        return values

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file and file.size > LARGEST:  # before it is read
            raise forms.ValidationError(
                _("This file is larger than %(size)s MB. Split it."), params={"size": LARGEST // 1024 // 1024}
            )
        return file
