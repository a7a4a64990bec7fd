"""Check-in at the door in the API."""

from typing import Any

from rest_framework import serializers

from ..models import Event
from ..rest.resources import ActionMethod, OneOfEvent
from . import actions
from .actions import MarkedPlayers


class MarkedSerializer(serializers.Serializer):
    changed = serializers.SerializerMethodField(help_text="The numbers of the players that were marked.")
    already = serializers.IntegerField(help_text="How many were marked so before.")

    def get_changed(self, marked: MarkedPlayers) -> list[int]:
        return [entrant.player.number for entrant in marked.changed if entrant.player]


class AttendanceSerializer(serializers.Serializer):
    present = serializers.SerializerMethodField()
    absent = serializers.SerializerMethodField()

    def get_present(self, event: Event) -> int:
        return self._count(event, status="present")

    def get_absent(self, event: Event) -> int:
        return self._count(event, status="absent")

    def _count(self, event: Event, **those: Any) -> int:
        return event.entrants.filter(player__isnull=False, **those).count()


class CheckInView(OneOfEvent):
    """How many are here, and marking who is."""

    reads = "door"
    queryset = Event.objects.all()
    serializer_class = AttendanceSerializer

    present = ActionMethod(actions.check_in, on_row=False, shape=MarkedSerializer)
    absent = ActionMethod(actions.mark_absent, on_row=False, shape=MarkedSerializer)
    rest_absent = ActionMethod(actions.mark_rest_absent, needs="run", on_row=False, shape=MarkedSerializer)


urlpatterns = CheckInView.addresses("check-in")
