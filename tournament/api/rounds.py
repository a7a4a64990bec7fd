"""Rounds in the API with their settings, steps and clock, and the puzzle sets that are made for them."""

from rest_framework import serializers

from ..disputes import actions as disputes
from ..hall_clock import actions as hall_clock
from ..models import PuzzleSet, Round
from ..organiser import round_steps
from ..puzzle_sets import actions as set_actions, draft_actions, queries, use_actions
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..rounds import actions
from ..set_library import seasons


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


class PuzzleSetSerializer(RowSerializer):
    percent = serializers.SerializerMethodField(help_text="How far the worker is.")

    class Meta:
        model = PuzzleSet
        fields: tuple[str, ...] = ("id", "round", "grade", "name", "tags", "season", "held_on", "format", "settings")
        fields += ("count", "making", "percent", "kept", "puzzles", "problem", "revision", "made_by", "made_at")

    def get_percent(self, draft: PuzzleSet) -> int:
        return queries.percent_made(draft)


class PuzzleSetViewSet(ReadRows):
    """The event's sets: drafts, and those that are in use."""

    queryset = PuzzleSet.objects.select_related("round", "made_by")
    serializer_class = PuzzleSetSerializer
    filterset_fields = {"round__position": ["exact"], "grade": ["exact"], "making": ["exact"], "season": ["exact"]}

    make_for_day = ActionMethod(set_actions.make_for_day, on_row=False)
    make_for_round = ActionMethod(set_actions.make_for_round, on_row=False)
    make_for_grade = ActionMethod(set_actions.make_for_grade, on_row=False)
    make_season = ActionMethod(seasons.make_season, on_row=False)
    stop_season = ActionMethod(seasons.stop_season, on_row=False)
    go_on_with_season = ActionMethod(seasons.go_on_with_season, on_row=False)
    remove_season = ActionMethod(seasons.remove_season, on_row=False)
    go_on = ActionMethod(set_actions.go_on)
    stop = ActionMethod(set_actions.stop)
    destroy = ActionMethod(set_actions.remove)
    keep = ActionMethod(draft_actions.keep)
    again = ActionMethod(draft_actions.again)
    change = ActionMethod(draft_actions.change)
    edit = ActionMethod(draft_actions.edit)
    rename = ActionMethod(draft_actions.name)
    lock = ActionMethod(use_actions.lock)
    use = ActionMethod(use_actions.use)
