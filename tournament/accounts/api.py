"""The people of an event and their roles in the API."""

from rest_framework import serializers

from ..models import Membership, Role
from ..rest.resources import ActionMethod, ReadRows
from . import actions


class RoleSerializer(serializers.ModelSerializer):
    person = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.get_full_name")

    class Meta:
        model = Membership
        fields = ("id", "person", "name", "role")


class RoleViewSet(ReadRows):
    """Who has which role; somebody with two roles has two rows."""

    queryset = Membership.objects.select_related("user")
    serializer_class = RoleSerializer
    filterset_fields = ("role",)

    create = ActionMethod(actions.give_role, fields={"role": serializers.ChoiceField(Role.choices)})
    destroy = ActionMethod(actions.take_role)


resources = {"roles": RoleViewSet}
