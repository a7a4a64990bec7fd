"""docs/schemas/public-export.schema.json: parts that the API gives too are described as there. Papers, which are made
without serializers, are described in the file."""

import json
import os
from typing import Any

from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.views import APIView

from tests.tournament.exports.counting import SCHEMA, SCHEMA_FILE
from tournament.results.json_serializers import EventFactsShape, GradeSerializer, RoundRulesShape, StandingShape
from tournament.roster.api import PublicPlayerSerializer, PublicTeamSerializer
from tournament.round_puzzles.api import AskedSerializer
from tournament.series.api import RecordedSeriesShape
from tournament.standings.api import PublicPenaltySerializer
from tournament.ties.api import DrawSerializer, TieGameSerializer

REFERENCE = "#/components/schemas/"
HOOKS = ["drf_spectacular.hooks.postprocess_schema_enums", "tournament.rest.schema.with_nulls"]


class PlayedGameSerializer(TieGameSerializer):
    waiting = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    may_add = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)

    class Meta(TieGameSerializer.Meta):
        fields = (*TieGameSerializer.Meta.fields, "waiting", "may_add")


class PlayedTieSerializer(DrawSerializer):
    games = PlayedGameSerializer(many=True)

    class Meta(DrawSerializer.Meta):
        fields = (*DrawSerializer.Meta.fields, "games")


PARTS = {
    "event": EventFactsShape(),
    "grades": GradeSerializer(many=True),
    "rounds": RoundRulesShape(many=True),
    "players": PublicPlayerSerializer(many=True),
    "teams": PublicTeamSerializer(many=True),
    "puzzles": AskedSerializer(many=True),
    "penalties": PublicPenaltySerializer(many=True),
    "ties": PlayedTieSerializer(many=True),
    "standings": StandingShape(many=True),
    "series": RecordedSeriesShape(many=True),
}


class Everything(APIView):
    @extend_schema(responses=inline_serializer("Parts", dict(PARTS)))
    def get(self, request):
        """Only for its schema."""


def described() -> dict[str, Any]:
    """The schemas that drf-spectacular writes, as definitions of a JSON schema in which nothing else may stand."""
    generator = SchemaGenerator(patterns=[path("all/", Everything.as_view())])
    with patched_settings({"POSTPROCESSING_HOOKS": HOOKS}):
        schemas = generator.get_schema(public=True)["components"]["schemas"]
    return {name: closed(each) for name, each in json.loads(json.dumps(schemas).replace(REFERENCE, "#/$defs/")).items()}


def closed(schema: Any) -> Any:
    """With all its fields and no other, and without the bounds of columns, which differ between databases."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    read = {name: closed(each) for name, each in schema.items() if name not in ("minimum", "maximum", "readOnly")}
    if isinstance(names := read.get("properties"), dict):
        read |= {"required": sorted(names), "additionalProperties": False}
    return read


def test_the_schema_says_of_each_part_what_the_schema_of_the_api_says():
    definitions = described()
    parts = definitions.pop("Parts")["properties"]
    by_hand = {name: each for name, each in SCHEMA["$defs"].items() if name[0].islower()}
    written = {
        **SCHEMA,
        "properties": SCHEMA["properties"] | {name: parts[name] for name in PARTS},
        "$defs": by_hand | definitions,
    }
    if os.environ.get("WRITE_RECORDINGS"):
        SCHEMA_FILE.write_text(json.dumps(written, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    assert written == json.loads(SCHEMA_FILE.read_text(encoding="utf-8")), "`make recordings` writes it again"
