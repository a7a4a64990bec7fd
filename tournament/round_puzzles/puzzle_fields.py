"""Typing a puzzle: a form shaped by the format, one field for each set and each target of the paper."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.games.paper import Box

from ..common.typed_numbers import target_of, whole_numbers
from ..common.wording.sentences import sentence
from ..models import Division, PuzzleVersion, Round
from ..web.fields import DynamicForm, ReadField
from .printed_questions import NOT_PRINTED, REPRINT, WRITTEN_OVER


class PuzzleForm(DynamicForm):
    """`shaped_by` is the grade whose settings say how many sets and targets there are."""

    grades = forms.TypedMultipleChoiceField(
        label=_("Grades that get this puzzle"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one grade.")},
    )
    printed = forms.ChoiceField(
        label=_("Sheets that are printed already"),
        choices=[
            (REPRINT, _("The question is on them. I print them again.")),
            (WRITTEN_OVER, _("It is announced in the room, and players write it over the old one.")),
            (NOT_PRINTED, _("The question is not on them: players copy it from the board.")),
        ],
        widget=forms.RadioSelect,
        required=False,
    )

    anyway = forms.BooleanField(label=_("Save it all the same"), required=False)

    def __init__(self, round_: Round, divisions: list[Division], shaped_by: Division, *args, **more):
        super().__init__(*args, **more)
        self.round, self.divisions, self.settings = round_, divisions, round_.settings_for(shaped_by.grade)
        self.shape = round_.rules.shape(self.settings)
        self.fields["grades"].choices = [(each.grade, each.label) for each in divisions]
        for kind, count in (("set", self.shape.sets), ("target", self.shape.targets)):
            for number in range(1, count + 1):
                self.fields[f"{kind}-{number}"] = self._field(kind, number, count)

    def _field(self, kind: str, number: int, count: int) -> ReadField:
        label = str(_("Numbers") if kind == "set" else _("Target"))
        if count > 1:
            label = sentence(self.round.rules.label(number - 1, 0)) if kind == "set" else f"{label} {number}"
        attrs = {"autocomplete": "off", "class": "short" if kind == "target" else "", "spellcheck": "false"}
        return ReadField(
            whole_numbers if kind == "set" else target_of,
            label=label,
            max_length=100,
            widget=forms.TextInput(attrs=attrs),
            error_messages={"required": _("This is missing.")},
        )

    @classmethod
    def begun_with(
        cls, round_: Round, divisions: list[Division], chosen: list[Division], version: PuzzleVersion | None
    ):
        """An unsent form with the grades ticked, and the boxes of a version to begin with."""
        form = cls(round_, divisions, chosen[0])
        form.initial = {"grades": [each.grade for each in chosen]}
        for at, box in enumerate(version.read_boxes() if version else (), start=1):
            form.initial.setdefault(f"set-{at}", " ".join(str(number) for number in box.numbers))
            form.initial.setdefault(f"target-{at}", str(box.target))
        return form

    def rows(self) -> list[list[forms.BoundField]]:
        """The fields as they stand beside each other on the paper."""
        sets, targets = self._fields("set"), self._fields("target")
        if len(sets) == len(targets):
            return [list(pair) for pair in zip(sets, targets, strict=True)]
        return [[field] for field in (targets + sets if len(targets) == 1 else sets + targets)]

    def _fields(self, kind: str) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(f"{kind}-")]

    @property
    def boxes(self) -> tuple[Box, ...]:
        return self.round.rules.lay_out(self.settings, self._values("set"), self._values("target"))

    def _values(self, kind: str) -> list[Any]:
        return [self.cleaned_data[name] for name in self.fields if name.startswith(f"{kind}-")]

    @property
    def chosen(self) -> list[Division]:
        return [each for each in self.divisions if each.grade in self.cleaned_data["grades"]]
