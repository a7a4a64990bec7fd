"""What forms and the API say of values and requests that are not valid, in place of sentences of Django and REST
framework, which speak of their code.

Set once, as the program starts, for all forms and for what programs send: a form need not say it again.
"""

from typing import Any

from django.core import validators
from django.forms import fields
from django.utils.translation import gettext_lazy as _, ngettext_lazy
from rest_framework import exceptions, serializers
from rest_framework.pagination import CursorPagination

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
    for field, sentences in FIELDS.items():
        field.default_error_messages = field.default_error_messages | sentences
    for error, sentence in REQUESTS.items():
        error.default_detail = sentence
    throttled: Any = exceptions.Throttled
    pages: Any = CursorPagination
    throttled.extra_detail_singular = _("Try again in {wait} second.")
    throttled.extra_detail_plural = _("Try again in {wait} seconds.")
    pages.invalid_cursor_message = _("This cursor is not one that a list gave. Begin with the first page.")


MOMENT = _("Write it as in {format}.")
FIELDS: dict[type[serializers.Field], dict[str, Any]] = {
    serializers.Field: {"required": _("This is missing."), "null": _("This cannot be null.")},
    serializers.BooleanField: {"invalid": _("Write true or false.")},
    serializers.CharField: {
        "invalid": _("A text is expected."),
        "blank": _("This cannot be empty."),
        "max_length": _("This is too long. At most {max_length} characters are possible."),
        "min_length": _("This is too short. Write at least {min_length} characters."),
    },
    serializers.ChoiceField: {"invalid_choice": _("“{input}” cannot be chosen here.")},
    serializers.DateField: {"invalid": MOMENT, "datetime": _("A day without a time is expected.")},
    serializers.DateTimeField: {"invalid": MOMENT, "date": _("A day with a time is expected.")},
    serializers.DictField: {"not_a_dict": _("An object of JSON is expected.")},
    serializers.FloatField: {
        "invalid": _("A number is expected."),
        "max_value": _("Write {max_value} or less."),
        "min_value": _("Write {min_value} or more."),
        "overflow": _("This number is too large."),
    },
    serializers.IntegerField: {
        "invalid": _("A whole number is expected."),
        "max_value": _("Write {max_value} or less."),
        "min_value": _("Write {min_value} or more."),
    },
    serializers.ListField: {
        "not_a_list": _("A list is expected."),
        "empty": _("This list cannot be empty."),
        "min_length": _("This list has at least {min_length} entries."),
        "max_length": _("This list has at most {max_length} entries."),
    },
    serializers.ListSerializer: {"not_a_list": _("A list is expected."), "empty": _("This list cannot be empty.")},
    serializers.Serializer: {"invalid": _("An object of JSON is expected.")},
    serializers.SlugRelatedField: {
        "does_not_exist": _("There is no {value} here."),
        "invalid": _("This is not the kind of value by which it is known."),
    },
    serializers.UUIDField: {"invalid": _("A UUID is expected.")},
}
REQUESTS: dict[type[exceptions.APIException], Any] = {
    exceptions.MethodNotAllowed: _("There is no {method} at this address."),
    exceptions.NotAcceptable: _("Nothing but JSON is answered here."),
    exceptions.NotFound: _("There is nothing here, or nothing that you may see."),
    exceptions.ParseError: _("What was sent is not JSON."),
    exceptions.PermissionDenied: _("You may not do this."),
    exceptions.Throttled: _("Too many requests."),
    exceptions.UnsupportedMediaType: _("Nothing but JSON is read here, and this was sent as “{media_type}”."),
}
