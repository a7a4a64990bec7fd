"""Tables of live games in the API: which are open, and the record of those that are over."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from ..common.refusals import Refused
from ..models import Table, TableMove
from ..rest.resources import ReadRows


class TableSerializer(serializers.ModelSerializer):
    class Meta:
        model = Table
        fields = ("code", "game", "name", "stage", "settings", "recorded", "moves_made", "made_at", "ended_at")


class TableMoveSerializer(serializers.ModelSerializer):
    at = serializers.IntegerField(help_text="Milliseconds since 1970, by the server's clock.")

    class Meta:
        model = TableMove
        fields = ("number", "kind", "by", "seat", "at", "facts")


class TableViewSet(ReadRows):
    """The event's tables. Phones and hosts send their moves at the table's own address, with its key."""

    reads = "host"
    queryset = Table.objects.all()
    serializer_class = TableSerializer
    filterset_fields = ("game", "stage")
    lookup_field, lookup_value_converter = "code", "str"

    @extend_schema(responses=TableMoveSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def moves(self, request: Request, **parts: str) -> Response:
        """Every move in its order, once the game is over: before, players would learn what others keep hidden."""
        table = self.get_object()
        if table.stage != Table.Stage.OVER:
            raise Refused("not_over", _("The game is not over yet."))
        return Response(TableMoveSerializer(table.moves.all(), many=True).data)


resources = {"tables": TableViewSet}
