"""Results as JSON: read-only, without signing in, with the same visibility as the pages."""

from collections.abc import Hashable

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from judging.games.formats import FORMATS
from judging.language.functions import FUNCTIONS
from judging.messages import Message

from ..audit.corrections import corrections
from ..models import Division, Event
from ..results.papers import papers_of
from ..results.programme import grades
from ..results.rounds import grades_in
from ..results.tie_papers import tie_papers
from ..standings.standings import players_table, teams_table
from ..standings.table import StandingsTable
from ..ties.queries import rounds_of
from ..web.copies import event_as_shown, in_place_of
from ..web.pages import find_player
from ..web.permissions import capabilities, sees_results
from ..web.snapshot import snapshot
from . import shapes


class PublicThrottle(AnonRateThrottle):
    """A high limit, since a whole hall may share one address. It stops runaway programs."""

    scope = "public"
    rate = "600/min"

    def allow_request(self, request: Request, view: APIView) -> bool:
        return bool(event_as_shown(request)) or super().allow_request(request, view)


@method_decorator(cache_control(no_cache=True), name="dispatch")
@method_decorator(conditional_page, name="dispatch")
class PublicView(APIView):
    """Anybody may read. A request with a current ETag gets 304."""

    permission_classes = [AllowAny]
    throttle_classes = [PublicThrottle]

    def dispatch(self, request: HttpRequest, *args, **parts) -> HttpResponseBase:
        with snapshot():  # a response never shows half of a re-score
            return self._kept(request, parts.get("slug")) or super().dispatch(request, *args, **parts)

    def _kept(self, request: HttpRequest, slug: str | None) -> HttpResponse | None:
        """The response stored in the copy that the public sees, if there is one."""
        self.event = event_as_shown(request) or (Event.objects.filter(slug=slug).first() if slug else None)
        if self.event is None or self.event.shown_id is None:
            return None
        return in_place_of(request, self.event, capabilities(request.user, self.event))

    def find_event(self, slug: str) -> Event:
        """The event, or 404 if there is none or this user may not see its results."""
        event = self.event
        if event is None or not sees_results(event, capabilities(self.request.user, event)):
            raise NotFound(_("There is no such event, or its results are not public."))
        return event


class EventView(PublicView):
    @extend_schema(responses=shapes.EventShape)
    def get(self, request: Request, slug: str) -> Response:
        """The event with its grades, its rounds and what was corrected."""
        event = self.find_event(slug)
        facts = {name: getattr(event, name) for name in ("slug", "name", "held_on", "visibility")}
        parts = {"grades": grades(event), "rounds": rounds_of(event), "corrections": corrections(event)}
        return Response(shapes.EventShape(facts | parts).data)


class StandingsView(PublicView):
    @extend_schema(parameters=[shapes.StandingsQuery], responses=shapes.StandingsShape)
    def get(self, request: Request, slug: str) -> Response:
        """The standing of one grade, for players or for teams."""
        event = self.find_event(slug)
        query = shapes.StandingsQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        grade, kind = query.validated_data["grade"], query.validated_data["kind"]
        division = Division.objects.filter(event=event, grade=grade).first()
        if division is None:
            raise NotFound(_("This event has no grade %(grade)s.") % {"grade": grade})
        table: StandingsTable = (teams_table if kind == "team" else players_table)(event, division)
        standing = {
            "event": event.slug,
            "grade": grade,
            "kind": kind,
            "visibility": event.visibility,
            "provisional": table.provisional,
            "criteria": [criterion.slug for criterion in table.chain],
            "awards": table.awards(event.award_places) if table.has_points else [],
            "rounds": table.rounds,
            "entries": table.entries,
            "not_ranked": table.apart,
        }
        return Response(shapes.StandingsShape(standing, context={"rounds": table.rounds, "why": _why(table)}).data)


def _why(table: StandingsTable) -> dict[Hashable, Message]:
    ranked = [each.ranked.entrant for each in table.entries]
    return dict(zip(ranked, table.reasons, strict=False)) if table.has_points else {}


class RoundView(PublicView):
    @extend_schema(responses=shapes.RoundResultsShape)
    def get(self, request: Request, slug: str, position: int) -> Response:
        """One round by grade: its questions and points, once the round is over."""
        event = self.find_event(slug)
        round_ = event.rounds.filter(position=position).first()
        if round_ is None:
            raise NotFound(_("This event has no such round."))
        shown = {**shapes.RoundShape(round_).data, "grades": grades_in(event, round_)}
        return Response(shapes.RoundResultsShape(shown).data)


class PlayerView(PublicView):
    @extend_schema(responses=shapes.PlayerShape)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """One player: place, and every line of their sheets with its verdict, its points and why."""
        event = self.find_event(slug)
        try:
            player = find_player(event, number)
        except Http404:
            raise NotFound(_("This event has no player with this number.")) from None
        entry = players_table(event, player.division).of(player)
        parts = {"papers": papers_of(player.entrant), "tiebreakers": tie_papers(player.entrant)}
        return Response(shapes.PlayerShape(entry, context=parts).data)


class FormatsView(PublicView):
    @extend_schema(responses=shapes.FormatShape(many=True))
    def get(self, request: Request) -> Response:
        """Every format with its settings (kind, default, limits, help) and its presets."""
        return Response(shapes.FormatShape(FORMATS.values(), many=True).data)


class FunctionsView(PublicView):
    @extend_schema(responses=shapes.FunctionShape(many=True))
    def get(self, request: Request) -> Response:
        """Every function a method may use: how it is typed, where it is defined, the rule it follows."""
        return Response(shapes.FunctionShape(FUNCTIONS.values(), many=True).data)


class SchemaView(SpectacularAPIView):
    """This interface as OpenAPI."""

    permission_classes = [AllowAny]
    throttle_classes = [PublicThrottle]


urlpatterns = [
    path("events/<slug:slug>/", EventView.as_view(), name="api-event"),
    path("events/<slug:slug>/standings/", StandingsView.as_view(), name="api-standings"),
    path("events/<slug:slug>/rounds/<int:position>/", RoundView.as_view(), name="api-round"),
    path("events/<slug:slug>/players/<int:number>/", PlayerView.as_view(), name="api-player"),
    path("formats/", FormatsView.as_view(), name="api-formats"),
    path("functions/", FunctionsView.as_view(), name="api-functions"),
    path("schema/", SchemaView.as_view(), name="api-schema"),
]
