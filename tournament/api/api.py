"""Formats and functions as JSON, and the schema of the whole API."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import path
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from judging.games.formats import FORMATS
from judging.language.functions.table import FUNCTIONS

from ..rest.public import PublicView
from ..rest.throttles import PublicThrottle
from . import access
from .changes import ChangeViewSet, StreamView
from .events import EntryViewSet, EventViewSet, GradeViewSet, JobViewSet, SettingsView
from .imports import LinesImportViewSet, RosterImportViewSet
from .rounds import PuzzleSetViewSet, RoundViewSet
from .sheets import ScanViewSet, SettlingViewSet, SheetViewSet


class FormatShape(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()
    question = serializers.CharField()
    edition = serializers.CharField(help_text="The rules its methods follow.")
    settings = serializers.ListField(child=serializers.DictField(), source="schema.export")
    presets = serializers.SerializerMethodField()

    def get_presets(self, rules) -> list[dict]:
        return [
            {"slug": each.slug, "label": each.label, "help": each.help, "plan": each.plan.export()}
            for each in rules.presets
        ]


class FunctionShape(serializers.Serializer):
    name = serializers.CharField()
    title = serializers.CharField()
    symbols = serializers.ListField(child=serializers.CharField(), help_text="How it is typed in place.")
    calls = serializers.ListField(child=serializers.CharField(), help_text="Its names with bracketed inputs.")
    fixity = serializers.CharField(help_text="infix, postfix, prefix, call, bars or sign")
    least = serializers.IntegerField(source="min_inputs", help_text="The least number of inputs.")
    most = serializers.IntegerField(
        source="max_inputs", allow_null=True, help_text="The most inputs; null for any number."
    )
    precedence = serializers.IntegerField(help_text="Higher binds tighter; 0 for what has none.")
    domain = serializers.CharField()
    commutes = serializers.BooleanField(source="commutative")
    associates = serializers.BooleanField(source="associative")
    default = serializers.BooleanField(help_text="Whether editions with the whole notation have it.")
    rule = serializers.CharField()
    example = serializers.CharField()


class FormatsView(PublicView):
    @extend_schema(responses=FormatShape(many=True))
    def get(self, request: Request) -> Response:
        """Every format with its settings (kind, default, limits, help) and its presets."""
        return Response(FormatShape(FORMATS.values(), many=True).data)


class FunctionsView(PublicView):
    @extend_schema(responses=FunctionShape(many=True))
    def get(self, request: Request) -> Response:
        """Every function a method may use: how it is typed, where it is defined, the rule it follows."""
        return Response(FunctionShape(FUNCTIONS.values(), many=True).data)


@cache
def document(language: str, form: str) -> bytes:
    """The OpenAPI document as `yaml` or `json`. It takes a second, so a process makes it once for each language."""
    renderer = OpenApiJsonRenderer() if form == "json" else OpenApiYamlRenderer()
    with translation.override(language):
        return renderer.render(SchemaGenerator().get_schema(public=True), renderer_context={})


class SchemaView(SpectacularAPIView):
    """The API as OpenAPI, as YAML or JSON; in another language with `lang`."""

    permission_classes = [AllowAny]
    throttle_classes = [PublicThrottle]

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer, asked = request.accepted_renderer, request.GET.get("lang")
        language = asked if asked in dict(settings.LANGUAGES) else translation.get_language()
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        return HttpResponse(
            document(language, renderer.format),
            content_type=f"{renderer.media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="Number Tournament.{renderer.format}"'},
        )


class DocumentationView(SpectacularSwaggerSplitView):
    """Swagger UI, without anything inline."""

    url_name = "api-schema"
    template_name = "api/documentation.html"
    permission_classes = [AllowAny]
    throttle_classes = [PublicThrottle]


resources = {
    "audit": EntryViewSet,
    "grades": GradeViewSet,
    "jobs": JobViewSet,
    "lines-imports": LinesImportViewSet,
    "roster-imports": RosterImportViewSet,
    "scans": ScanViewSet,
    "puzzle-sets": PuzzleSetViewSet,
    "rounds": RoundViewSet,
    "settlings": SettlingViewSet,
    "sheets": SheetViewSet,
}
urlpatterns = [
    path("events/", EventViewSet.as_view({"get": "list", "post": "create"}), name="api-events"),
    *SettingsView.addresses("settings"),
    path("events/<slug:slug>/changes/", ChangeViewSet.as_view({"get": "read"}), name="api-changes"),
    path("events/<slug:slug>/changes/stream", StreamView.as_view(), name="api-changes-stream"),
    *access.urlpatterns,
    path("formats/", FormatsView.as_view(), name="api-formats"),
    path("functions/", FunctionsView.as_view(), name="api-functions"),
    path("schema/", SchemaView.as_view(), name="api-schema"),
    path("docs/", DocumentationView.as_view(), name="api-documentation"),
]
