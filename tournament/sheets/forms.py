"""Forms of the paper desk: printing, issuing, the field of the return desk, and the steps of one sheet."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..models import Division, Event
from ..web.fields import DynamicForm, WholeNumber

PAPERS = (("a4", "A4"), ("us-letter", "US Letter"))


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
        help_text=_("They have no player until the desk gives them out."),
        min_value=0,
        max_value=limits.SPARES,
        initial=5,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
    )
    paper = forms.ChoiceField(label=_("Paper size"), choices=PAPERS)
    lines = WholeNumber(
        label=_("Lines below each question"),
        help_text=_("Leave it empty to fill one page."),
        required=False,
        min_value=1,
        max_value=limits.LINES_PRINTED,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "short"}),
    )
    questions = forms.BooleanField(label=_("Print the questions on the sheets"), required=False, initial=True)


class TakeBack(forms.Form):
    """What was typed or scanned at the return desk."""

    said = forms.CharField(
        label=_("Code or player's number"),
        help_text=_(
            "Scan the sheet, or type and press Enter. A name will also do. For a spare sheet: its code, a space, the number."
        ),
        max_length=200,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "autofocus": True}
        ),
        error_messages={"required": _("Type the code or the number on the sheet.")},
    )


class FindSheet(DynamicForm):
    """The code of a sheet whose page somebody wants to open."""

    code = forms.CharField(
        label=_("Open a sheet by its code"),
        max_length=300,  # a scanner types the whole address in the sheet's QR code
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
        error_messages={"required": _("Type the code on the sheet.")},
    )


class StepOfSheet(forms.Form):
    """A step of one sheet with what it asks for; each step reads its own fields."""

    why = forms.CharField(label=_("Reason"), max_length=500, required=False)
    who = forms.CharField(label=_("Player's number"), max_length=80, required=False)
    spare = forms.CharField(label=_("Code of the spare sheet"), max_length=80, required=False)
    version = forms.IntegerField(required=False, min_value=1)
    moving = forms.BooleanField(label=_("Take it from the person who has it now"), required=False)
