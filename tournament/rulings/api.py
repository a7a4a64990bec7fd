"""Judging in the API: what waits, and what judges ruled."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..models import Ruling, Verdict
from ..rest import inputs
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, EventResource, ReadRows
from . import actions, undo
from .queue import open_groups
from .ruling_checks import consider

DECISION = inputs.fields_of(consider, Ruling, (), {})
del DECISION["by_rescore"]


class RulingSerializer(RowSerializer):
    line = serializers.UUIDField(
        source="submission.key", default=None, allow_null=True, help_text="If it is for one sheet only."
    )

    class Meta:
        model = Ruling
        fields: tuple[str, ...] = ("id", "puzzle", "box", "text", "mark", "line", "counts_as", "method", "value")
        fields += ("reason", "needs", "given_by", "given_at")


class RulingViewSet(ReadRows):
    """What judges decided that lines count as; the latest that applies to a line stands."""

    reads = "desk"
    queryset = Ruling.objects.select_related("submission", "given_by", "puzzle")
    serializer_class = RulingSerializer
    filterset_fields = ("counts_as",)

    create = ActionMethod(actions.give, needs="rule", fields=DECISION)
    sign = ActionMethod(actions.sign, needs="rule", of_person=True)
    undo = ActionMethod(undo.undo, needs="rule")


class QueueSerializer(serializers.Serializer):
    """Equal answers in one box, decided by one ruling on `line`."""

    line = serializers.UUIDField(source="first.key")
    round = serializers.IntegerField(source="round.position")
    puzzle = serializers.IntegerField(source="puzzle.pk")
    box = serializers.IntegerField()
    text = serializers.CharField(source="first.text")
    mark = serializers.CharField(source="first.mark")
    sheets = serializers.IntegerField(help_text="How many have this answer.")
    seen = serializers.IntegerField(help_text="Send it back with the ruling.")
    reasons = serializers.SerializerMethodField(help_text="Why the engine asks, as codes and facts.")

    def get_reasons(self, group) -> list[dict]:
        verdict: Verdict | None = group.verdict
        return [reason.as_message.as_dict() for reason in verdict.read_reasons()] if verdict else []


class QueueViewSet(EventResource):
    """What waits for a judge, in the order of the queue."""

    reads = "rule"
    queryset = Ruling.objects.none()
    serializer_class = QueueSerializer
    pagination_class = None
    filter_backends = ()

    @extend_schema(responses=QueueSerializer(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """The answers that wait for a ruling, equal ones together."""
        return Response(QueueSerializer(open_groups(self.event), many=True).data)


resources = {"rulings": RulingViewSet, "queue": QueueViewSet}
