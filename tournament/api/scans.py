"""Pictures of sheets in the API."""

import django_filters
from django.core.files.uploadedfile import UploadedFile
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser

from ..common import limits
from ..common.refusals import Refused
from ..models import Scan, Sheet, User
from ..rest.parsing import ShallowJSON
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..scanning import BadScan, clean
from ..sheets import scan_actions

PICTURE = serializers.FileField(max_length=200, help_text="JPEG, PNG, HEIC or PDF: each page is a picture.")


class ScanSerializer(RowSerializer):
    class Meta:
        model = Scan
        fields = ("id", "sheet", "width", "height", "uploaded_by", "uploaded_at")


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
    serializer_class = ScanSerializer
    filterset_class = ScanFilter
    parser_classes = (MultiPartParser, ShallowJSON)

    create = ActionMethod(attach, needs="custody", fields={"picture": PICTURE})
    destroy = ActionMethod(scan_actions.remove, needs="custody")
