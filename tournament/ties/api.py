"""Ties for an award and their tiebreakers in the API."""

from django.db.models import Prefetch
from rest_framework import serializers

from ..models import Tie, TieGame, TieKind, TieSide
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from . import actions


class TieGameSerializer(RowSerializer):
    class Meta:
        model = TieGame
        fields = ("number", "round", "first", "second")


class TieSideSerializer(RowSerializer):
    """A side, with the text that the draw hashed (NT-TB-2): a player's number or a team's name of that moment."""

    class Meta:
        model = TieSide
        fields = ("entrant", "drawn_as", "drawn_at")
        extra_kwargs = {"drawn_at": {"help_text": "The place in the draw, if names were removed since."}}


class DrawSerializer(RowSerializer):
    """A tie as it was drawn."""

    sides = TieSideSerializer(many=True, source="drawn")

    class Meta:
        model = Tie
        fields: tuple[str, ...] = ("division", "kind", "place", "seed", "sides")


class TieSerializer(DrawSerializer):
    games = TieGameSerializer(many=True)

    class Meta(DrawSerializer.Meta):
        fields = ("id", *DrawSerializer.Meta.fields, "games", "made_at", "dropped_at")


GAME_SIDES = ("first__player", "first__team", "second__player", "second__team")
SIDES = Prefetch("drawn", TieSide.objects.select_related("entrant__player", "entrant__team"))
GAMES = Prefetch("games", TieGame.objects.select_related("round", *GAME_SIDES))


class TieViewSet(ReadRows):
    """The ties that were drawn, and the games that decide them."""

    reads = "desk"
    queryset = Tie.objects.select_related("division").prefetch_related(SIDES, GAMES)
    serializer_class = TieSerializer

    create = ActionMethod(actions.draw_tie, needs="run", fields={"kind": serializers.ChoiceField(TieKind.choices)})
    start_game = ActionMethod(actions.start_game, needs="run")
    drop = ActionMethod(actions.drop, needs="run")


resources = {"ties": TieViewSet}
