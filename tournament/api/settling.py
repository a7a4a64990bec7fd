"""Sheets that were typed twice and differ, for the third person who says what they say."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ..double_keying.side_by_side import Readings, readings_of
from ..double_keying.slots import THIRD
from ..keying.settle_actions import LEFT, OWN, RIGHT, PlaceChoice, settle
from ..models import Keying, Mark, Submission, User
from ..rest.references import RowSerializer, VerbatimField
from ..rest.resources import ActionMethod, ReadRows


class ReadLineSerializer(serializers.ModelSerializer):
    mark = serializers.CharField()

    class Meta:
        model = Submission
        fields = ("text", "mark")


class DifferingPlaceSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    box = serializers.IntegerField()
    left = ReadLineSerializer(allow_null=True, help_text="The line of the first reading; null if it has none here.")
    right = ReadLineSerializer(allow_null=True)


class SettlingSerializer(RowSerializer):
    state = serializers.CharField()
    differing = serializers.SerializerMethodField()

    class Meta:
        model = Keying
        fields = ("id", "sheet", "state", "differing")

    @extend_schema_field(DifferingPlaceSerializer(many=True))
    def get_differing(self, keying: Keying) -> Any:
        readings: Readings = readings_of(keying.sheet, keying.turn)
        return DifferingPlaceSerializer(readings.differing, many=True).data


class PlaceChoiceSerializer(serializers.Serializer):
    number = serializers.IntegerField(min_value=1, help_text="Of the place.")
    side = serializers.ChoiceField([LEFT, RIGHT, OWN])
    text = VerbatimField(default="")
    mark = serializers.ChoiceField(Mark.typed_choices(), default=Mark.WRITTEN)


class MissedLineSerializer(serializers.Serializer):
    box = serializers.IntegerField(min_value=0)
    text = VerbatimField()


def _settle(*, by: User, keying: Keying, choices: list[Any], more: list[Any]) -> list[Submission]:
    """Hand in the third reading: at each place where the two differ the left line, the right one or one's own; and in
    `more` a line that both left out."""
    chosen = {each["number"]: PlaceChoice(each["side"], each["text"], each["mark"]) for each in choices}
    return settle(by=by, keying=keying, choices=chosen, more={each["box"]: each["text"] for each in more})


class SettlingViewSet(ReadRows):
    """What you settle at the moment. Open a sheet that needs it by `keyings/`."""

    reads = "key"
    queryset = Keying.objects.filter(slot=THIRD).select_related("sheet__round")
    serializer_class = SettlingSerializer

    settle = ActionMethod(
        _settle,
        fields={
            "choices": serializers.ListField(child=PlaceChoiceSerializer(), max_length=1000),
            "more": serializers.ListField(child=MissedLineSerializer(), max_length=100, default=list),
        },
    )

    def get_queryset(self) -> QuerySet[Keying]:
        return super().get_queryset().filter(keyer=self.request.user)
