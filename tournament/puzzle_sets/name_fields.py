"""The name and tags of a puzzle set as fields of a form."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..web.fields import DynamicForm


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
