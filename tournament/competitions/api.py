"""The halls of a competition and their files in the API."""

from typing import cast

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from ..common import limits
from ..models import Hall, HallFile, User
from ..rest.parsing import ShallowJSON, read
from ..rest.references import RowField, RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from . import actions
from .forms import SMALL
from .handing_in import hand_in
from .refusals import sentence


class HallViewSet(ReadRows):
    """The halls of the competition that the event runs."""

    queryset = Hall.objects.select_related("competition__event")
    shows = ("id", "slug", "name", "fingerprint", "event_slug", "withdrawn_at", "counted")

    create = ActionMethod(actions.add_hall)
    withdraw = ActionMethod(actions.withdraw)
    readmit = ActionMethod(actions.readmit)


class HallUploadSerializer(serializers.Serializer):
    hall = RowField(Hall)
    document = serializers.FileField(help_text="event.json of the hall.")
    statement = serializers.FileField(required=False, help_text="The signed text of its final copy.")
    signature = serializers.FileField(required=False)
    public_key = serializers.FileField(required=False, help_text="signing-key.pem of the hall's site.")


class HallFileSerializer(RowSerializer):
    refusal = serializers.SerializerMethodField(help_text="Why it is refused; null for a good file.")

    class Meta:
        model = HallFile
        fields = ("id", "hall", "digest", "is_final", "refusal", "handed_in_by", "handed_in_at")

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_refusal(self, file: HallFile) -> dict | None:
        return file.refusal and {**file.refusal, "sentence": sentence(file.refusal["code"], file.refusal["facts"])}


class HallFileViewSet(ReadRows):
    """The files that halls handed in, with their verdicts."""

    queryset = HallFile.objects.select_related("hall", "handed_in_by").defer("document", "summary")
    serializer_class = HallFileSerializer
    parser_classes = (MultiPartParser, ShallowJSON)

    @extend_schema(request={"multipart/form-data": HallUploadSerializer}, responses={201: HallFileSerializer})
    def create(self, request: Request, slug: str) -> Response:
        """Hand in the public export of a hall, signed or provisional. A refused file is 422 with the reason. The same
        file again changes nothing."""
        sent = read(HallUploadSerializer, request.data, context=self.get_serializer_context())
        hall = sent.pop("hall")
        most = {"document": limits.HALL_FILE}
        contents = {name: file.read(most.get(name, SMALL) + 1) for name, file in sent.items()}
        file = hand_in(by=cast(User, request.user), hall=hall, **contents)
        return Response(self.get_serializer(self.get_queryset().get(pk=file.pk)).data, status=201)


resources = {"halls": HallViewSet, "hall-files": HallFileViewSet}
