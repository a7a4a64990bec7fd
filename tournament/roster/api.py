"""Players, teams and relations in the API."""

import django_filters
from rest_framework import serializers

from ..models import Entrant, Player, Relation, Team
from ..rest.resources import ActionMethod, ReadRows
from . import actions, deletion_actions, relation_actions
from .player_details import facts_of
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
