"""Forms of re-scores: what is to be different and why, the public note, dropping and reversing."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Puzzle
from ..sentences import sentence
from .editions import EditionForm
from .fields import Form
from .puzzles import PuzzleForm

LONGEST_REASON = 500


def _reason(**more) -> forms.CharField:
    facts = {
        "label": _("Why"),
        "max_length": LONGEST_REASON,
        "widget": forms.TextInput(attrs={"autocomplete": "off"}),
        "help_text": _(
            "Kept in the record, for organisers and judges. The public reads the note that you write later."
        ),
        "error_messages": {"required": _("Say why; it is kept in the record.")},
    }
    return forms.CharField(**{**facts, **more})


class ReasonForm(forms.Form):
    """Where what is to be different was chosen by coming here."""

    reason = _reason()


class NumbersForm(PuzzleForm):
    """The numbers and targets of a puzzle, for the grades that have it."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        del self.fields["grades"]
        self.fields["reason"] = _reason()


class VoidForm(Form):
    boxes = forms.TypedMultipleChoiceField(
        label=_("Count for nobody"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "Tick the questions that are withdrawn. Take a tick away, and the question counts again."
        ),
    )
    reason = _reason()

    def __init__(self, puzzle: Puzzle, *args, **more):
        super().__init__(*args, initial={"boxes": puzzle.void_boxes}, **more)  # type: ignore[misc]  # as in forms.events
        self.fields["boxes"].choices = [
            (at, f"{sentence(box.label)}: {' '.join(map(str, box.numbers))} → {box.target}")
            for at, box in enumerate(puzzle.version.read_boxes())
        ]


class RulesForm(EditionForm):
    """The rules of a round for what a method may use."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.fields["reason"] = _reason()


class NoteForm(forms.Form):
    note = forms.CharField(
        label=_("Public note"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_(
            "Drafted from what changes; write it as you would say it. Everybody who may see the results reads it on "
            "the event's page. Left empty, nothing is said there."
        ),
    )


class DropForm(forms.Form):
    why = _reason(label=_("Why it is dropped"), help_text=_("Kept in the record, for organisers and judges."))


class ReverseForm(forms.Form):
    reason = _reason(
        label=_("Why it is taken back"), help_text=_("Kept in the record, for organisers and judges.")
    )
