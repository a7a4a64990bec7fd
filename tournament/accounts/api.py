"""The people of an event and their roles in the API."""

from rest_framework import serializers

from ..models import Membership, Role, SignInLink
from ..rest.resources import ActionMethod, ReadRows
from ..sign_in import links
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


class LinkSerializer(serializers.ModelSerializer):
    person = serializers.CharField(source="user.username")
    path = serializers.SerializerMethodField(help_text="The secret address on this site, shown once.")

    class Meta:
        model = SignInLink
        fields = ("id", "person", "path", "made_at", "expires_at", "used_at", "withdrawn_at")

    def get_path(self, link: SignInLink) -> str | None:
        return links.path_of(link) if self.context["view"].action == "create" else None


class LinkViewSet(ReadRows):
    """Links that sign a helper in, on the first device that uses them. A new one withdraws those that nobody used."""

    queryset = SignInLink.objects.select_related("user")
    serializer_class = LinkSerializer
    secrets = ("path",)

    create = ActionMethod(links.make)
    withdraw = ActionMethod(links.withdraw)


resources = {"roles": RoleViewSet, "sign-in-links": LinkViewSet}
