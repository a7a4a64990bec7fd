"""The audit trail in the API."""

import django_filters
from rest_framework import serializers

from ..models import AuditEntry
from ..rest.resources import ReadRows


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
