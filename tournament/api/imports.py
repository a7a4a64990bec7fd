"""Files of an event in the API: kept, looked at, corrected, imported and undone, as on the pages of their kind."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser

from ..common import limits
from ..imports import actions
from ..imports.pages import Importer
from ..keying_import.import_kind import LinesImport
from ..models import Event, Import, User
from ..rest.parsing import ShallowJSON
from ..rest.resources import ActionMethod, ReadRows
from ..roster_import.import_kind import RosterImport

FILE = serializers.FileField(max_length=200, help_text="CSV or XLSX.")


class RowShape(serializers.Serializer):
    line = serializers.IntegerField()
    given = serializers.DictField(child=serializers.CharField(), help_text="Its texts by column.")
    outcome = serializers.CharField(help_text="In words.")
    problems = serializers.ListField(child=serializers.CharField())
    warnings = serializers.ListField(child=serializers.CharField())


class PlanShape(serializers.Serializer):
    """What an import would do now."""

    rows = RowShape(many=True)
    trouble = serializers.CharField(help_text="What is wrong with the whole file, or empty.")
    notes = serializers.ListField(child=serializers.CharField())
    warnings = serializers.ListField(child=serializers.CharField())
    can_apply = serializers.BooleanField()
    fingerprint = serializers.CharField(help_text="Send it as `shown`, so that only what you have seen is imported.")


class ImportSerializer(serializers.ModelSerializer):
    class Meta:
        model = Import
        fields: tuple[str, ...] = ("id", "filename", "uploaded_at", "applied_at")


class ImportWithPlanSerializer(ImportSerializer):
    plan = serializers.SerializerMethodField(help_text="Null once it is imported.")

    class Meta(ImportSerializer.Meta):
        fields = (*ImportSerializer.Meta.fields, "plan")

    @extend_schema_field(PlanShape(allow_null=True))
    def get_plan(self, upload: Import) -> dict | None:
        if upload.applied_at:
            return None
        view: ImportViewSet = self.context["view"]
        return PlanShape(view.importer.plan(upload.event, actions.table_of(upload))).data


class CellSerializer(serializers.Serializer):
    line = serializers.IntegerField(min_value=1)
    column = serializers.CharField(max_length=100)
    text = serializers.CharField(allow_blank=True, max_length=limits.CELL)


def _correct(
    *, by: User, upload: Import, cells: list[Any], leave_out: Sequence[int] = (), put_back: Sequence[int] = ()
) -> Import:
    """Correct cells, leave rows out or put them back. The file stays as it was sent."""
    texts: dict[int, dict[str, str]] = {}
    for each in cells:
        texts.setdefault(each["line"], {})[each["column"]] = each["text"]
    return actions.correct(by=by, upload=upload, cells=texts, leave_out=leave_out, put_back=put_back)


CORRECT = ActionMethod(
    _correct,
    fields={"cells": serializers.ListField(child=CellSerializer(), max_length=limits.API_LIST)},
)


def keep_file(importer: type[Importer]) -> ActionMethod:
    def keep(*, by: User, event: Event, file: UploadedFile) -> Import:
        """Keep a file and say what importing it would do."""
        content = file.read(limits.TABLE + 1)
        return actions.keep(by=by, event=event, kind=importer.kind, filename=file.name or "", content=content)

    return ActionMethod(keep, fields={"file": FILE})


class ImportViewSet(ReadRows):
    """Files of one kind. Nothing changes before `apply`; each answer says what it would do now."""

    importer: ClassVar[type[Importer]]
    queryset = Import.objects.select_related("event").defer("content", "done")
    serializer_class = ImportWithPlanSerializer
    parser_classes = (MultiPartParser, ShallowJSON)

    def get_queryset(self) -> QuerySet[Import]:
        return super().get_queryset().filter(kind=self.importer.kind)

    def get_serializer_class(self) -> type[serializers.BaseSerializer]:
        return ImportSerializer if self.action == "list" else ImportWithPlanSerializer


class RosterImportViewSet(ImportViewSet):
    """Players and teams from files."""

    reads, importer = "roster", RosterImport

    create = keep_file(RosterImport)
    correct = CORRECT
    apply = ActionMethod(RosterImport.apply)
    undo = ActionMethod(RosterImport.undo)


class LinesImportViewSet(ImportViewSet):
    """Typed lines from files; `bulk-lines/` says how far the worker is with them."""

    reads, importer = "key", LinesImport

    create = keep_file(LinesImport)
    correct = CORRECT
    apply = ActionMethod(LinesImport.apply)
