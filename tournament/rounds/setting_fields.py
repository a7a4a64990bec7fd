"""The settings of a format or game as fields of a form, and their values as text."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from judging.games.settings import Schema, Setting


def add_setting_fields(form: forms.Form, schema: Schema, values: Mapping[str, object]) -> None:
    """Give the form a field for each setting, which begins with its value."""
    for setting in schema.settings:
        value = values[setting.name]
        form.fields[setting.name] = setting_field(setting)
        form.initial[setting.name] = value if setting.kind == "bool" else as_text(value)


def setting_field(setting: Setting, *, common: object = None, in_grade: bool = False) -> forms.Field:
    """A form field for a setting. In a grade it may stay empty: then the common value, shown in grey, holds."""
    help_text = "" if in_grade else gettext(setting.help)
    more: dict[str, Any] = {"label": gettext(setting.label), "required": False, "help_text": help_text}
    if setting.kind == "bool" and not in_grade:
        return forms.BooleanField(**more)
    if setting.kind in {"bool", "choice"}:
        named = [(name, gettext(label)) for name, label in setting.choices]
        choices = named if setting.kind == "choice" else [("true", _("yes")), ("false", _("no"))]
        usual = dict(choices).get(as_text(common), "")
        own = [("", _("as all grades: %(value)s") % {"value": usual})] if in_grade else []
        return forms.ChoiceField(choices=[*own, *choices], **more)
    return forms.RegexField(
        r"^[-+0-9,\s]*$",
        max_length=200,
        error_messages={"invalid": _("Write numbers in the digits 0 to 9.")},
        widget=forms.TextInput(
            attrs={
                "class": "short",
                "inputmode": "numeric" if setting.kind == "int" else "text",
                "placeholder": as_text(common) if in_grade else "",
            }
        ),
        **more,
    )


def as_text(value: object) -> str:
    """A setting's value as a form shows it; `Setting.from_text` reads it back."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return "" if value is None else str(value)
