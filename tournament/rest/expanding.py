"""`expand`: a reference is replaced by the row that it names, as the row's own resource shows it, one level deep.

Rows that their resource would not show to this reader stay references.
"""

from dataclasses import dataclass
from functools import cache, reduce
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Manager, Model
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from ..models import Entrant, Player, Team
from .references import EntrantField, key_column

RowKey = tuple[type[Model], Any]
RESOURCES: dict[type[Model], Any] = {}  # {the class of a row: the view that shows it}, as `resources` are declared
READS = {"list", "retrieve"}
ABOUT = {"description", "readOnly", "title"}  # what the schema says of a field, whatever is in it
NAMED: dict[type[Model], str] = {Team: "name"}  # another column than `key_column`
TARGETS: dict[type[Model], tuple[type[Model], ...]] = {Entrant: (Player, Team)}


@dataclass(frozen=True)
class Reference:
    """A field of a resource that names a row of another one."""

    path: tuple[str, ...]
    model: type[Model]

    @property
    def views(self) -> list[Any]:
        return [RESOURCES[each] for each in TARGETS.get(self.model, (self.model,)) if each in RESOURCES]

    def rows(self, row: Model) -> list[RowKey]:
        """The rows that it names: none, one, or, if it is a list, any number. No query for a plain reference."""
        *way, last = self.path
        owner = reduce(_next, way, row)
        if self.model is not Entrant and (key := getattr(owner, f"{last}_id", None)):
            return [(self.model, key)]
        subject = getattr(owner, last, None)
        many = subject.all() if isinstance(subject, Manager) else [subject]
        return [_key(each) for each in many if each is not None]


def _next(row: Any, name: str) -> Any:
    return getattr(row, name, None)


def _key(row: Any) -> RowKey:
    row = (row.player or row.team) if isinstance(row, Entrant) else row
    return type(row), row.pk


@cache
def references(view: Any) -> dict[str, Reference]:
    """{the name of a field: what it names}, of fields whose rows have a resource"""
    named = {}
    for name, field in view.serializer_class().fields.items():
        reference = _reference(view.row_model(), field)
        if reference and reference.views:
            named[name] = reference
    return named


def _reference(model: type[Model], field: Any) -> Reference | None:
    """A slug, a player or team, or a plain column of another row, such as `division.grade`."""
    path, child = field.source.split("."), getattr(field, "child_relation", field)
    if isinstance(child, EntrantField):
        column = ""
    else:
        column = getattr(child, "slug_field", "id") if isinstance(child, serializers.RelatedField) else path.pop()
    kind = reduce(_related, path, model)
    if not path or kind is None or column not in ("", key_column(kind), NAMED.get(kind)):
        return None
    return Reference(tuple(path), kind)


def _related(model: Any, name: str) -> Any:
    try:
        return model._meta.get_field(name).related_model if model else None
    except FieldDoesNotExist:
        return None


def parameter(view: Any) -> list[OpenApiParameter]:
    """What the schema says of `expand` at this address."""
    known = sorted(references(view.__class__))
    if not known or getattr(view, "action", "") not in READS:
        return []
    names = {"type": "array", "items": {"type": "string", "enum": known}, "uniqueItems": True, "minItems": 1}
    text = "References in whose place you want the rows that they name, as far as you may read them."
    return [OpenApiParameter("expand", names, explode=False, style="form", description=text)]


def with_expanded(result: dict[str, Any], **_unused: Any) -> dict[str, Any]:
    """drf-spectacular's postprocessing hook: a reference may be the row that it names."""
    schemas = result["components"]["schemas"]
    for view in RESOURCES.values():
        fields = schemas.get(_component(view), {}).get("properties", {})
        for name, reference in references(view).items():
            rows = [{"$ref": f"#/components/schemas/{_component(each)}"} for each in reference.views]
            place = fields[name]
            if place.get("type") == "array":
                place["items"] = {"anyOf": [place["items"], *rows]}
            else:
                plain = {key: value for key, value in place.items() if key not in ABOUT}
                about = {key: value for key, value in place.items() if key in ABOUT}
                fields[name] = {"anyOf": [plain, *rows], **about}
    return result


def _component(view: Any) -> str:
    return view.serializer_class.__name__.removesuffix("Serializer")


def chosen(view: Any, known: dict[str, Reference]) -> list[str]:
    """The names that the request wants expanded. Raises ValidationError for one that cannot be."""
    names = sorted({each.strip() for each in view.request.query_params["expand"].split(",")})
    if unknown := [each for each in names if each not in known]:
        sentence = _("“%(name)s” cannot be expanded here. What can be: %(known)s.")
        facts = {"name": unknown[0][:40], "known": ", ".join(sorted(known))}
        raise serializers.ValidationError({"expand": [sentence % facts]})
    return names


def expand(view: Any, rows: list[Any], data: list[dict[str, Any]]) -> None:
    """Replace references in the data of these rows, with the same number of queries for any number of rows."""
    if "expand" not in view.request.query_params:
        return
    known = references(view.__class__)
    for name in chosen(view, known):
        named = [known[name].rows(row) for row in rows]
        shown: dict[RowKey, Any] = {}
        for target in known[name].views:
            shown |= _shown(view, target, {key for many in named for model, key in many if model is target.row_model()})
        for fields, many in zip(data, named, strict=True):
            fields[name] = _replaced(fields[name], [shown.get(each) for each in many])


def _replaced(value: Any, rows: list[Any]) -> Any:
    if isinstance(value, list):
        return [row or each for each, row in zip(value, rows, strict=True)]
    return next(filter(None, rows), value)


def _shown(view: Any, target: type[Any], keys: set[Any]) -> dict[RowKey, Any]:
    """What its resource shows of each of these rows that this reader may read."""
    if target.reads not in view.able:
        return {}
    resource = target(request=view.request, event=view.event, action="retrieve", format_kwarg=None, kwargs=view.kwargs)
    rows = list(resource.get_queryset().filter(pk__in=keys))
    data = resource.get_serializer(rows, many=True).data
    return {(target.row_model(), row.pk): each for row, each in zip(rows, data, strict=True)}
