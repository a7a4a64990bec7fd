"""Where a program begins: every address of the API, who it acts for, and what it may do at an event."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.urls import path, reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..models import ApiToken, Event, Role, Scope
from ..rest.parameters import NamedParameters
from ..rest.parsing import PersonRequest
from ..rest.public import PublicView
from ..rest.resources import find_event
from ..web.permissions import MEANINGS, SCOPES, capabilities, roles
from ..web.published.addresses import every_address

HERE = "/api/v1/"
PART = re.compile(r"<(?:\w+:)?(\w+)>")
METHODS = ("get", "post", "put", "patch", "delete")


class AddressShape(serializers.Serializer):
    name = serializers.CharField()
    uri = serializers.CharField(help_text="With its parts in braces: a URI template (RFC 6570).")
    methods = serializers.ListField(child=serializers.CharField())


class IndexShape(serializers.Serializer):
    guide = serializers.CharField(help_text="The page API, for people.")
    documentation = serializers.CharField(help_text="Every operation, to look at and to try.")
    schema = serializers.CharField(help_text="The same as OpenAPI 3.1.")
    addresses = AddressShape(many=True)


class IndexView(PublicView):
    @extend_schema(responses=IndexShape)
    def get(self, request: Request) -> Response:
        """Every address of the API."""
        links = {"guide": reverse("guide", args=["api"]), "schema": reverse("api-schema")}
        links["documentation"] = reverse("api-documentation")
        addresses = sorted(_addresses(), key=lambda each: each["uri"])
        return Response(IndexShape({**links, "addresses": addresses}).data)


def _addresses() -> Iterator[dict[str, Any]]:
    for where, each in every_address():
        if where.startswith(HERE):
            view: Any = each.callback
            able = getattr(view, "actions", None) or (dir(view.cls) if hasattr(view, "cls") else ["get"])
            yield {
                "name": str(each.name).removeprefix("api-"),
                "uri": PART.sub(r"{\1}", where),
                "methods": [name.upper() for name in METHODS if name in able],
            }


CapabilityField = partial(serializers.ChoiceField, list(MEANINGS.items()))
WITHIN = "; ".join(f"{scope}: {', '.join(sorted(SCOPES[scope])) or 'nothing'}" for scope in Scope.values)


class TokenShape(serializers.ModelSerializer):
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Scope.choices),
        help_text=f"What it may change of what its person may. {WITHIN}. With read it reads all that its person reads.",
    )
    event = serializers.CharField(
        source="event.slug", default=None, allow_null=True, help_text="Null for all events of its person."
    )

    class Meta:
        model = ApiToken
        fields = ["name", "hint", "scopes", "event", "ends_at"]


class RolesShape(serializers.Serializer):
    event = serializers.SlugField()
    name = serializers.CharField()
    held_on = serializers.DateField(allow_null=True)
    roles = serializers.ListField(child=serializers.ChoiceField(Role.choices))


class PersonShape(serializers.Serializer):
    person = serializers.CharField(help_text="Their sign-in name.")
    name = serializers.CharField()
    may_create_events = serializers.BooleanField()
    token = TokenShape(allow_null=True, help_text="Null for somebody who is signed in on a page.")
    events = RolesShape(many=True)


class AccessShape(serializers.Serializer):
    event = serializers.SlugField()
    person = serializers.CharField()
    roles = serializers.ListField(child=serializers.ChoiceField(Role.choices))
    reads = serializers.ListField(child=CapabilityField(), help_text="What may be read.")
    writes = serializers.ListField(child=CapabilityField(), help_text="What may be changed: nothing in an archive.")
    token = TokenShape(allow_null=True)


class PersonView(NamedParameters):
    request: PersonRequest

    @extend_schema(responses=PersonShape)
    def get(self, request: PersonRequest) -> Response:
        """Who the program acts for, and their events."""
        user, token = request.user, request.auth if isinstance(request.auth, ApiToken) else None
        events = Event.objects.filter(memberships__user=user).distinct().order_by("-held_on", "slug")
        if token and token.event_id:
            events = events.filter(pk=token.event_id)
        rows = [
            {"event": each.slug, "name": each.name, "held_on": each.held_on, "roles": roles(user, each)}
            for each in events
        ]
        facts = {"person": user.username, "name": str(user), "may_create_events": user.may_create_events}
        return Response(PersonShape({**facts, "token": token, "events": rows}).data)


class AccessView(NamedParameters):
    @extend_schema(responses=AccessShape)
    def get(self, request: Request, slug: str) -> Response:
        """What the program, or the person who is signed in, may do at this event."""
        user, token = request.user, request.auth if isinstance(request.auth, ApiToken) else None
        event = find_event(user, slug)
        reads = capabilities(user, event)
        if token:
            token.reads = False
        writes = frozenset() if event.archived_at else capabilities(user, event)
        facts = {"event": event.slug, "person": user.username, "roles": roles(user, event), "token": token}
        return Response(AccessShape({**facts, "reads": sorted(reads), "writes": sorted(writes)}).data)


urlpatterns = [
    path("", IndexView.as_view(), name="api-index"),
    path("me/", PersonView.as_view(), name="api-me"),
    path("events/<slug:slug>/access/", AccessView.as_view(), name="api-access"),
]
