"""Judging in the API: what waits, and what judges ruled."""

import hashlib
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..common.wording.stored_words import read
from ..models import Ruling, Verdict
from ..rest import inputs
from ..rest.references import NearField, RowSerializer
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

    value_float = NearField("value")

    class Meta:
        model = Ruling
        fields: tuple[str, ...] = ("id", "puzzle", "box", "text", "mark", "line", "counts_as", "method", "value")
        fields += ("value_float", "reason", "needs", "given_by", "given_at")


class RulingViewSet(ReadRows):
    """What judges decided that lines count as; the latest that applies to a line stands."""

    reads = "desk"
    queryset = Ruling.objects.select_related("submission", "given_by", "puzzle")
    serializer_class = RulingSerializer
    filterset_fields = ("counts_as",)

    create = ActionMethod(actions.give, needs="rule", fields=DECISION)
    sign = ActionMethod(actions.sign, needs="rule", of_person=True)
    undo = ActionMethod(undo.undo, needs="rule")


class LineRulingShape(serializers.Serializer):
    """What `ruling_facts` gives for the public."""

    counts_as = serializers.ChoiceField(Ruling.CountsAs.choices)
    reason = serializers.CharField()
    method = serializers.CharField(required=False, help_text="The method that a judge ruled it to be.")
    value = serializers.CharField(required=False, help_text="The value that a judge decided.")


class LineVerdictShape(serializers.Serializer):
    """All but `outcome` and `unreadable` only of an accepted line."""

    outcome = serializers.ChoiceField(Verdict.Outcome.choices)
    unreadable = serializers.BooleanField(required=False)
    value = serializers.CharField(required=False, help_text="Exact, such as 1/2.")
    on_target = serializers.BooleanField(required=False)
    distance_up = serializers.CharField(
        required=False, allow_null=True, help_text="From the target, rounded up (NT-HT-4)."
    )
    method_label = serializers.CharField(required=False, help_text="Equal for equal methods: a hash.")


def label(method_key: str) -> str:
    """A short hash of a method key, equal for equal methods."""
    return hashlib.sha256(method_key.encode()).hexdigest()[:20]


def ruling_facts(ruling: Ruling) -> dict:
    row = {"counts_as": ruling.counts_as, "reason": str(read(ruling.reason))}
    if ruling.method:
        row["method"] = ruling.method
    if ruling.value:
        row["value"] = ruling.value
    return row


def verdict_facts(verdict: Verdict) -> dict:
    """The engine's verdict. `distance_up` is rounded up (NT-HT-4)."""
    row: dict[str, Any] = {"outcome": verdict.outcome}
    if verdict.is_unreadable:
        row["unreadable"] = True
    if verdict.outcome == Verdict.Outcome.ACCEPTED:
        row |= {
            "value": verdict.value,
            "on_target": bool(verdict.on_target),
            "distance_up": verdict.distance_up,
            "method_label": label(verdict.method),
        }
    return row


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
