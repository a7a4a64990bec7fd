"""Disputes in the API, and what a coach reads and does with their link."""

from typing import Any, cast

import django_filters
from django.contrib.auth.models import AnonymousUser
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, viewsets
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from ..common import limits
from ..models import CoachLink, Dispute
from ..rest.authentication import BearerAuthentication
from ..rest.parameters import NamedParameters
from ..rest.parsing import ShallowJSON, read
from ..rest.references import LARGEST, EntrantField, RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..rest.schema import TokenScheme
from ..rest.throttles import PublicThrottle
from ..results.json_serializers import LineShape, PaperShape, ReadBoxShape
from ..rulings.api import DECISION
from . import actions, coach_links
from .coach_pages import TeamSheets


class DisputeFilter(django_filters.FilterSet):
    state = django_filters.ChoiceFilter(choices=Dispute.State.choices)
    round = django_filters.NumberFilter("sheet__round__position")


class DisputeViewSet(ReadRows):
    """Protests about a line or a sheet."""

    reads = "desk"
    queryset = Dispute.objects.select_related("sheet", "submission", "filed_by", "taken_by", "decided_by")
    shows: tuple[str, ...] = ("id", "sheet", "submission", "statement", "state", "filed_by", "filed_at")
    shows += ("taken_by", "answer", "consequence", "ruling", "rescore", "decided_by", "decided_at")
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
    """The private links of coaches. What a coach does with a link is at `coach/`."""

    queryset = CoachLink.objects.select_related("team")
    serializer_class = CoachLinkSerializer
    secrets = ("token",)

    make_all = ActionMethod(coach_links.make_links, on_row=False, shape=LinksMadeSerializer)
    create = ActionMethod(coach_links.renew)
    revoke = ActionMethod(coach_links.revoke)


class CoachAuthentication(BearerAuthentication):
    """A coach, who has no account, by the token of their link: what follows `/coach/` in its address."""

    def authenticate(self, request: Request) -> tuple[Any, Any]:
        if (coach := super().authenticate(request)) is None:
            raise NotAuthenticated
        return coach

    def behind(self, key: str, request: Request) -> tuple[AnonymousUser, CoachLink]:
        if (link := CoachLink.find(key)) is None:
            raise AuthenticationFailed(_("This link no longer works. Ask the organiser for a new one."))
        return AnonymousUser(), link


class CoachScheme(TokenScheme):
    target_class = CoachAuthentication  # type: ignore[assignment]
    name = "coach"


class WindowShape(serializers.Serializer):
    round = serializers.IntegerField(source="window.round.position")
    name = serializers.CharField(source="window.round.name")
    until = serializers.DateTimeField(
        source="window.until", allow_null=True, help_text="Null if a person closed disputes."
    )
    is_open = serializers.BooleanField(source="window.is_open")


class CoachDisputeShape(serializers.Serializer):
    id = serializers.IntegerField(source="dispute.pk")
    round = serializers.IntegerField(source="dispute.sheet.round.position")
    entrant = EntrantField(source="dispute.sheet.entrant", read_only=True)
    sheet_id = serializers.IntegerField(source="dispute.sheet_id")
    line_id = serializers.IntegerField(source="dispute.submission_id", allow_null=True, help_text="Null for a sheet.")
    state = serializers.CharField(source="dispute.state", help_text="open, upheld, rejected or withdrawn")
    is_own = serializers.BooleanField(help_text="Whether a coach of the team filed it.")
    statements = serializers.ListField(child=serializers.CharField(), help_text="Those of the team's coach.")
    answer = serializers.CharField(source="dispute.answer", help_text="The judge's; empty until then.")
    outcome = serializers.CharField(source="outcome.sentence", default="", help_text="What followed from it.")


class CoachShape(serializers.Serializer):
    event = serializers.CharField(source="event.slug")
    team = serializers.CharField(source="link.team.name")
    shows_verdicts = serializers.BooleanField(help_text="Whether verdicts and points are public.")
    rounds = WindowShape(many=True, source="by_round")
    disputes = CoachDisputeShape(many=True, help_text="Latest first.")


