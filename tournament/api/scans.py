"""Pictures of sheets in the API."""

from typing import cast

import django_filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from ..common import limits
from ..common.refusals import Refused
from ..models import Scan, Sheet, User
from ..rest.idempotency import idempotent
from ..rest.parsing import ShallowJSON, read
from ..rest.references import RowField, RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..scanning import BadScan, clean
from ..sheets import scan_actions


class PictureSerializer(serializers.Serializer):
    sheet = RowField(Sheet, help_text="Its code, as the square code of the picture says too.")
    picture = serializers.FileField(max_length=200, help_text="JPEG, PNG, HEIC or PDF: each page is a picture.")


class ScanSerializer(RowSerializer):
    class Meta:
        model = Scan
        fields = ("id", "sheet", "width", "height", "uploaded_by", "uploaded_at")


class ScansSerializer(serializers.Serializer):
    results = ScanSerializer(many=True)


class ScanFilter(django_filters.FilterSet):
    sheet = django_filters.CharFilter("sheet__code")
    round = django_filters.NumberFilter("sheet__round__position")


class ScanViewSet(ReadRows):
    """Pictures of sheets, for judges and organisers; whoever sees where sheets are may send one."""

    reads, to_event = "desk", "sheet__round__event"
    queryset = Scan.objects.filter(removed_at=None).select_related("sheet", "uploaded_by")
    serializer_class = ScanSerializer
    filterset_class = ScanFilter
    parser_classes = (MultiPartParser, ShallowJSON)

    destroy = ActionMethod(scan_actions.remove, needs="custody")

    @classmethod
    def needs_of(cls, action: str | None) -> str:
        return "custody" if action == "create" else super().needs_of(action)

    @extend_schema(request={"multipart/form-data": PictureSerializer}, responses={201: ScansSerializer})
    def create(self, request: Request, slug: str) -> Response:
        """Attach a picture, or each page of a file, to a sheet. The same picture is kept once."""
        return idempotent(request, lambda: self._attach(request))

    def _attach(self, request: Request) -> Response:
        sent = read(PictureSerializer, request.data, context=self.get_serializer_context())
        file = sent["picture"]
        try:
            pictures = clean(file.read(limits.SCAN + 1), file.name or "")
        except BadScan as bad:
            raise Refused("bad_picture", str(bad), status=bad.status, fields={"picture": str(bad)}) from bad
        done = scan_actions.attach(by=cast(User, request.user), sheet=sent["sheet"], pictures=pictures)
        return Response({"results": self.get_serializer(done.scans, many=True).data}, status=201)
