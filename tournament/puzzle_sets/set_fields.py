"""Forms of a puzzle set: its settings, one box, and its name and tags, which a new set of the library has too."""

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.games.settings import json_value
from puzzles.sets.generate import FORMATS

from ..common import limits
from ..common.typed_numbers import target_of, whole_numbers
from ..models import PuzzleSet
from ..rounds.setting_fields import add_setting_fields
from ..web.fields import DynamicForm, ReadField, WholeNumber


class SettingsForm(DynamicForm):
    """The settings of the generator, from its schema. The action says what does not fit together."""

    def __init__(self, draft: PuzzleSet, **more):
        self.draft, self.schema = draft, FORMATS[draft.format].schema
        super().__init__(**more)
        add_setting_fields(self, self.schema, self.schema.read(draft.settings))
        if draft.round is None:
            self.fields["count"] = WholeNumber(
                label=_("Puzzles"), min_value=1, max_value=limits.SET_PUZZLES, initial=draft.count
            )

    @property
    def values(self) -> dict[str, object]:
        return {name: self._read(name) for name in self.schema.names()}

    def _read(self, name: str) -> object:
        value = self.cleaned_data[name]
        if value in (None, ""):
            return json_value(self.schema[name].default)
        return value if isinstance(value, bool) else json_value(self.schema[name].from_text(value))


class BoxForm(DynamicForm):
    """A box by hand."""

    numbers = ReadField(whole_numbers, label=_("Numbers"), max_length=100)
    target = ReadField(target_of, label=_("Target"), max_length=30)

    def clean_numbers(self) -> tuple[int, ...]:
        numbers = self.cleaned_data["numbers"]
        if len(numbers) > limits.NUMBERS:
            raise forms.ValidationError(_("A question has at most %(n)s numbers.") % {"n": limits.NUMBERS})
        return numbers


class NameForm(DynamicForm):
    LENGTH = _("Give the set a name of at most 80 letters.")
    name = forms.CharField(label=_("Name"), max_length=80, error_messages={"required": LENGTH, "max_length": LENGTH})
    tags = forms.CharField(
        label=_("Tags"),
        max_length=limits.TAGS * (limits.TAG + 2),
        required=False,
        help_text=_("Words by which you find the set again, with commas between them."),
    )

    def clean_tags(self) -> list[str]:
        return [tag for tag in self.cleaned_data["tags"].split(",") if tag.strip()]
