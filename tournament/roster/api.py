"""Players, teams and relations in the API."""

from typing import Any

import django_filters
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from judging.results.teams import COUNTING

from ..common import limits
from ..models import Entrant, Player, Relation, Team
from ..rest.inputs import fields_of
from ..rest.resources import ActionMethod, ReadRows
from . import actions, bulk_actions, deletion_actions, relation_actions
from .player_details import PlayerFacts, facts_of
from .search import players


class PlayerSerializer(serializers.ModelSerializer):
    grade = serializers.IntegerField(source="division.grade")
    team = serializers.CharField(source="team.name", default="", help_text="Empty for nobody's team.")
    status = serializers.ChoiceField(Entrant.Status.choices, source="entrant.status")
    checked_in_at = serializers.DateTimeField(source="entrant.checked_in_at", allow_null=True)
    replaces = serializers.IntegerField(
        source="replaces.number", default=None, allow_null=True, help_text="Whose place they took."
    )

    class Meta:
        model = Player
        fields = ["number", "first_name", "last_name", "grade", "team", "status", "checked_in_at", "replaces"]


def public_status(status: str) -> str:
    """Pages do not say whether somebody withdrew or was disqualified; nor do we."""
    return str(status) if status in {Entrant.Status.PRESENT, Entrant.Status.ABSENT} else "not_ranked"


class PublicTeamSerializer(serializers.ModelSerializer):
    name = serializers.SerializerMethodField(help_text="As much of the name as the event makes public.")
    grade = serializers.IntegerField(source="division.grade", default=None, allow_null=True)
    status = serializers.SerializerMethodField()

    class Meta:
        model = Entrant
        fields: tuple[str, ...] = ("name", "grade", "status")

    def get_name(self, entrant: Entrant) -> str:
        return entrant.public_name(self.context["event"])

    @extend_schema_field(serializers.ChoiceField(["present", "absent", "not_ranked"]))
    def get_status(self, entrant: Entrant) -> str:
        return public_status(entrant.status)


class PublicPlayerSerializer(PublicTeamSerializer):
    number = serializers.IntegerField(source="player.number")
    team = serializers.CharField(source="player.team.name", default="", help_text="Empty for nobody's team.")
    brings_points_to_team = serializers.SerializerMethodField()

    class Meta(PublicTeamSerializer.Meta):
        fields = ("number", *PublicTeamSerializer.Meta.fields, "team", "brings_points_to_team")

    def get_brings_points_to_team(self, entrant: Entrant) -> bool:
        return entrant.status in COUNTING


class PlayerFactsSerializer(serializers.Serializer):
    """The facts of a player as `create` takes them."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return fields_of(actions.add_player, Player, (), {})

    def to_internal_value(self, data: Any) -> PlayerFacts:
        return PlayerFacts(**super().to_internal_value(data))


class PlayerOutcomeSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    change = serializers.ChoiceField(["added", "changed", "same", "refused"], source="outcome")
    code = serializers.CharField(source="refusal.code", default="", help_text="Why it was refused, for programs.")
    detail = serializers.CharField(source="refusal.sentence", default="")
    errors = serializers.DictField(  # type: ignore[assignment]  # a field, not the errors of a serializer
        source="refusal.fields", default=dict, help_text="What is wrong, by field."
    )


class PlayersPutSerializer(serializers.Serializer):
    results = PlayerOutcomeSerializer(many=True)


class PlayerFilter(django_filters.FilterSet):
    grade = django_filters.NumberFilter("division__grade")
    team = django_filters.CharFilter("team__name")
    status = django_filters.ChoiceFilter("entrant__status", choices=Entrant.Status.choices)
    search = django_filters.CharFilter(method=lambda rows, _name, text: players(rows, text), label="Name or number")


class PlayerViewSet(ReadRows):
    """Who plays, with full names, for those who may change the roster."""

    reads = "roster"
    queryset = Player.objects.select_related("division", "team", "entrant", "replaces")
    serializer_class = PlayerSerializer
    filterset_class = PlayerFilter
    lookup_field = "number"

    create = ActionMethod(actions.add_player)
    partial_update = ActionMethod(actions.change_player, start=facts_of)
    destroy = ActionMethod(deletion_actions.delete_player)
    status = ActionMethod(actions.set_status, on="entrant")
    substitute = ActionMethod(actions.substitute)
    put_all = ActionMethod(
        bulk_actions.put_players,
        fields={"players": serializers.ListField(child=PlayerFactsSerializer(), max_length=limits.API_ROSTER)},
        on_row=False,
        shape=PlayersPutSerializer,
    )


class TeamSerializer(serializers.ModelSerializer):
    grade = serializers.IntegerField(source="entrant.division.grade", default=None, allow_null=True)
    members = serializers.SlugRelatedField("number", many=True, read_only=True)  # type: ignore[var-annotated]  # read only

    class Meta:
        model = Team
        fields = ["id", "name", "grade", "members"]


class TeamViewSet(ReadRows):
    """Teams are made and renamed with their players."""

    reads = "roster"
    queryset = Team.objects.select_related("entrant__division").prefetch_related("members")
    serializer_class = TeamSerializer

    destroy = ActionMethod(deletion_actions.delete_team)
    status = ActionMethod(actions.set_status, on="entrant")


class RelationSerializer(serializers.ModelSerializer):
    person = serializers.CharField(source="user.username")
    player = serializers.IntegerField(source="player.number")

    class Meta:
        model = Relation
        fields = ["id", "person", "player"]


class RelationViewSet(ReadRows):
    """Which helper never gets which player's sheets."""

    queryset = Relation.objects.select_related("user", "player")
    serializer_class = RelationSerializer

    create = ActionMethod(relation_actions.mark)
    destroy = ActionMethod(relation_actions.unmark)


resources = {"players": PlayerViewSet, "teams": TeamViewSet, "relations": RelationViewSet}
