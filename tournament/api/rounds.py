"""Rounds in the API: settings, steps, clock, disputes, and what they ask."""

from rest_framework import serializers

from ..disputes import actions as disputes
from ..hall_clock import actions as hall_clock
from ..models import Round
from ..organiser import round_steps
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..rounds import actions


class RoundSerializer(RowSerializer):
    name = serializers.CharField()

    class Meta:
        model = Round
        fields: tuple[str, ...] = ("position", "name", "format", "preset", "status", "settings", "edition")
        fields += ("keying_policy", "disputes_until", "clock_started_at", "clock_stopped_at", "clock_box")


class RoundViewSet(ReadRows):
    """The rounds of the event with their settings."""

    reads = "custody"
    queryset = Round.objects.select_related("event")
    serializer_class = RoundSerializer
    lookup_field = "position"

    create = ActionMethod(actions.add, needs="run")
    partial_update = ActionMethod(actions.change, needs="run", columns=actions.CHANGEABLE)
    destroy = ActionMethod(actions.remove, needs="run")
    earlier = ActionMethod(actions.earlier, needs="run")
    move = ActionMethod(round_steps.move, needs="run")
    open_disputes = ActionMethod(disputes.open_window, needs="run")
    extend_disputes = ActionMethod(disputes.extend_window, needs="run")
    close_disputes = ActionMethod(disputes.close_window, needs="run")
    start_clock = ActionMethod(hall_clock.start, needs="run")
    stop_clock = ActionMethod(hall_clock.stop, needs="run")
    resume_clock = ActionMethod(hall_clock.go_on, needs="run")
    next_question = ActionMethod(hall_clock.next_question, needs="run")
    add_time = ActionMethod(hall_clock.add_time, needs="run")
