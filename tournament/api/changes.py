"""The feed of an event: what changed, in the order of commit, for a program that was away.

Judges and organisers read every change, whatever the public sees; others those that public pages follow. Nothing is
taken out of it, and it never says what changed: a program reads that at the address of the resource.
"""

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from ..common import limits
from ..models import Change
from ..rest.parameters import NamedParameters
from ..rest.references import LARGEST
from ..rest.resources import Resource, find_event
from ..web.permissions import capabilities

# {a resource: the kinds of change of which it has the rows}; of all others it is the event
KINDS = {
    "rounds": ("result", "round", "clock", "methods", "disputes"),
    "penalties": ("penalty",),
    "ties": ("tie",),
    "grades": ("division",),
    "players": ("player", "players", "entrant", "roster"),
    "teams": ("team",),
    "puzzles": ("puzzle", "puzzles"),
    "sheets": ("sheet",),
    "lines": ("lines",),
    "rescores": ("rescore",),
    "rulings": ("ruling",),
    "pair-rulings": ("pair",),
    "disputes": ("dispute",),
    "series-setup": ("series", "fixture", "table"),
}
RESOURCES = {kind: resource for resource, kinds in KINDS.items() for kind in kinds}
SINCE = OpenApiParameter("since", OpenApiTypes.INT64, description="Only those after this number.")


class ChangeSerializer(serializers.ModelSerializer):
    number = serializers.IntegerField(source="place")
    resource = serializers.SerializerMethodField(help_text="Where to read what there is now.")

    class Meta:
        model = Change
        fields = ("number", "kind", "resource", "at")

    def get_resource(self, change: Change) -> str:
        slug = self.context["event"].slug
        name = RESOURCES.get(change.kind) if self.context["sees_all"] else None
        return reverse(f"api-{name}-list", args=[slug]) if name else reverse("api-event", args=[slug])


class PageOfChanges(serializers.Serializer):
    last = serializers.IntegerField(help_text="The number to go on with: `?since=`.")
    changes = ChangeSerializer(many=True)


class ChangeViewSet(Resource):
    """What changed in an event since a number, oldest first."""

    parameters = ("since",)
    permission_classes = (AllowAny,)
    queryset = Change.objects.none()
    serializer_class = PageOfChanges
    pagination_class: type[BasePagination] | None = None
    filter_backends = ()

    @extend_schema(parameters=[SINCE], responses=PageOfChanges)
    def read(self, request: Request, slug: str) -> Response:
        """At most 1,000 changes; ask again from `last` until there are none."""
        event, since = find_event(request.user, slug), request.query_params.get("since", "0")
        if not (since.isascii() and since.isdigit() and int(since[:20]) <= LARGEST**2):
            raise ValidationError({"since": ["A whole number is expected."]})
        sees_all = "desk" in capabilities(request.user, event)
        rows = list(_after(event.pk, int(since), sees_all)[: limits.API_PAGE_MOST])
        head = getattr(event, "change_head", None)
        newest = 0 if head is None else head.record_number if sees_all else head.number
        if int(since) > newest:
            raise ValidationError({"since": [_("This feed has no such number yet. Begin with 0.")]})
        last = rows[-1].place if rows else int(since)
        context = {"event": event, "sees_all": sees_all}
        return Response({"last": last, "changes": ChangeSerializer(rows, many=True, context=context).data})


def _after(event_id: int, since: int, sees_all: bool) -> QuerySet:
    column = "record_number" if sees_all else "number"
    rows = Change.objects.filter(event_id=event_id, **{f"{column}__gt": since})
    return rows.annotate(place=F(column)).order_by(column)


class EventStream(JSONRenderer):
    media_type, format = "text/event-stream", "events"


class Lines(JSONRenderer):
    media_type, format = "application/x-ndjson", "lines"


class StreamView(NamedParameters):
    """Served by the event loop (`serving.feed_streams`)."""

    parameters = ("since",)
    permission_classes = (AllowAny,)
    renderer_classes = (EventStream, Lines)

    @extend_schema(parameters=[SINCE], responses={200: ChangeSerializer, 204: None}, operation_id="changes_stream")
    def get(self, request: Request, slug: str) -> Response:
        """Each change as it comes, as a server-sent event or, if `Accept` says so, as a line of JSON. 204 if there are
        too many streams: then ask `changes/`."""
        find_event(request.user, slug)
        return Response(status=204)
