"""Penalties in the API."""

from ..models import Penalty
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from . import penalty_actions


class PublicPenaltySerializer(RowSerializer):
    """What the public reads: no reason and nobody's name."""

    class Meta:
        model = Penalty
        fields: tuple[str, ...] = ("entrant", "round", "points")


class PenaltySerializer(PublicPenaltySerializer):
    class Meta(PublicPenaltySerializer.Meta):
        fields = ("id", *PublicPenaltySerializer.Meta.fields, "reason", "proposed", "answers", "given_by", "given_at")


class PenaltyViewSet(ReadRows):
    """Points that judges took away, and what organisers proposed. A second row answers: one of no points lifts a
    penalty or declines a proposal, and the penalty given answers its proposal."""

    reads = "desk"
    queryset = Penalty.objects.select_related("entrant__player", "entrant__team", "round", "given_by")
    serializer_class = PenaltySerializer

    create = ActionMethod(penalty_actions.give, needs="rule")
    propose = ActionMethod(penalty_actions.propose, needs="run", on_row=False)
    decline = ActionMethod(penalty_actions.decline, needs="rule")
    lift = ActionMethod(penalty_actions.lift, needs="rule")


resources = {"penalties": PenaltyViewSet}
