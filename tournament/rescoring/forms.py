"""Forms of re-scores: the change with its reason, the public note, dropping, taking back."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..common.wording.sentences import sentence
from ..models import Puzzle
from ..round_puzzles.puzzle_fields import PuzzleForm
from ..rounds.round_fields import EditionForm
from ..web.fields import DynamicForm


def _reason(**more) -> forms.CharField:
    facts = {
        "label": _("Why"),
        "max_length": limits.REASON,
        "widget": forms.TextInput(attrs={"autocomplete": "off"}),
        "help_text": _("Kept for organisers and judges. The public reads the note that you write later."),
        "error_messages": {"required": _("Write the reason. It is kept.")},
    }
    return forms.CharField(**{**facts, **more})


class ReasonForm(forms.Form):
    """A change that needs only a reason."""

    reason = _reason()


class NumbersForm(PuzzleForm):
    """Other numbers and targets for a puzzle."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        del self.fields["grades"]
        self.fields["reason"] = _reason()


class VoidForm(DynamicForm):
    boxes = forms.TypedMultipleChoiceField(
        label=_("Count for nobody"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Tick the questions to withdraw. Untick a question to count it again."),
    )
    reason = _reason()

    def __init__(self, puzzle: Puzzle, *args, **more):
        super().__init__(*args, initial={"boxes": puzzle.void_boxes}, **more)  # type: ignore[misc]  # as in forms.events
        self.fields["boxes"].choices = [
            (at, f"{sentence(box.label)}: {' '.join(map(str, box.numbers))} → {box.target}")
            for at, box in enumerate(puzzle.version.read_boxes())
        ]


class RulesForm(EditionForm):
    """Other rules for methods in a round."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.fields["reason"] = _reason()


class NoteForm(forms.Form):
    note = forms.CharField(
        label=_("Public note"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_(
            "This is a draft; change it as you like. Everybody who can see the results can read it on the event's"
            " page. Leave it empty to publish no note."
        ),
    )


class DropForm(forms.Form):
    why = _reason(label=_("Why it is dropped"), help_text=_("Kept for organisers and judges."))


class ReverseForm(forms.Form):
    reason = _reason(label=_("Why it is taken back"), help_text=_("Kept for organisers and judges."))
