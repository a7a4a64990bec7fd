"""What to print: grades, spare sheets, paper, lines and questions, as fields of a form."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..models import Division, Event
from ..printing.sheets import PAPERS
from ..web.fields import DynamicForm, WholeNumber


class OfGrade(DynamicForm):
    """Of one grade or of all."""

    grade = forms.ModelChoiceField(
        Division.objects.none(), label=_("Grade"), required=False, empty_label=_("all grades"), to_field_name="grade"
    )

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.fields["grade"].queryset = event.divisions.all()


class PrintSheets(OfGrade):
    spares = WholeNumber(
        label=_("Number of spare sheets"),
        help_text=_(
            "They have no player until the desk gives them out. Unused ones that are printed already count. If grades"
            " have different questions, those printed for one grade have its questions; those printed for all grades"
            " have a blank for each question, to copy it."
        ),
        min_value=0,
        max_value=limits.SPARES,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
    )
    paper = forms.ChoiceField(label=_("Paper size"), choices=PAPERS)
    lines = WholeNumber(
        label=_("Lines below each question"),
        help_text=_("Leave it empty to fill one page, or for one line where one method is enough."),
        required=False,
        min_value=1,
        max_value=limits.LINES_PRINTED,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
    )
    questions = forms.BooleanField(label=_("Print the questions on the sheets"), required=False, initial=True)
