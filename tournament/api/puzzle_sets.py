"""Generated puzzle sets in the API: made by the worker, kept in part, locked, used."""

from rest_framework import serializers

from ..models import PuzzleSet
from ..puzzle_sets import actions, draft_actions, queries, use_actions
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..set_library import seasons


class PuzzleSetSerializer(RowSerializer):
    percent = serializers.SerializerMethodField(help_text="How far the worker is.")

    class Meta:
        model = PuzzleSet
        fields: tuple[str, ...] = (
            "id",
            "round",
            "grade",
            "name",
            "tags",
            "season",
            "held_on",
            "format",
            "settings",
            "count",
            "making",
        )
        fields += ("percent", "kept", "puzzles", "problem", "revision", "made_by", "made_at")

    def get_percent(self, draft: PuzzleSet) -> int:
        return queries.percent_made(draft)


class PuzzleSetViewSet(ReadRows):
    """The event's sets: drafts, and those that are in use."""

    queryset = PuzzleSet.objects.select_related("round", "made_by")
    serializer_class = PuzzleSetSerializer
    filterset_fields = {"round__position": ["exact"], "grade": ["exact"], "making": ["exact"], "season": ["exact"]}

    make_for_day = ActionMethod(actions.make_for_day, on_row=False)
    make_for_round = ActionMethod(actions.make_for_round, on_row=False)
    make_for_grade = ActionMethod(actions.make_for_grade, on_row=False)
    make_season = ActionMethod(seasons.make_season, on_row=False)
    stop_season = ActionMethod(seasons.stop_season, on_row=False)
    go_on_with_season = ActionMethod(seasons.go_on_with_season, on_row=False)
    remove_season = ActionMethod(seasons.remove_season, on_row=False)
    go_on = ActionMethod(actions.go_on)
    stop = ActionMethod(actions.stop)
    destroy = ActionMethod(actions.remove)
    keep = ActionMethod(draft_actions.keep)
    again = ActionMethod(draft_actions.again)
    change = ActionMethod(draft_actions.change)
    edit = ActionMethod(draft_actions.edit)
    rename = ActionMethod(draft_actions.name)
    lock = ActionMethod(use_actions.lock)
    use = ActionMethod(use_actions.use)
