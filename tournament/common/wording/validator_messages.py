"""What forms say about values that are too long, too short, too large or too small, in place of Django's own sentences.

Set once, as the program starts, for all forms and for what programs send: a form need not say it again.
"""

from django.core import validators
from django.forms import fields
from django.utils.translation import gettext_lazy as _, ngettext_lazy
from rest_framework import serializers

TOO_LONG = ngettext_lazy(
    "This is too long: %(show_value)d characters. At most %(limit_value)d is possible.",
    "This is too long: %(show_value)d characters. At most %(limit_value)d are possible.",
    "limit_value",
)
TOO_SHORT = ngettext_lazy(
    "This is too short. Write at least %(limit_value)d character.",
    "This is too short. Write at least %(limit_value)d characters.",
    "limit_value",
)


def use() -> None:
    validators.MaxLengthValidator.message = TOO_LONG
    validators.MinLengthValidator.message = TOO_SHORT
    validators.MaxValueValidator.message = _("Write %(limit_value)s or less.")
    validators.MinValueValidator.message = _("Write %(limit_value)s or more.")
    fields.FileField.default_error_messages["max_length"] = _("The name of this file is too long.")
    serializers.CharField.default_error_messages |= {
        "max_length": _("This is too long. At most {max_length} characters are possible."),
        "min_length": _("This is too short. Write at least {min_length} characters."),
    }
    serializers.IntegerField.default_error_messages |= {
        "max_value": _("Write {max_value} or less."),
        "min_value": _("Write {min_value} or more."),
    }
