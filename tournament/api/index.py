"""Where a program begins: every address of the API."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, path, reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..rest.public import PublicView

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
        addresses = sorted(_addresses(get_resolver().url_patterns), key=lambda each: each["uri"])
        return Response(IndexShape({**links, "addresses": addresses}).data)


def _addresses(patterns: list[URLPattern | URLResolver], before: str = "/") -> Iterator[dict[str, Any]]:
    for each in patterns:
        here = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _addresses(each.url_patterns, here)
        elif here.startswith(HERE):
            view: Any = each.callback
            able = getattr(view, "actions", None) or (dir(view.cls) if hasattr(view, "cls") else ["get"])
            yield {
                "name": str(each.name).removeprefix("api-"),
                "uri": PART.sub(r"{\1}", here),
                "methods": [name.upper() for name in METHODS if name in able],
            }


urlpatterns = [path("", IndexView.as_view(), name="api-index")]
