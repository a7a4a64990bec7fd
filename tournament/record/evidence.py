"""What lies on the table when a dispute is decided."""

from functools import cached_property

from ..models import Dispute, Entrant, Keying, Round, Ruling, Sheet, Submission
from . import case as cases
from .case import Case
from .desk import Desk
from .disputes import lines_of, voices
from .questions import version_for
from .reach import Reach, reach_of
from .rulings import applies


class Evidence:
    """A dispute with the line or the sheet it speaks of, as both stand today."""

    def __init__(self, dispute: Dispute):
        self.dispute = dispute

    @cached_property
    def case(self) -> Case | None:
        """The disputed line on the judge's desk; None for a whole sheet, or once the sheet was typed anew."""
        line = self.dispute.submission_id
        return cases.find(self.dispute.event_id, line) if line else None

    @property
    def was_typed_anew(self) -> bool:
        return self.dispute.submission_id is not None and self.case is None

    @cached_property
    def desk(self) -> Desk:
        return self.case.desk if self.case else Desk(self.dispute.sheet.round, self.dispute.sheet.entrant)

    @cached_property
    def statements(self) -> list[str]:
        """What was said when it was filed, then by those who joined."""
        return [self.dispute.statement, *voices([self.dispute])[self.dispute.pk]]

    @cached_property
    def reach(self) -> Reach:
        return reach_of(self.dispute.event, [self.dispute])[self.dispute.pk]

    @cached_property
    def rulings(self) -> list[Ruling]:
        """Those that speak of what is disputed, in the order given: any of them may have been given for it."""
        sheet = self.dispute.sheet
        version, lines = version_for(sheet.round, sheet.entrant), lines_of(self.dispute)
        if version is None:
            return []
        given = Ruling.objects.filter(puzzle=version.puzzle_id, digest__in={line.digest for line in lines})
        given = given.select_related("submission", "given_by").order_by("pk")
        return [each for each in given if any(applies(each, line) for line in lines)]

    @property
    def since(self) -> list[Ruling]:
        """Those given since it was filed."""
        return [each for each in self.rulings if each.given_at >= self.dispute.filed_at]


def recorded_sheets(round_: Round, entrant: Entrant) -> list[Sheet]:
    """An entrant's recorded sheets of a round, each with its lines as `recorded`, every line with the `label` of its
    box; four queries."""
    version = version_for(round_, entrant)
    labels = [box.label for box in version.read_boxes()] if version else []
    sheets: dict[int, Sheet] = {}
    lines = Submission.objects.filter(
        sheet__round=round_, sheet__entrant=entrant, keying__state=Keying.State.AGREED
    )
    for line in lines.select_related("sheet").order_by("sheet__number", "box", "position"):
        sheet = sheets.setdefault(line.sheet_id, line.sheet)
        sheet.round, sheet.entrant = round_, entrant
        sheet.recorded = [*getattr(sheet, "recorded", []), line]
        line.label = labels[line.box] if line.box < len(labels) else ""
    return list(sheets.values())
