"""The number field, and the plain form of a sheet: one text field a line, whose name says which line it is."""

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..models import DraftLine, Mark, Round
from .actions import PlaceChoice, TypedLine

LINE_NAME = re.compile(
    r"line-(?P<box>[0-9]{1,4})-(?P<revision>[0-9]{1,8})-(?P<key>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
)


class SheetNumber(forms.Form):
    """Whose sheet is next. `take_over` is a button that appears when somebody left the sheet alone."""

    number = forms.CharField(
        max_length=300,  # a scanner types the whole address in the sheet's QR code
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autofocus": True}),
        error_messages={
            "required": _("Type the number or the code at the top of the sheet."),
            "max_length": _("This number is too long. Look at the sheet again."),
        },
    )
    take_over = forms.BooleanField(required=False, widget=forms.HiddenInput)
    named: list[tuple[str, str]] = []  # (what to type, number and name) of whom a name may mean

    def __init__(self, round_: Round, *args, **more):
        super().__init__(*args, **more)
        field = self.fields["number"]
        if round_.for_teams:
            field.label = _("Team, or the sheet’s code")
            field.help_text = _(
                "Copy it from the top of the sheet. You can also type the number or the name of one of its players."
            )
        else:
            field.label = _("Player’s number, or the sheet’s code")
            field.help_text = _("Copy it from the top of the sheet, then press Enter. A name will also do.")


@dataclass(frozen=True)
class FormRow:
    """A line on the page: one that was typed, or an empty one. `error` says why it could not be saved."""

    key: uuid.UUID
    box: int
    text: str = ""
    mark: str = Mark.WRITTEN
    revision: int = 0
    position: int = 0
    error: str = ""

    @property
    def is_empty(self) -> bool:
        return not self.text and self.mark == Mark.WRITTEN and not self.error

    @property
    def name(self) -> str:
        return f"line-{self.box}-{self.revision}-{self.key}"


def posted_lines(data: QueryDict) -> list[TypedLine]:
    """The lines of a plain form in the order of the page, without rows that were never used."""
    lines: list[TypedLine] = []
    text: Any  # a QueryDict's types allow for a key without a value
    for name, text in data.items():
        if not (match := LINE_NAME.fullmatch(name)):
            continue
        mark = " ".join(data.getlist(f"mark-{match['key']}")) or Mark.WRITTEN
        revision = int(match["revision"])
        if text or mark != Mark.WRITTEN or revision:
            key = uuid.UUID(match["key"])
            lines.append(TypedLine(key, int(match["box"]), len(lines), text, mark, revision + 1))
    return lines


def stored_rows(drafts: Iterable[DraftLine]) -> list[FormRow]:
    """The lines that were saved, without those that were emptied again."""
    rows = (FormRow(each.key, each.box, each.text, each.mark, each.revision, each.position) for each in drafts)
    return [row for row in rows if not row.is_empty]


def refused_rows(lines: Iterable[TypedLine], errors: dict[str, str], drafts: Iterable[DraftLine]) -> list[FormRow]:
    """The typed lines with their errors, then the other stored lines. Revisions are set so that sending again wins."""
    stored = {draft.key: draft for draft in drafts}
    typed = [
        FormRow(
            line.key,
            line.box,
            line.text,
            line.mark,
            max(line.revision - 1, stored[line.key].revision if line.key in stored else 0),
            line.position,
            errors.get(str(line.key), ""),
        )
        for line in lines
    ]
    seen = {row.key for row in typed}
    return typed + [row for row in stored_rows(stored.values()) if row.key not in seen]


# what a third person chose at each place where two readings differ


def posted_choices(data: QueryDict) -> dict[int, PlaceChoice]:
    """{number of the place: the choice}"""
    return {
        at: PlaceChoice(
            str(data[f"choice-{at}"]), str(data.get(f"own-{at}", "")), str(data.get(f"mark-{at}") or Mark.WRITTEN)
        )
        for at in range(1, limits.LINES_SHEET + 1)
        if data.get(f"choice-{at}")
    }


def posted_more(data: QueryDict, boxes: int) -> dict[int, str]:
    """{box: the line that both readings left out}"""
    return {box: text for box in range(boxes) if (text := data.get(f"more-{box}", ""))}
