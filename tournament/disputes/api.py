"""Disputes in the API."""

import django_filters

from ..models import Dispute
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..rulings.api import DECISION
from . import actions


class DisputeSerializer(RowSerializer):
    class Meta:
        model = Dispute
        fields: tuple[str, ...] = ("id", "sheet", "submission", "statement", "state", "filed_by", "filed_at")
        fields += ("taken_by", "answer", "consequence", "ruling", "rescore", "decided_by", "decided_at")


class DisputeFilter(django_filters.FilterSet):
    state = django_filters.ChoiceFilter(choices=Dispute.State.choices)
    round = django_filters.NumberFilter("sheet__round__position")


class DisputeViewSet(ReadRows):
    """Protests about a line or a sheet."""

    reads = "desk"
    queryset = Dispute.objects.select_related("sheet", "submission", "filed_by", "taken_by", "decided_by")
    serializer_class = DisputeSerializer
    filterset_class = DisputeFilter

    create = ActionMethod(actions.file, needs="dispute")
    withdraw = ActionMethod(actions.withdraw, needs="dispute")
    take = ActionMethod(actions.take, needs="rule")
    uphold = ActionMethod(actions.uphold, needs="rule")
    uphold_by_ruling = ActionMethod(
        actions.uphold_by_ruling,
        needs="rule",
        fields={name: DECISION[name] for name in ("counts_as", "method", "value", "even_if_refused")},
    )
    reject = ActionMethod(actions.reject, needs="rule")


resources = {"disputes": DisputeViewSet}
