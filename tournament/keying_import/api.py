"""Typed lines of many sheets in one request, as a file of lines hands them in."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..common import limits
from ..common.refusals import Refused
from ..imports import actions as imports
from ..models import Import, ImportedSheet, Mark
from ..rest.idempotency import idempotent
from ..rest.parsing import read
from ..rest.references import RowSerializer, VerbatimField
from ..rest.resources import ReadRows
from . import actions, handing_in
from .importer import plan

COLUMNS = ("round", "sheet", "box", "line", "mark")
FIRST_ROW = 2  # of a table, below its heading


class TypedLineSerializer(serializers.Serializer):
    round = serializers.IntegerField(min_value=1, help_text="Its position.")
    sheet = serializers.CharField(max_length=120, help_text="The sheet's code, a player's number or a team's name.")
    box = serializers.CharField(max_length=120, help_text="Its label, or its place from 1.")
    text = VerbatimField(default="")
    mark = serializers.ChoiceField(Mark.typed_choices(), default=Mark.WRITTEN)


class BulkLinesSerializer(serializers.Serializer):
    lines = serializers.ListField(child=TypedLineSerializer(), max_length=limits.API_LIST, allow_empty=False)


class BulkSheetSerializer(RowSerializer):
    refused = serializers.CharField(help_text="The code of the reason why it is not in; empty while it waits.")

    class Meta:
        model = ImportedSheet
        fields = ("round", "entrant", "number", "handed_in_at", "refused")


class BulkSerializer(serializers.ModelSerializer):
    sheets = BulkSheetSerializer(many=True)
    done = serializers.BooleanField(help_text="Whether the worker has come to every sheet.")

    class Meta:
        model = Import
        fields = ("id", "uploaded_at", "applied_at", "done", "sheets")


class BulkLinesViewSet(ReadRows):
    """Lines in bulk, in the order of the paper: each sheet is handed in whole, in a transaction of its own. Up to 200
    lines are in when the answer comes; more are a job of the worker, whose state is at the address of the answer."""

    reads = "key"
    queryset = Import.objects.filter(kind="lines").prefetch_related(
        "sheets__round", "sheets__entrant__player", "sheets__entrant__team"
    )
    serializer_class = BulkSerializer

    @extend_schema(request=BulkLinesSerializer, responses={200: BulkSerializer, 202: BulkSerializer})
    def create(self, request: Request, slug: str) -> Response:
        """Hand in the sheets that these lines make up, all of them or, if a line has a problem, none."""
        lines = read(BulkLinesSerializer, request.data, context=self.get_serializer_context())["lines"]
        return idempotent(request, lambda: self._hand_in(lines))

    def _hand_in(self, lines: list[dict]) -> Response:
        rows = [(str(each["round"]), each["sheet"], each["box"], each["text"], each["mark"]) for each in lines]
        by: Any = self.request.user
        upload = imports.keep_rows(
            by=by, event=self.event, kind="lines", columns=COLUMNS, rows=rows, filename=_("sent by a program")
        )
        planned = plan(self.event, imports.table_of(upload))
        wrong = {f"lines/{row.line - FIRST_ROW}": " ".join(row.problems) for row in planned.rows if row.problems}
        if wrong:
            upload.delete()
            text = _("Some lines have problems, so nothing was handed in.")
            raise Refused("has_problems", text, status=400, fields=wrong)
        actions.apply_import(by=by, upload=upload)
        is_short = len(lines) <= limits.LINES_AWAITED
        if is_short:
            handing_in.hand_in_some([upload.pk], 1)
        answer = self.get_serializer(self.get_queryset().get(pk=upload.pk))
        return Response(answer.data, status=200 if is_short else 202)


resources = {"bulk-lines": BulkLinesViewSet}
