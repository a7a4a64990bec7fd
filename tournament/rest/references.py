"""Fields that name a row of the event: a grade by its number, a player by theirs, a sheet by its code, others by id."""

from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _, gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ..models import Division, Entrant, Event, Hall, Player, Round, Sheet, Submission, User
from ..models.event_rows import event_lookup

# {table: (the name of the reference in JSON, the column that it holds)}; of others it is named as the table, and its id
KEYS: dict[type[Model], tuple[str, str]] = {
    Division: ("grade", "grade"),
    Hall: ("hall", "slug"),
    Player: ("player", "number"),
    Round: ("round", "position"),
    Sheet: ("sheet", "code"),
    Submission: ("line", "key"),
    User: ("person", "username"),
}
NUMBERS = {"id", "grade", "number", "position"}
LARGEST = 2**31 - 1  # of a column of whole numbers


def key_column(model: type[Model]) -> str:
    """The column by which people know a row."""
    return KEYS[model][1] if model in KEYS else "id"


class RowField(serializers.SlugRelatedField):
    """A row of the event, by the column that people know it by."""

    def __init__(self, model: type[Model], **more):
        self.model = model
        super().__init__(slug_field=key_column(model), queryset=model._default_manager.all(), **more)

    def get_queryset(self) -> QuerySet:
        to_event = "memberships__event" if self.model is User else event_lookup(self.model)
        return self.model._default_manager.filter(**{to_event: self.context["view"].event}).distinct()

    def to_internal_value(self, data: object) -> Model:
        is_number = self.slug_field in NUMBERS
        if not isinstance(data, int if is_number else str) or isinstance(data, bool):
            self.fail("invalid")
        if isinstance(data, int) and not 0 <= data <= LARGEST:
            self.fail("does_not_exist", slug_name=self.slug_field, value=data)
        try:
            return super().to_internal_value(data)
        except ValidationError:  # no UUID
            self.fail("invalid")


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}]})
class EntrantField(serializers.Field):
    """A player by their number, or a team by its name."""

    def to_internal_value(self, data: object) -> Entrant:
        event: Event = self.context["view"].event
        rows = event.entrants.select_related("player", "team", "division")
        entrant = None
        if isinstance(data, int) and 0 < data <= LARGEST:
            entrant = rows.filter(player__number=data).first()
        elif isinstance(data, str):
            entrant = rows.filter(team__name=data).first()
        if entrant is None:
            raise serializers.ValidationError(_("The event has no such player or team."))
        return entrant

    def to_representation(self, entrant: Entrant) -> int | str:
        return entrant.player.number if entrant.player else str(entrant.team and entrant.team.name)


@extend_schema_field(OpenApiTypes.STR)
class VerbatimField(serializers.Field):
    """A text exactly as it was sent: not trimmed, not converted, empty if it was empty."""

    default_error_messages = {"invalid": gettext_lazy("A text is expected.")}

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(data)

    def to_representation(self, value: str) -> str:
        return value


class NearField(serializers.FloatField):
    """The float that is nearest to an exact value, beside it: the value itself is text, such as 1/2."""

    def __init__(self, source: str, **more: Any):
        text = "The same as the nearest float; null for none, for a value with a root, and beyond what floats hold."
        super().__init__(source=source, read_only=True, allow_null=True, help_text=text, **more)

    def to_representation(self, value: object) -> Any:
        try:
            return float(Fraction(str(value)))
        except (ValueError, OverflowError):
            return None


class RowSerializer(serializers.ModelSerializer):
    """A row, in which other rows are named: a grade by its number, a player by theirs, a sheet by its code."""

    def build_relational_field(self, field_name: str, relation_info: Any) -> tuple[type, dict]:
        model = relation_info.related_model
        if model is Entrant:
            return EntrantField, {"read_only": True, "allow_null": True}
        column = key_column(model)
        is_optional = relation_info.model_field is not None and relation_info.model_field.null
        more = {"many": True} if relation_info.to_many else {"allow_null": is_optional}
        if column == "id":  # it takes no query
            return serializers.PrimaryKeyRelatedField, {"read_only": True, **more}
        return serializers.SlugRelatedField, {"slug_field": column, "read_only": True, **more}

    def get_fields(self) -> dict[str, serializers.Field]:
        """`grade` for the column `division`."""
        made = super().get_fields()
        if "division" in made:
            made["grade"] = made.pop("division")
            made["grade"].source = "division"
        return made
