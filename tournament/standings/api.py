"""Penalties in the API."""

from ..models import Penalty
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from . import penalty_actions


class PenaltySerializer(RowSerializer):
    class Meta:
        model = Penalty
        fields = ("id", "entrant", "round", "points", "reason", "lifts", "given_by", "given_at")


class PenaltyViewSet(ReadRows):
    """Points that judges took away; one that is lifted has a second row that lifts it."""

    reads = "desk"
    queryset = Penalty.objects.select_related("entrant__player", "entrant__team", "round", "given_by")
    serializer_class = PenaltySerializer

    create = ActionMethod(penalty_actions.give, needs="rule")
    lift = ActionMethod(penalty_actions.lift, needs="rule")


resources = {"penalties": PenaltyViewSet}
