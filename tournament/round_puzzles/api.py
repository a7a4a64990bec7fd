"""The puzzles of rounds in the API."""

from rest_framework import serializers

from ..models import Puzzle
from ..rest.references import NearField, RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from . import actions


class AskedBoxSerializer(serializers.Serializer):
    label = serializers.CharField()  # type: ignore[assignment]  # a field named like an attribute of fields
    numbers = serializers.ListField(child=serializers.IntegerField())
    target = serializers.CharField(help_text="A whole number or a fraction such as 1/2.")
    void = serializers.BooleanField(help_text="Whether it counts for nobody.")


class BoxSerializer(AskedBoxSerializer):
    target_float = NearField("target")


class AskedSerializer(RowSerializer):
    """What a round asks of some grades."""

    grades = serializers.SerializerMethodField()
    boxes = AskedBoxSerializer(many=True, source="version.read_boxes")

    class Meta:
        model = Puzzle
        fields: tuple[str, ...] = ("round", "grades", "boxes")

    def get_grades(self, puzzle: Puzzle) -> list[int]:
        return sorted(each.grade for each in puzzle.divisions.all())


class PuzzleSerializer(AskedSerializer):
    boxes = BoxSerializer(many=True, source="version.read_boxes")
    version = serializers.IntegerField(source="version.number")

    class Meta(AskedSerializer.Meta):
        fields = ("id", *AskedSerializer.Meta.fields, "version")


ASKED = Puzzle.objects.filter(divisions__isnull=False).distinct()
ASKED = ASKED.select_related("round", "active").prefetch_related("divisions")


class PuzzleViewSet(ReadRows):
    """The questions of the rounds as they are asked now, for organisers: children see them when their round is over."""

    queryset = ASKED
    serializer_class = PuzzleSerializer
    filterset_fields = {"round__position": ["exact"]}

    assign = ActionMethod(actions.assign_numbers, on_row=False)


resources = {"puzzles": PuzzleViewSet}
