"""Answer sheets in the API: printed, handed out, returned, lost."""

import django_filters
from rest_framework import serializers

from ..models import Sheet
from ..rest.references import RowSerializer
from ..rest.resources import ActionMethod, ReadRows
from ..sheets import actions, lost_sheets, spares
from ..sheets.custody import with_stage

STAGES = ("not_printed", "printed", "issued", "returned", "typed", "checked")


class SheetSerializer(RowSerializer):
    stage = serializers.SerializerMethodField(help_text=f"How far it has come: {', '.join(STAGES)}.")

    class Meta:
        model = Sheet
        fields: tuple[str, ...] = ("code", "round", "entrant", "number", "kind", "replaces", "turn", "stage")
        fields += ("printed_at", "issued_at", "returned_at", "lost_at", "spoilt_at")

    def get_stage(self, sheet: Sheet) -> str:
        return STAGES[sheet.stage]


class SheetFilter(django_filters.FilterSet):
    round = django_filters.NumberFilter("round__position")
    player = django_filters.NumberFilter("entrant__player__number")
    team = django_filters.NumberFilter("entrant__team")
    grade = django_filters.NumberFilter("entrant__division__grade")
    kind = django_filters.ChoiceFilter(choices=Sheet.Kind.choices)


class SheetViewSet(ReadRows):
    """Where every sheet of paper is."""

    reads = "custody"
    queryset = with_stage(Sheet.objects.select_related("round", "entrant__player", "entrant__team", "replaces"))
    serializer_class = SheetSerializer
    filterset_class = SheetFilter
    lookup_field, lookup_value_converter = "code", "str"

    print = ActionMethod(actions.print_, needs="run", on_row=False)
    print_again = ActionMethod(actions.print_again, needs="run", on_row=False)
    issue_all = ActionMethod(actions.issue_all, needs="key", on_row=False)
    issue = ActionMethod(actions.issue, needs="key")
    take_back = ActionMethod(actions.return_, needs="key")
    not_returned = ActionMethod(actions.not_returned, needs="key")
    lost = ActionMethod(actions.lost, needs="key")
    not_lost = ActionMethod(actions.not_lost, needs="key")
    settle_lost = ActionMethod(lost_sheets.settle, needs="desk")
    reopen_lost = ActionMethod(lost_sheets.reopen, needs="desk")
    spoilt = ActionMethod(actions.spoilt, needs="key")
    not_spoilt = ActionMethod(actions.not_spoilt, needs="key")
    give_to = ActionMethod(spares.attach, needs="key")
    replace = ActionMethod(spares.replace, needs="key")
