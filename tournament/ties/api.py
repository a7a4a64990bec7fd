"""Ties for an award and their tiebreakers in the API."""

from rest_framework import serializers

from ..models import Tie, TieGame, TieKind
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from . import actions
from .draw import draw_tie


class TieGameSerializer(RowSerializer):
    class Meta:
        model = TieGame
        fields = ("number", "round", "first", "second")


class TieSerializer(RowSerializer):
    sides = serializers.SerializerMethodField(help_text="Players by number, teams by name, in the order of the draw.")
    games = TieGameSerializer(many=True)

    class Meta:
        model = Tie
        fields = ("id", "division", "kind", "place", "seed", "sides", "games", "made_at", "dropped_at")

    def get_sides(self, tie: Tie) -> list[str]:
        return [side.drawn_as for side in tie.drawn.all()]


class TieViewSet(ReadRows):
    """The ties that were drawn, and the games that decide them."""

    reads = "desk"
    queryset = Tie.objects.select_related("division").prefetch_related("drawn", "games__round")
    serializer_class = TieSerializer

    create = ActionMethod(draw_tie, needs="run", fields={"kind": serializers.ChoiceField(TieKind.choices)})
    start_game = ActionMethod(actions.start_game, needs="run")
    drop = ActionMethod(actions.drop, needs="run")


resources = {"ties": TieViewSet}
