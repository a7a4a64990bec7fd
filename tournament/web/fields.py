"""Fields that several forms share."""

import re
from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common.typed_numbers import grade_numbers
from ..models import Event, Round

ASCII_DIGITS = re.compile(r"\s*[+-]?[0-9]+\s*")


class DynamicForm(forms.Form):
    """A form that changes its fields as it is made: for the type checker, what each has is known only then."""

    fields: dict[str, Any]


class OfRound(DynamicForm):
    """Something in one round of the event; the one that is marked, where nobody chose another."""

    round: Any = forms.ModelChoiceField(label=_("Round"), queryset=None, to_field_name="position", empty_label=None)

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.event = event
        self.fields["round"].queryset = rounds = event.rounds.all()
        marked = rounds.filter(status=Round.Status.MARKING).order_by("position").last()
        self.fields["round"].initial = marked and marked.position


class WholeNumber(forms.IntegerField):
    """A whole number in the digits 0 to 9. Digits of other scripts look like others too easily to be guessed at."""

    default_error_messages = {"invalid": _("Write a whole number in the digits 0 to 9.")}

    def to_python(self, value):
        if value not in self.empty_values and not ASCII_DIGITS.fullmatch(str(value)):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class ReadField(forms.CharField):
    """A text that `read` turns into a value; it raises ValueError with a sentence for a text that it cannot read."""

    def __init__(self, read: Callable[[str], Any], **more):
        super().__init__(**more)
        self.read = read

    def clean(self, value) -> Any:
        text = super().clean(value)
        if text in self.empty_values:
            return text
        try:
            return self.read(text)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


class Grades(forms.CharField):
    """Grades as a person writes them, “3-8” or “3, 4, 6”, as a sorted list of numbers."""

    default_error_messages = {"grades": _("Write grades like 3-8, or 3, 4, 6.")}

    def __init__(self, **more):
        super().__init__(**{"max_length": 100, **more})

    def to_python(self, value) -> Any:
        try:
            return grade_numbers((super().to_python(value) or "")[: self.max_length])
        except ValueError as error:
            raise forms.ValidationError(self.error_messages["grades"], code="grades") from error

    def prepare_value(self, value):
        return ", ".join(str(grade) for grade in value) if isinstance(value, list) else value


class DateInput(forms.DateInput):
    input_type = "date"


class DayField(forms.DateField):
    """A date, with the browser's own picker."""

    default_error_messages = {"invalid": _("Write the date like 2027-05-08.")}
    widget = DateInput(format="%Y-%m-%d")


class Files(forms.FileInput):
    allow_multiple_selected = True


class ManyFiles(forms.FileField):
    """All files of one field, as a list."""

    def clean(self, data, initial=None):
        files = data if isinstance(data, list | tuple) and data else [data or None]
        return [super(ManyFiles, self).clean(each, initial) for each in files]
