"""Results as JSON."""

from collections.abc import Hashable, Iterator

from django.http import Http404
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from judging.messages import Message

from ..audit.corrections import corrections
from ..models import Division, Event
from ..rest.public import PublicView
from ..standings.standings import TABLES, players_table
from ..standings.standings_table import StandingsTable
from ..ties.queries import rounds_of
from ..web.pages import find_player
from ..web.published import page_arguments
from ..web.published.addresses import Query, copied
from . import json_serializers
from .papers import papers_of
from .rounds import grades, grades_in
from .tie_papers import tie_papers


@copied()
class EventView(PublicView):
    @extend_schema(responses=json_serializers.EventShape)
    def get(self, request: Request, slug: str) -> Response:
        """The event with its grades, its rounds and what was corrected."""
        event = self.find_event(slug)
        facts = {name: getattr(event, name) for name in json_serializers.EventFactsShape.Meta.fields}
        parts = {"grades": grades(event), "rounds": rounds_of(event), "corrections": corrections(event)}
        return Response(json_serializers.EventShape(facts | parts).data)


def _every_standing(event: Event) -> Iterator[Query]:
    for (grade,) in page_arguments.grades(event):
        yield {"grade": str(grade)}
        yield {"grade": str(grade), "kind": "teams"}


@copied(parameters={"grade": None, "kind": frozenset({"teams"})}, queries=_every_standing)
class StandingsView(PublicView):
    parameters = json_serializers.StandingsQuery().fields

    @extend_schema(parameters=[json_serializers.StandingsQuery], responses=json_serializers.StandingsShape)
    def get(self, request: Request, slug: str) -> Response:
        """The standing of one grade, for players or for teams."""
        event = self.find_event(slug)
        query = json_serializers.StandingsQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        grade, kind = query.validated_data["grade"], query.validated_data["kind"]
        division = Division.objects.filter(event=event, grade=grade).first()
        if division is None:
            raise NotFound(_("This event has no grade %(grade)s.") % {"grade": grade})
        table: StandingsTable = TABLES[kind](event, division)
        standing = {
            **json_serializers.standing_of(division, kind, table),
            "event": event.slug,
            "visibility": event.visibility,
            "criteria": [criterion.slug for criterion in table.chain],
            "awards": table.awards(event.award_places) if table.has_points else [],
            "rounds": table.rounds,
        }
        return Response(
            json_serializers.StandingsShape(standing, context={"rounds": table.rounds, "why": _why(table)}).data
        )


def _why(table: StandingsTable) -> dict[Hashable, Message]:
    ranked = [each.ranked.entrant for each in table.entries]
    return dict(zip(ranked, table.reasons, strict=False)) if table.has_points else {}


@copied(page_arguments.rounds, order=2)
class RoundView(PublicView):
    @extend_schema(responses=json_serializers.RoundResultsShape)
    def get(self, request: Request, slug: str, position: int) -> Response:
        """One round by grade: its questions and points, once the round is over."""
        event = self.find_event(slug)
        round_ = event.rounds.filter(position=position).first()
        if round_ is None:
            raise NotFound(_("This event has no such round."))
        shown = {**json_serializers.RoundShape(round_).data, "grades": grades_in(event, round_)}
        return Response(json_serializers.RoundResultsShape(shown).data)


@copied(page_arguments.players)
class PlayerView(PublicView):
    @extend_schema(responses=json_serializers.PlayerShape)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """One player: place, and every line of their sheets with its verdict, its points and why."""
        event = self.find_event(slug)
        try:
            player = find_player(event, number)
        except Http404:
            raise NotFound(_("This event has no player with this number.")) from None
        entry = players_table(event, player.division).of(player)
        parts = {"papers": papers_of(player.entrant), "tiebreakers": tie_papers(player.entrant)}
        return Response(json_serializers.PlayerShape(entry, context=parts).data)


urlpatterns = [
    path("events/<slug:slug>/", EventView.as_view(), name="api-event"),
    path("events/<slug:slug>/standings/", StandingsView.as_view(), name="api-standings"),
    path("events/<slug:slug>/results/rounds/<int:position>/", RoundView.as_view(), name="api-round"),
    path("events/<slug:slug>/results/players/<int:number>/", PlayerView.as_view(), name="api-player"),
]
