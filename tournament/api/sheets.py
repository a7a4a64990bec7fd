"""Answer sheets in the API: where each is, its pictures, and what it says where two readings differ."""

from typing import Any

import django_filters
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser

from ..common import limits
from ..common.refusals import Refused
from ..double_keying.comparison import Readings, readings_of
from ..double_keying.slots import THIRD
from ..keying.actions import LEFT, OWN, RIGHT, PlaceChoice, settle
from ..models import Keying, Mark, Scan, Sheet, Submission, User
from ..rest.parsing import ShallowJSON
from ..rest.references import RowSerializer, VerbatimField
from ..rest.resources import ActionMethod, ReadRows
from ..scanning import BadScan, clean
from ..sheets import actions, lost_sheets, scan_actions, spares
from ..sheets.custody import with_stage

STAGES = ("not_printed", "printed", "issued", "returned", "typed", "checked")


class SheetSerializer(RowSerializer):
    stage = serializers.SerializerMethodField(help_text=f"How far it has come: {', '.join(STAGES)}.")

    class Meta:
        model = Sheet
        fields: tuple[str, ...] = ("code", "round", "entrant", "number", "kind", "replaces", "turn", "stage")
        fields += ("printed_at", "issued_at", "returned_at", "lost_at", "spoilt_at")

    def get_stage(self, sheet: Sheet) -> str:
        return STAGES[sheet.stage]


class SheetFilter(django_filters.FilterSet):
    round = django_filters.NumberFilter("round__position")
    player = django_filters.NumberFilter("entrant__player__number")
    team = django_filters.NumberFilter("entrant__team")
    grade = django_filters.NumberFilter("entrant__division__grade")
    kind = django_filters.ChoiceFilter(choices=Sheet.Kind.choices)


class SheetViewSet(ReadRows):
    """Where every sheet of paper is."""

    reads = "custody"
    queryset = with_stage(Sheet.objects.select_related("round", "entrant__player", "entrant__team", "replaces"))
    serializer_class = SheetSerializer
    filterset_class = SheetFilter
    lookup_field, lookup_value_converter = "code", "str"

    print = ActionMethod(actions.print_, needs="run", on_row=False)
    print_again = ActionMethod(actions.print_again, needs="run", on_row=False)
    issue_all = ActionMethod(actions.issue_all, needs="key", on_row=False)
    issue = ActionMethod(actions.issue, needs="key")
    take_back = ActionMethod(actions.return_, needs="key")
    not_returned = ActionMethod(actions.not_returned, needs="key")
    lost = ActionMethod(actions.lost, needs="key")
    not_lost = ActionMethod(actions.not_lost, needs="key")
    settle_lost = ActionMethod(lost_sheets.settle, needs="desk")
    reopen_lost = ActionMethod(lost_sheets.reopen, needs="desk")
    spoilt = ActionMethod(actions.spoilt, needs="key")
    not_spoilt = ActionMethod(actions.not_spoilt, needs="key")
    give_to = ActionMethod(spares.attach, needs="key")
    replace = ActionMethod(spares.replace, needs="key")


PICTURE = serializers.FileField(max_length=200, help_text="JPEG, PNG, HEIC or PDF: each page is a picture.")


class ScanFilter(django_filters.FilterSet):
    sheet = django_filters.CharFilter("sheet__code")
    round = django_filters.NumberFilter("sheet__round__position")


def attach(*, by: User, sheet: Sheet, picture: UploadedFile) -> list[Scan]:
    """Attach a picture, or each page of a file, to a sheet. The same picture is kept once."""
    try:
        pictures = clean(picture.read(limits.SCAN + 1), picture.name or "")
    except BadScan as bad:
        raise Refused("bad_picture", str(bad), status=bad.status, fields={"picture": str(bad)}) from bad
    return scan_actions.attach(by=by, sheet=sheet, pictures=pictures).scans


class ScanViewSet(ReadRows):
    """Pictures of sheets, for judges and organisers; whoever sees where sheets are may send one."""

    reads = "desk"
    queryset = Scan.objects.filter(removed_at=None).select_related("sheet", "uploaded_by")
    shows = ("id", "sheet", "width", "height", "uploaded_by", "uploaded_at")
    filterset_class = ScanFilter
    parser_classes = (MultiPartParser, ShallowJSON)

    create = ActionMethod(attach, needs="custody", fields={"picture": PICTURE})
    destroy = ActionMethod(scan_actions.remove, needs="custody")


class ReadLineSerializer(serializers.ModelSerializer):
    mark = serializers.CharField()

    class Meta:
        model = Submission
        fields = ("text", "mark")


class DifferingPlaceSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    box = serializers.IntegerField()
    left = ReadLineSerializer(allow_null=True, help_text="The line of the first reading; null if it has none here.")
    right = ReadLineSerializer(allow_null=True)


class SettlingSerializer(RowSerializer):
    state = serializers.CharField()
    differing = serializers.SerializerMethodField()

    class Meta:
        model = Keying
        fields = ("id", "sheet", "state", "differing")

    @extend_schema_field(DifferingPlaceSerializer(many=True))
    def get_differing(self, keying: Keying) -> Any:
        readings: Readings = readings_of(keying.sheet, keying.turn)
        return DifferingPlaceSerializer(readings.differing, many=True).data


class PlaceChoiceSerializer(serializers.Serializer):
    number = serializers.IntegerField(min_value=1, help_text="Of the place.")
    side = serializers.ChoiceField([LEFT, RIGHT, OWN])
    text = VerbatimField(default="")
    mark = serializers.ChoiceField(Mark.typed_choices(), default=Mark.WRITTEN)


class MissedLineSerializer(serializers.Serializer):
    box = serializers.IntegerField(min_value=0)
    text = VerbatimField()


def _settle(*, by: User, keying: Keying, choices: list[Any], more: list[Any]) -> list[Submission]:
    """Hand in the third reading: at each place where the two differ the left line, the right one or one's own; and in
    `more` a line that both left out."""
    chosen = {each["number"]: PlaceChoice(each["side"], each["text"], each["mark"]) for each in choices}
    return settle(by=by, keying=keying, choices=chosen, more={each["box"]: each["text"] for each in more})


class SettlingViewSet(ReadRows):
    """What you settle at the moment. Open a sheet that needs it by `keyings/`."""

    reads = "key"
    queryset = Keying.objects.filter(slot=THIRD).select_related("sheet__round")
    serializer_class = SettlingSerializer

    settle = ActionMethod(
        _settle,
        fields={
            "choices": serializers.ListField(child=PlaceChoiceSerializer(), max_length=1000),
            "more": serializers.ListField(child=MissedLineSerializer(), max_length=100, default=list),
        },
    )

    def get_queryset(self) -> QuerySet[Keying]:
        return super().get_queryset().filter(keyer=self.request.user)
