"""Forms for printing questions: the kind of paper, the grades, the size."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..models import Event
from ..printing.sheets import PAPERS
from ..rounds.method_counts import METHODS_STORED
from ..web.fields import DynamicForm, WholeNumber

METHODS_ON_A_KEY = 12  # of a question, unless the organiser asks for more
OF_A_ROUND = (
    ("puzzles", _("Puzzles to read")),
    ("key", _("Answer keys, and hands of cards to deal")),
    ("slides", _("Slides for a projector")),
)
OF_THE_DAY = (
    ("booklet", _("A booklet of the whole day for each grade")),
    ("judges", _("The same with answer keys, for judges")),
    *OF_A_ROUND,
)


class PrintPuzzles(DynamicForm):
    what = forms.ChoiceField(label=_("What"), widget=forms.RadioSelect)
    grades: Any = forms.ModelMultipleChoiceField(
        label=_("Grades"),
        help_text=_("Tick none for all of them."),
        queryset=None,
        to_field_name="grade",
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    paper = forms.ChoiceField(
        label=_("Paper size"),
        help_text=_("Slides have the shape of a screen."),
        choices=PAPERS,
        required=False,
    )
    methods = WholeNumber(
        label=_("Methods of each question on an answer key"),
        min_value=1,
        max_value=METHODS_STORED,
        initial=METHODS_ON_A_KEY,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
    )

    def __init__(self, event: Event, choices: tuple, *args, **more):
        super().__init__(*args, **more)
        self.fields["what"].choices = choices
        self.fields["grades"].queryset = event.divisions.all()


class PrintDraft(PrintPuzzles):
    """Of one set, which is for one grade."""

    def __init__(self, event: Event, *args, **more):
        super().__init__(event, OF_A_ROUND, *args, **more)
        del self.fields["grades"]
