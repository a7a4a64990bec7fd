"""What an action takes, as a serializer that is made from its parameters.

The person, the event and the row are known from the request. A parameter that is another row becomes a reference, a
dataclass becomes its fields, `**values` become the columns that the resource names, and a text has the limits of the
column with its name.
"""

import datetime
import re
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from inspect import Parameter, signature
from typing import Any, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from django.core.exceptions import FieldDoesNotExist
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Model
from rest_framework import serializers

from ..common import limits
from ..models import Entrant, Event
from .references import KEYS, LARGEST, EntrantField, RowField

Fields = dict[str, serializers.Field]
LISTS = (list, tuple, set, frozenset, Sequence, Collection, Iterable)
MAPPINGS = (dict, Mapping)
EXACT = re.compile(r"-?[0-9]{1,20}(/[0-9]{0,19}[1-9]0{0,19}|[.][0-9]{1,20})?")  # no exponent, which may be huge


def parameters(action: Callable) -> Iterator[tuple[Parameter, Any]]:
    """Each parameter of an action with its type, without `by`."""
    hints = get_type_hints(action)
    for name, parameter in signature(action).parameters.items():
        if name != "by":
            yield parameter, hints.get(name, Any)


def known_parameter(kind: Any, row: type[Model]) -> bool:
    """Whether the request's address says it: the event, or the row."""
    return kind in (Event, row)


def fields_of(action: Callable, row: type[Model], columns: Sequence[str], given: Fields) -> Fields:
    """{name in JSON: field}"""
    made: Fields = {}
    for parameter, kind in parameters(action):
        if parameter.kind is Parameter.VAR_KEYWORD:
            made |= {name: _column(row, name, required=False) for name in columns}
        elif known_parameter(kind, row):
            continue
        elif is_dataclass(kind) and isinstance(kind, type):
            made |= {each.name: _of_dataclass(each, kind, row) for each in fields(kind)}
        else:
            name = json_name(parameter, kind)
            made[name] = _field(kind, row, parameter.name, parameter.default)
    return made | given


def arguments(action: Callable, row: type[Model], values: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments of the action from what the serializer has read."""
    passed: dict[str, Any] = {}
    rest = dict(values)
    for parameter, kind in parameters(action):
        if parameter.kind is Parameter.VAR_KEYWORD:
            passed |= rest
        elif is_dataclass(kind) and isinstance(kind, type):
            passed[parameter.name] = kind(**{each.name: rest.pop(each.name) for each in fields(kind)})
        elif not known_parameter(kind, row) and (name := json_name(parameter, kind)) in rest:
            passed[parameter.name] = rest.pop(name)
    return passed


def json_name(parameter: Parameter, kind: Any) -> str:
    """`grade` for a parameter `division`, `round` for `round_`."""
    kind, _optional = _without_none(kind)
    if isinstance(kind, type) and kind in KEYS and parameter.name.rstrip("_") == kind.__name__.lower():
        return KEYS[kind][0]
    return parameter.name.rstrip("_")


def _of_dataclass(each: Any, kind: type, row: type[Model]) -> serializers.Field:
    default = each.default
    if default is MISSING and each.default_factory is not MISSING:
        default = each.default_factory()
    default = Parameter.empty if default is MISSING else default
    return _field(get_type_hints(kind)[each.name], row, each.name, default)


def _without_none(kind: Any) -> tuple[Any, bool]:
    if get_origin(kind) in (Union, types.UnionType):
        rest = [each for each in get_args(kind) if each is not type(None)]
        return rest[0], len(rest) < len(get_args(kind))
    return kind, False


def _field(kind: Any, row: type[Model], name: str, default: Any) -> serializers.Field:
    kind, optional = _without_none(kind)
    more: dict[str, Any] = {"allow_null": True} if optional else {}
    if default is not Parameter.empty:
        more |= {"required": False} if isinstance(default, Model) else {"default": default}
    elif optional:
        more["required"] = False
    return _of_kind(kind, row, name, more)


def _of_kind(kind: Any, row: type[Model], name: str, more: dict[str, Any]) -> serializers.Field:
    origin = get_origin(kind) or kind
    if origin in LISTS:
        inside = (get_args(kind) or (str,))[0]
        return serializers.ListField(child=_of_kind(inside, row, "", {}), max_length=limits.API_LIST, **more)
    if origin in MAPPINGS:
        return serializers.DictField(**more)
    if kind is Entrant:
        return EntrantField(**more)
    if isinstance(kind, type) and issubclass(kind, Model):
        return RowField(kind, **more)
    if kind is str:
        return _text(row, name, more)
    if kind is int:
        return _whole(row, name, more)
    make = SIMPLE.get(kind)
    return make(**more) if make else serializers.JSONField(**more)


def _text(row: type[Model], name: str, more: dict[str, Any]) -> serializers.Field:
    """With the limits of the row's column of that name, if it has one, or of the name of the row that it refers to."""
    blank = more.get("default") == ""
    try:
        column = row._meta.get_field(name)
        column = column.related_model._meta.get_field("name") if column.related_model else column
    except FieldDoesNotExist:
        return serializers.CharField(allow_blank=blank, max_length=limits.API_TEXT, **more)
    if choices := getattr(column, "flatchoices", None):
        return serializers.ChoiceField(choices, allow_blank=blank, **more)
    most = getattr(column, "max_length", None) or limits.API_TEXT
    return serializers.CharField(allow_blank=blank or getattr(column, "blank", False), max_length=most, **more)


def _column(row: type[Model], name: str, *, required: bool) -> serializers.Field:
    """The field of a ModelSerializer for this column."""
    column: Any = row._meta.get_field(name)
    make, more = serializers.ModelSerializer().build_standard_field(name, column)
    more.pop("model_field", None) if make is not serializers.JSONField else more.pop("encoder", None)
    more.pop("decoder", None)
    return make(**more | {"required": required})


def _whole(row: type[Model], name: str, more: dict[str, Any]) -> serializers.IntegerField:
    """With the range of the row's column of that name, if it has one."""
    named = {each.name: each.get_internal_type() for each in row._meta.concrete_fields}
    least, most = BaseDatabaseOperations.integer_field_ranges.get(named.get(name, ""), (-LARGEST, LARGEST))
    return serializers.IntegerField(min_value=least, max_value=min(most, LARGEST), **more)


class FractionField(serializers.CharField):
    """An exact number as text: 24, -3 or 1/2."""

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        return Fraction(text) if EXACT.fullmatch(text) else self.fail("invalid")


SIMPLE: dict[Any, Callable[..., serializers.Field]] = {
    bool: serializers.BooleanField,
    float: serializers.FloatField,
    Fraction: FractionField,
    UUID: serializers.UUIDField,
    datetime.datetime: serializers.DateTimeField,
    datetime.date: serializers.DateField,
}
