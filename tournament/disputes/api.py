"""Disputes in the API."""

import django_filters
from rest_framework import serializers

from ..models import CoachLink, Dispute
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..rulings.api import DECISION
from . import actions, coach_links


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


class CoachLinkSerializer(RowSerializer):
    token = serializers.CharField(allow_null=True, help_text="Who has it reads and disputes the team's sheets.")

    class Meta:
        model = CoachLink
        fields = ("id", "team", "token", "made_at", "revoked_at")


class LinksMadeSerializer(serializers.Serializer):
    made = serializers.IntegerField(source="*", help_text="How many teams had none.")


class CoachLinkViewSet(ReadRows):
    """The private links of coaches. What a coach does with a link has an address of its own."""

    queryset = CoachLink.objects.select_related("team")
    serializer_class = CoachLinkSerializer
    secrets = ("token",)

    make_all = ActionMethod(coach_links.make_links, on_row=False, shape=LinksMadeSerializer)
    create = ActionMethod(coach_links.renew)
    revoke = ActionMethod(coach_links.revoke)


resources = {"disputes": DisputeViewSet, "coach-links": CoachLinkViewSet}
