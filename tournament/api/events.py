"""Events in the API: settings, grades, jobs, the audit trail."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from rest_framework import mixins, serializers
from rest_framework.permissions import AllowAny

from ..archive import actions as archiving, anonymise
from ..backups import requested as backups
from ..exports.exported_tables import rows_of
from ..jobs import actions as jobs
from ..models import AuditEntry, Division, Event, Job, Membership
from ..next_event import actions as next_event
from ..organiser import actions
from ..rest.resources import ActionMethod, OneOfEvent, ReadRows, Resource
from ..rest.throttles import PublicThrottle, TokenThrottle
from ..results.json_serializers import GradeSerializer
from ..standings import actions as standings
from ..web.published.storage import as_announced

SHOWN = ("slug", "name", "held_on", "time_zone", "visibility", "archived_at")


class EventSerializer(serializers.ModelSerializer):
    class Meta:
        model = Event
        fields = SHOWN


class EventFilter(django_filters.FilterSet):
    class Meta:
        model = Event
        fields = {"held_on": ["exact", "gte", "lte"], "visibility": ["exact"]}


class EventViewSet(mixins.ListModelMixin, Resource):
    """The events that are public, and those in which one has a role."""

    throttle_classes = (PublicThrottle, TokenThrottle)
    queryset = Event.objects.all()
    serializer_class = EventSerializer
    filterset_class = EventFilter

    create = ActionMethod(actions.create, columns=("time_zone", "accent", "public_names"))

    def get_permissions(self) -> Any:
        return [AllowAny()] if self.action == "list" else super().get_permissions()

    def get_queryset(self) -> QuerySet[Event]:
        user = self.request.user
        own = Q(memberships__user=user.pk) if user.is_authenticated else Q(pk__in=[])
        public = ~Q(visibility=Event.Visibility.HIDDEN) & Q(archived_at=None)
        token: Any = self.request.auth
        only = Q(pk=token.event_id) if getattr(token, "event_id", None) else Q()
        return super().get_queryset().filter(public | own, only).distinct()

    def paginate_queryset(self, queryset: Any) -> list[Any]:
        """A page of them. Who has no role in an event reads of it what is announced."""
        rows = super().paginate_queryset(queryset) or []
        own = set(Membership.objects.filter(user=self.request.user.pk).values_list("event", flat=True))
        as_announced(*(event for event in rows if event.pk not in own))
        return rows


class NextEventSerializer(serializers.Serializer):
    event = EventSerializer()


class SettingsSerializer(serializers.ModelSerializer):
    class Meta:
        model = Event
        fields = (*SHOWN, *(name for name in actions.CHANGEABLE if name not in SHOWN), "criteria", "dispute_minutes")


class SettingsView(OneOfEvent):
    """The event's settings, and what becomes of the event."""

    queryset = Event.objects.all()
    serializer_class = SettingsSerializer

    partial_update = ActionMethod(actions.change, columns=actions.CHANGEABLE)
    criteria = ActionMethod(standings.choose)
    copy = ActionMethod(
        next_event.create_like,
        on_row=False,
        shape=NextEventSerializer,
    )
    archive = ActionMethod(archiving.archive)
    unarchive = ActionMethod(archiving.unarchive)
    backup = ActionMethod(backups.request_backup, on_row=False)
    remove_names = ActionMethod(anonymise.anonymise, of_person=True, on_row=False)


class GradeViewSet(ReadRows):
    """The grades of the event."""

    reads = "custody"
    queryset = Division.objects.all()
    serializer_class = GradeSerializer
    lookup_field = "grade"

    create = ActionMethod(actions.add_division, needs="run")
    destroy = ActionMethod(actions.remove_division, needs="run")


class JobSerializer(serializers.ModelSerializer):
    class Meta:
        model = Job
        fields = ("id", "kind", "subject", "state", "attempts", "made_at", "ended_at")


class JobViewSet(ReadRows):
    """What the worker does for this event: judging sheets, making puzzles, handing in lines, copies."""

    queryset = Job.objects.all()
    serializer_class = JobSerializer
    filterset_fields = ("kind", "state")

    try_again = ActionMethod(jobs.try_again)

    def get_queryset(self) -> QuerySet[Job]:
        return rows_of(self.event, Job)


class EntrySerializer(serializers.ModelSerializer):
    class Meta:
        model = AuditEntry
        fields = ("number", "at", "by", "verb", "subject", "subject_id", "before", "after", "why", "previous", "hash")

    by = serializers.IntegerField(source="by_id", allow_null=True, help_text="The id of the person.")


class EntryFilter(django_filters.FilterSet):
    since = django_filters.NumberFilter("number", "gt", label="Only those after this number.")

    class Meta:
        model = AuditEntry
        fields = ("verb", "subject", "subject_id")


class EntryViewSet(ReadRows):
    """Every decision, numbered and chained by its hash."""

    queryset = AuditEntry.objects.all()
    serializer_class = EntrySerializer
    filterset_class = EntryFilter
    lookup_field = "number"
