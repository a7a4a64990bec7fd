"""Tables of live games in the API: what their hosts see and do, and the record of those that are over."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from judging.games.live.game import HOST_READER

from ..common.refusals import Refused
from ..common.wording.sentences import sentence
from ..models import Table, TableMove, User
from ..moves.event_rules import refuse_host, refuse_relatives
from ..moves.recording import Recorded, up_to_date
from ..moves.table_cache import CachedTable, known
from ..rest.parsing import PersonRequest
from ..rest.resources import ActionMethod, ReadRows
from . import hosting_actions
from .frames import away_seats, frame, note_host


class TableSerializer(serializers.ModelSerializer):
    class Meta:
        model = Table
        fields = ("code", "game", "name", "stage", "settings", "recorded", "moves_made", "made_at", "ended_at")


class TableMoveSerializer(serializers.ModelSerializer):
    at = serializers.IntegerField(help_text="Milliseconds since 1970, by the server's clock.")

    class Meta:
        model = TableMove
        fields = ("number", "kind", "by", "seat", "at", "facts")


class RecordedMoveSerializer(serializers.Serializer):
    number = serializers.IntegerField(source="move.number")
    at = serializers.IntegerField(source="move.at", help_text="Milliseconds since 1970, by the server's clock.")
    note = serializers.CharField(source="note.code", allow_null=True, help_text="Why it does not count, if so.")
    detail = serializers.SerializerMethodField(help_text="The same as a sentence, or empty.")

    def get_detail(self, recorded: Recorded) -> str:
        return sentence(recorded.note.message) if recorded.note else ""


def _as_host(action: Callable[..., CachedTable], *, by: User, table: Table, **values: Any) -> CachedTable:
    refuse_host(table, by)
    return action(table=table, **values)


class TableViewSet(ReadRows):
    """The event's tables. A player's phone sends its moves at the table's own address, with its cookie."""

    reads = "host"
    queryset = Table.objects.select_related("event")
    serializer_class = TableSerializer
    filterset_fields = ("game", "stage")
    lookup_field, lookup_value_converter = "code", "str"

    take_over = ActionMethod(hosting_actions.take_over)
    let_in = ActionMethod(hosting_actions.let_in, through=_as_host)
    rename = ActionMethod(hosting_actions.rename, through=_as_host)
    remove = ActionMethod(hosting_actions.remove, through=_as_host)
    doors = ActionMethod(hosting_actions.set_doors, through=_as_host)
    move = ActionMethod(hosting_actions.move, shape=RecordedMoveSerializer, at="moves")

    @extend_schema(responses=TableMoveSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def moves(self, request: Request, **parts: str) -> Response:
        """Every move in its order, once the game is over: before, players would learn what others keep hidden."""
        table = self.get_object()
        if table.stage != Table.Stage.OVER:
            raise Refused("not_over", _("The game is not over yet."))
        return Response(TableMoveSerializer(table.moves.all(), many=True).data)

    @extend_schema(responses=OpenApiTypes.OBJECT, filters=False)
    @action(detail=True, pagination_class=None)
    def frame(self, request: PersonRequest, **parts: str) -> Response:
        """What the host of the table sees now: seats, clock, and the view of the game. Whoever hosts it counts as here
        then."""
        table = self.get_object()
        refuse_relatives(table, request.user)
        note_host(table, request.user)
        now = up_to_date(known(table))
        return Response(frame(now, HOST_READER, away_seats(now)))


resources = {"tables": TableViewSet}
