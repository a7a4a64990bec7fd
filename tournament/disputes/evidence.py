"""Everything that a judge needs to decide a dispute."""

from functools import cached_property

from ..models import Dispute, DisputePicture, Entrant, Keying, PairRuling, Round, Ruling, Sheet, Submission
from ..rulings import case as cases
from ..rulings.case import Case
from ..rulings.sheet_lines import JudgedSheet
from ..same_method_rulings.reasons import ruling_that_joins
from ..scoring.answers import BY_RULING
from ..scoring.equal_answers import answers_among
from ..scoring.questions import version_for
from ..scoring.rulings import applies
from .outcomes import DisputeOutcome, outcomes_of
from .queries import Stakes, lines_of, stakes_of, voices


class Evidence:
    """A dispute with the line or the sheet it speaks of, as both stand today."""

    def __init__(self, dispute: Dispute):
        self.dispute = dispute

    @cached_property
    def case(self) -> Case | None:
        """The disputed line as a case; None for a whole sheet, or once the sheet was typed again."""
        line = self.dispute.submission_id
        return cases.find(self.dispute.event_id, line) if line else None

    @property
    def was_typed_anew(self) -> bool:
        return self.dispute.submission_id is not None and self.case is None

    @cached_property
    def judged_sheet(self) -> JudgedSheet:
        return self.case.judged_sheet if self.case else JudgedSheet(self.dispute.sheet.round, self.dispute.sheet.owner)

    @cached_property
    def statements(self) -> list[str]:
        """The statement with which it was filed, then the statements added later."""
        return [self.dispute.statement, *voices([self.dispute])[self.dispute.pk]]

    @cached_property
    def photos(self) -> list[DisputePicture]:
        """The photos that coaches sent with it, oldest first."""
        return list(self.dispute.pictures.filter(removed_at=None))

    @cached_property
    def stakes(self) -> Stakes:
        return stakes_of(self.dispute.event, [self.dispute])[self.dispute.pk]

    @cached_property
    def rulings(self) -> list[Ruling]:
        """The rulings that cover a disputed line, in the order given."""
        sheet = self.dispute.sheet
        version, lines = version_for(sheet.round, sheet.owner), lines_of(self.dispute)
        if version is None:
            return []
        given = Ruling.objects.filter(puzzle=version.puzzle_id).select_related("submission", "given_by").order_by("pk")
        answers = answers_among(version, sheet.round, [*lines, *given])
        return [each for each in given if any(applies(each, line, answers) for line in lines)]

    @cached_property
    def pair_ruling(self) -> PairRuling | None:
        """The ruling by which the disputed line counts once with an earlier one."""
        if self.case is None or self.case.judged_sheet.standing[self.case.line.pk].code != BY_RULING:
            return None
        return ruling_that_joins(self.case.round, self.case.judged_sheet.question.marking, self.case.line)

    @cached_property
    def outcome(self) -> DisputeOutcome | None:
        """What has followed; None unless it is upheld."""
        return outcomes_of([self.dispute]).get(self.dispute.pk)

    @cached_property
    def others(self) -> list[Dispute]:
        """The other disputes about the same sheet, in the order filed."""
        return list(self.dispute.sheet.disputes.exclude(pk=self.dispute.pk).select_related("submission"))

    @property
    def since(self) -> list[Ruling]:
        """The rulings given since it was filed."""
        return [each for each in self.rulings if each.given_at >= self.dispute.filed_at]


def recorded_sheets(round_: Round, entrant: Entrant) -> list[Sheet]:
    """An entrant's recorded sheets of a round, each with its lines as `recorded`, every line with the `label` of its
    box."""
    version = version_for(round_, entrant)
    labels = [box.label for box in version.read_boxes()] if version else []
    sheets: dict[int, Sheet] = {}
    lines = Submission.objects.filter(sheet__round=round_, sheet__entrant=entrant, keying__state=Keying.State.AGREED)
    for line in lines.select_related("sheet").order_by("sheet__number", "box", "position"):
        sheet = sheets.setdefault(line.sheet_id, line.sheet)
        sheet.round, sheet.entrant = round_, entrant
        sheet.recorded = [*getattr(sheet, "recorded", []), line]
        line.label = labels[line.box] if line.box < len(labels) else ""
    return list(sheets.values())