class CoachLineShape(LineShape):
    """While verdicts are not public, only what was written."""

    line_id = serializers.IntegerField(source="line")
    sheet_id = serializers.IntegerField(source="sheet")


class CoachBoxShape(ReadBoxShape):
    lines = CoachLineShape(many=True)


class CoachPaperShape(PaperShape):
    boxes = CoachBoxShape(many=True)


class TeamPaperShape(serializers.Serializer):
    entrant = EntrantField(read_only=True)
    paper = CoachPaperShape()


class CoachFilesSerializer(serializers.Serializer):
    line_id = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False, help_text="Or `sheet_id`.")
    sheet_id = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False, help_text="For all of it.")
    statement = serializers.CharField(max_length=limits.API_TEXT)
    picture = serializers.FileField(max_length=200, required=False, help_text="A photo of the paper.")


class CoachViewSet(NamedParameters, viewsets.ViewSet):
    """What a coach reads and does with their link, as on its page."""

    authentication_classes = (CoachAuthentication,)
    permission_classes = ()
    throttle_classes = (PublicThrottle,)
    parser_classes = (ShallowJSON, MultiPartParser)

    def initial(self, request: Request, *args: Any, **parts: Any) -> None:
        super().initial(request, *args, **parts)
        self.team = TeamSheets(cast(CoachLink, request.auth))

    @extend_schema(responses=CoachShape)
    def read(self, request: Request) -> Response:
        """The team's rounds whose disputes are or were open, and what was disputed on its sheets."""
        return Response(CoachShape(self.team).data)

    @extend_schema(responses=TeamPaperShape(many=True))
    def papers(self, request: Request, position: int) -> Response:
        """The team's papers of one round, line by line."""
        team = self.team
        papers = [{"entrant": each, "paper": team.paper(position, each.pk)} for each in team.entrants.values()]
        return Response(TeamPaperShape([each for each in papers if each["paper"]], many=True).data)

    @extend_schema(
        request={"application/json": CoachFilesSerializer, "multipart/form-data": CoachFilesSerializer},
        responses={200: CoachDisputeShape, 201: CoachDisputeShape},
    )
    def dispute(self, request: Request) -> Response:
        """Dispute a line or a sheet while the window is open. 200 if somebody had disputed it: then the statement is
        added, once."""
        sent = read(CoachFilesSerializer, request.data, knows_all=True)
        what = self.team.find(line=sent.get("line_id"), sheet=sent.get("sheet_id"))
        filed = self.team.dispute(what, sent["statement"], sent.get("picture"))
        return self._answer(filed.dispute, 200 if filed.joined else 201)

    @extend_schema(request=None, responses=CoachDisputeShape)
    def withdraw(self, request: Request, dispute_id: int) -> Response:
        """Withdraw a dispute that a coach of the team filed."""
        withdrawn = coach_links.withdraw(link=self.team.link, dispute=self.team.own(dispute_id))
        return self._answer(withdrawn, 200)

    def _answer(self, dispute: Dispute, status: int) -> Response:
        shown = next(each for each in TeamSheets(self.team.link).disputes if each.dispute == dispute)
        return Response(CoachDisputeShape(shown).data, status=status)


resources = {"disputes": DisputeViewSet, "coach-links": CoachLinkViewSet}
urlpatterns = [
    path("coach/", CoachViewSet.as_view({"get": "read"}), name="api-coach"),
    path("coach/rounds/<int:position>/", CoachViewSet.as_view({"get": "papers"}), name="api-coach-papers"),
    path("coach/disputes/", CoachViewSet.as_view({"post": "dispute"}), name="api-coach-dispute"),
    path(
        "coach/disputes/<int:dispute_id>/withdraw/",
        CoachViewSet.as_view({"post": "withdraw"}),
        name="api-coach-withdraw",
    ),
]
