"""Series of live games as JSON."""

from datetime import UTC
from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from judging.games.live_games import GAMES

from ..models import Event, Fixture, Seat, Series
from ..rest.public import PublicView
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..web.published import page_arguments
from ..web.published.addresses import copied
from . import actions, table_actions
from .actions import CHANGEABLE
from .results import FixtureResult, results
from .standings import standings
from .transcripts import text_of


class SeriesNameShape(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    game = serializers.CharField()
    kind = serializers.CharField(
        help_text="Who plays whom: round_robin, knockout, champion or rooms (tables that change)."
    )


class SeriesEntryShape(serializers.Serializer):
    player = serializers.IntegerField(source="player.number")
    name = serializers.CharField()
    place = serializers.IntegerField(source="row.place")
    shared = serializers.BooleanField(source="row.is_shared")
    played = serializers.IntegerField(source="row.played")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")
    scored = serializers.IntegerField(source="row.scored", help_text="Points in the games.")
    difference = serializers.IntegerField(source="row.difference")
    points = serializers.IntegerField(source="row.points")


class SeriesSideShape(serializers.Serializer):
    player = serializers.IntegerField(source="player.number")
    name = serializers.CharField()
    points = serializers.IntegerField(allow_null=True, help_text="Once the game is over; null for who did not come.")
    won = serializers.BooleanField(source="is_winner")


class SeriesGameShape(serializers.Serializer):
    id = serializers.IntegerField(source="fixture.pk")
    round = serializers.IntegerField(source="fixture.round")
    number = serializers.IntegerField(source="fixture.number")
    room = serializers.CharField(source="fixture.room")
    starts_at = serializers.DateTimeField(source="fixture.starts_at", allow_null=True, default_timezone=UTC)
    state = serializers.CharField(help_text="bye, to_play, open (the table waits for players), playing or over.")
    sides = SeriesSideShape(many=True)


class SeriesSeatShape(serializers.Serializer):
    number = serializers.IntegerField()
    player = serializers.IntegerField(source="player.number")


class SeriesRecordShape(SeriesGameShape):
    """A game with what its points follow from. Without ids, which are the database's own."""

    id = None  # type: ignore[assignment]  # leaves the field out
    seats = serializers.SerializerMethodField(help_text="The player of each seat of the text.")
    text = serializers.SerializerMethodField(help_text="The game as text, once it is over; null before.")

    @extend_schema_field(SeriesSeatShape(many=True))
    def get_seats(self, result: FixtureResult) -> Any:
        table = result.fixture.table if result.is_over else None
        seats = Seat.objects.filter(table=table, player__isnull=False).select_related("player").order_by("number")
        return SeriesSeatShape(seats, many=True).data if table else []

    def get_text(self, result: FixtureResult) -> str | None:
        table = result.fixture.table if result.is_over else None
        return text_of(self.context["event"], table) if table else None


class SeriesShape(SeriesNameShape):
    win_points = serializers.IntegerField()
    draw_points = serializers.IntegerField()
    counts_points = serializers.BooleanField(help_text="Whether the points of the games are added up instead.")
    standings = SeriesEntryShape(many=True)
    games = SeriesGameShape(many=True)


class RecordedSeriesShape(SeriesShape):
    id = None  # type: ignore[assignment]  # leaves the field out
    games = SeriesRecordShape(many=True)


def facts_of(event: Event, series: Series) -> dict:
    """What `SeriesShape` shows."""
    games = results(event, series)
    names = ("id", "name", "game", "kind", "win_points", "draw_points", "counts_points")
    facts = {name: getattr(series, name) for name in names}
    return {**facts, "standings": standings(event, series, games), "games": games}


@copied()
class SeriesListView(PublicView):
    @extend_schema(responses=SeriesNameShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The series of live games of an event."""
        return Response(SeriesNameShape(self.find_event(slug).series.order_by("pk"), many=True).data)


@copied(page_arguments.series)
class SeriesView(PublicView):
    @extend_schema(responses=SeriesShape)
    def get(self, request: Request, slug: str, series_id: int) -> Response:
        """One series: its standings, and every game with its points once it is over."""
        event = self.find_event(slug)
        series = event.series.filter(pk=series_id).first()
        if series is None:
            raise NotFound(_("This event has no such series."))
        return Response(SeriesShape(facts_of(event, series)).data)


class SeriesSetupViewSet(ReadRows):
    """Series of live games as their organisers make them; results are at `series/`."""

    reads = "host"
    queryset = Series.objects.all()
    shows = ("id", "name", "game", "kind", "settings", *CHANGEABLE[1:], "table_size", "rounds", "made_at")

    create = ActionMethod(
        actions.make,
        needs="run",
        fields={
            "game": serializers.ChoiceField([(each.slug, each.name) for each in GAMES.values()]),
            "rooms": serializers.ListField(child=serializers.CharField(max_length=40), default=list),
        },
    )
    draw_next = ActionMethod(actions.draw_next, needs="run")
    take_back = ActionMethod(actions.take_back, needs="run")
    destroy = ActionMethod(actions.remove, needs="run")


class FixtureSerializer(RowSerializer):
    table = serializers.CharField(
        source="table.code", default=None, allow_null=True, help_text="The code of its table, if it has one."
    )
    players = serializers.SerializerMethodField()

    class Meta:
        model = Fixture
        fields = ("id", "series", "round", "number", "room", "starts_at", "table", "players")

    def get_players(self, fixture: Fixture) -> list[int]:
        return [side.player.number for side in fixture.sides.all()]


class FixtureViewSet(ReadRows):
    """Who plays whom, and opening their tables."""

    reads = "host"
    queryset = Fixture.objects.select_related("series", "table").prefetch_related("sides__player")
    serializer_class = FixtureSerializer
    filterset_fields = ("series", "round")

    open = ActionMethod(table_actions.open_fixture)
    forfeit = ActionMethod(table_actions.forfeit, needs="run")
    clear = ActionMethod(table_actions.clear, needs="run")


resources = {"series-setup": SeriesSetupViewSet, "fixtures": FixtureViewSet}
urlpatterns = [
    path("events/<slug:slug>/series/", SeriesListView.as_view(), name="api-series-list"),
    path("events/<slug:slug>/series/<int:series_id>/", SeriesView.as_view(), name="api-series"),
]
