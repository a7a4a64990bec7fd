"""The forms of a competition: a hall, its files, a tie, the signed copy."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from judging.results.standings import Ranked

from ..common import limits
from ..web.fields import DynamicForm, Files, ManyFiles, WholeNumber
from .joint import JointStanding

PARTS = {".json": "document", ".txt": "statement", ".sig": "signature", ".pem": "public_key"}
SMALL = 10_000  # bytes of each of the others


class HallForm(DynamicForm):
    name = forms.CharField(label=_("Name"), max_length=80)
    slug = forms.CharField(
        label=_("Short name"),
        max_length=20,
        help_text=_("It stands before the players’ numbers: “north” gives north/301."),
    )
    fingerprint = forms.CharField(
        label=_("Fingerprint of its key"),
        max_length=200,
        help_text=_("From the page Publish of the hall. Compare it by phone before the day."),
    )
    event_slug = forms.CharField(
        label=_("Address of its event"),
        max_length=60,
        help_text=_("What stands after /events/ there. A hall that got this event as a file has the same address."),
    )


class HandInForm(forms.Form):
    """The files of a hall, known by the ends of their names."""

    sent: Any = ManyFiles(
        label=_("Files of the hall"),
        help_text=_(
            "Final results: the four files of the signed copy together (.json, .txt, .sig, .pem). Provisional results:"
            " only event.json."
        ),
        widget=Files(attrs={"accept": ",".join(PARTS)}),
        error_messages={"required": _("Choose the files first.")},
    )

    def clean_sent(self) -> dict[str, bytes]:
        """The content of each file by its part, read only as far as it may go."""
        contents = {}
        for file in self.cleaned_data["sent"]:
            part = PARTS.get(PurePath(file.name).suffix.lower())
            if part is None or part in contents:
                sentence = gettext("Send one file of each kind: .json, .txt, .sig and .pem.")
                raise forms.ValidationError(sentence)
            contents[part] = file.read((limits.HALL_FILE if part == "document" else SMALL) + 1)
        if "document" not in contents:
            raise forms.ValidationError(gettext("The results are missing: the file that ends with .json."))
        return contents


class TieForm(DynamicForm):
    """The place of each side of an open tie over halls, 1 for the winner."""

    def __init__(self, standing: JointStanding, sides: Sequence[Ranked], names: Mapping[str, str], posted: Any):
        """`names` are those of the joint standing; `posted` is what was sent to any form of the page."""
        self.grade, self.kind = standing.key
        self.place, self.sides = sides[0].place, [str(each.entrant) for each in sides]
        self.name = f"tie-{self.grade}-{self.kind}-{self.place}"
        super().__init__(posted if posted.get("do") == self.name else None, prefix=self.name)
        for at, side in enumerate(self.sides):
            label = f"{side} {names.get(side, '')}".strip()
            places = forms.NumberInput({"class": "short"})
            self.fields[f"side_{at}"] = WholeNumber(label=label, min_value=1, max_value=len(sides), widget=places)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        given = [values.get(f"side_{at}") for at in range(len(self.sides))]
        if not self.errors and len(set(given)) < len(given):
            raise forms.ValidationError(gettext("Give each a place of its own."))
        return values

    @property
    def order(self) -> list[str]:
        given = [self.cleaned_data[f"side_{at}"] for at in range(len(self.sides))]
        return [side for _place, side in sorted(zip(given, self.sides, strict=True))]


class SignForm(forms.Form):
    shown = forms.CharField(max_length=64, widget=forms.HiddenInput)
    note = forms.CharField(
        label=_("What was corrected"),
        max_length=limits.NOTE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Needed from the second copy on. The public reads it."),
    )
