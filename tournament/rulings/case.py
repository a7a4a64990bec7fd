"""One line before the judge: what was written, how it can be read, and what each reading would be worth."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe

from judging.games.paper import Box, LineAnswer, LineScore
from judging.language.editions import edition as read_edition
from judging.language.evaluation.legality import VerdictReason
from judging.language.parsing.writing import mathml, plain
from judging.language.verdict import Verdict as EngineVerdict, judge
from judging.messages import Message

from ..models import Keying, Mark, PuzzleVersion, Submission
from ..round_puzzles.printed_questions import old_question
from ..scoring.answers import as_rational, outcome
from ..scoring.equal_answers import AnyText, answers_among
from ..scoring.mathml import as_mathematics
from ..scoring.rulings import RulingsInForce, applies, equal_lines
from ..scoring.text_marks import Piece, pieces
from .past_rulings import applying_to, standing_on, unsigned_on
from .precedents import Precedent, Precedents
from .reasons import READING, ReadAs, unread_by, usual_reason
from .sheet_lines import JudgedBox, JudgedSheet


@dataclass(frozen=True)
class WorkingStep:
    mathematics: SafeString
    expression: str
    value: str


@dataclass(frozen=True)
class CaseReading:
    """One way to understand the text. `worth` is what the line would score; None where it is not accepted."""

    mathematics: SafeString
    expression: str
    value: str
    reasons: tuple[Message, ...]
    steps: tuple[WorkingStep, ...]
    worth: LineScore | None

    @property
    def tag(self) -> str:
        """The name of its tag, as that of the line would be."""
        if self.worth is None:
            return "does_not_count"
        landed = outcome(self.worth.code)
        return "on_target_unscored" if landed == "on_target" and not self.worth.points else landed


class Case:
    """A line with everything a judge looks at, in a fixed number of queries."""

    def __init__(self, line: Submission):
        self.line, self.round = line, line.sheet.round
        self.judged_sheet = JudgedSheet(self.round, line.sheet.owner)
        self.question = self.judged_sheet.question.marking.boxes[line.box]
        self.tag = self.judged_sheet.tag(line)
        self.ruling = self.judged_sheet.question.marking.ruling_on(line)
        version, given = self.judged_sheet.question.version, self.judged_sheet.question.marking.rulings
        unsigned = unsigned_on([version.puzzle_id]).get(version.puzzle_id, ())
        texts: list[AnyText] = [*self.equals, *given, *(each.ruling for each in unsigned)]
        self._answers = answers_among(version, self.round, texts)
        self.history = [ruling for ruling in given if applies(ruling, line, self._answers)]
        self.unsigned = applying_to(unsigned, line, self._answers)
        self._standing = standing_on(line, given, unsigned, self._answers)

    @property
    def is_illegible(self) -> bool:
        return self.line.mark == Mark.ILLEGIBLE

    @property
    def is_unread(self) -> bool:
        """Whether neither the volunteer nor the program could read it, so that a judge may say what it says."""
        return self.is_illegible or any(reason.code == "unreadable" for reason in self.reasons)

    @property
    def last_seen(self) -> int:
        """The id of the last ruling, signed or not, on the line, 0 where there is none; `rulings.give` asks for it."""
        return self._standing[-1].pk if self._standing else 0

    @property
    def box(self) -> JudgedBox:
        """All lines in this line's box on its sheet."""
        return self.judged_sheet.box(self.line.box)

    # what the paper shows

    @cached_property
    def old_question(self) -> PuzzleVersion | None:
        """The question on the paper, where it is another one than the line is judged by."""
        return old_question(self.line.sheet, self.judged_sheet.question.version)

    @property
    def printed(self) -> Box | None:
        """What the paper asks in the line's box, where that differs from what the line is judged by."""
        boxes = self.old_question.read_boxes() if self.old_question else ()
        box = boxes[self.line.box] if self.line.box < len(boxes) else None
        asked = (self.question.numbers, self.question.target)
        return box if box and (box.numbers, box.target) != asked else None

    # what the engine says

    @cached_property
    def engine_verdict(self) -> EngineVerdict | None:
        """The engine's verdict on the text, with its steps; None where there is no text."""
        return self._judge(self.line.text) if self.line.text.strip() else None

    def _judge(self, text: str) -> EngineVerdict:
        edition = read_edition(self.round.edition)
        return judge(text, self.question.numbers, self.question.target, edition, steps=True)

    @cached_property
    def reasons(self) -> tuple[VerdictReason, ...]:
        return self.engine_verdict.reasons if self.engine_verdict else ()

    @property
    def pieces(self) -> list[Piece]:
        return pieces(self.line.text, [(reason.start, reason.end) for reason in self.reasons])

    @cached_property
    def readings(self) -> list[CaseReading]:
        """Every reading in the engine's order; the one, where there is one; none where nothing can be read."""
        trees = self.engine_verdict.trees if self.engine_verdict else ()
        if self.engine_verdict and len(trees) == 1:
            return [self._reading(trees[0], self.engine_verdict)]
        return [self._reading(tree, self._judge(plain(tree))) for tree in trees]

    @property
    def readings_by_key(self) -> dict[str, CaseReading]:
        """The accepted ones of several, by their keys in the ruling form."""
        several = enumerate(self.readings, 1) if len(self.readings) > 1 else ()
        return {f"{READING}{at}": each for at, each in several if each.worth}

    def usual_reason(self, counts_as: str) -> Message | None:
        """The reason for a choice of the ruling form if the judge writes none; None where only they know it."""
        readings = {
            key: ReadAs(each.value, each.expression, bool(each.worth and each.worth.points))
            for key, each in self.readings_by_key.items()
        }
        unread = ""
        if self.is_unread:
            unread = "illegible" if self.is_illegible else "no_method"
        else:
            unread = unread_by([reason.code for reason in self.reasons])
        return usual_reason(counts_as, readings, self.question.target, unread)

    def _reading(self, tree, verdict: EngineVerdict) -> CaseReading:
        accepted = verdict.verdict == "accepted"
        return CaseReading(
            mark_safe(mathml(tree)),
            plain(tree),
            verdict.value or "",
            () if accepted else tuple(reason.as_message for reason in verdict.reasons),
            tuple(self._step(*step) for step in verdict.steps or ()),
            self._worth(verdict) if accepted else None,
        )

    def _step(self, expression: str, value: str | None) -> WorkingStep:
        return WorkingStep(as_mathematics(self.round, self.question, expression), expression, value or "")

    def _worth(self, verdict: EngineVerdict) -> LineScore:
        supposed = LineAnswer(
            self.line.pk,
            self.line.box,
            "judged",
            on_target=bool(verdict.on_target),
            distance=verdict.distance_up,
            value=as_rational(verdict.value),
            method=verdict.method_key,
            shown=verdict.value or "",
        )
        return self.judged_sheet.shares({self.line.pk: supposed})[self.line.pk]

    # who else wrote it, and what was ruled

    @cached_property
    def equals(self) -> list[Submission]:
        """The lines that a ruling for all would cover, this one included, by the players' numbers."""
        if self.is_illegible:
            return [self.line]
        lines = equal_lines(self.line, self.judged_sheet.question.version.puzzle)
        lines = lines.select_related("sheet__entrant__player", "sheet__entrant__team")
        return list(lines.order_by("sheet__entrant__player__number", "pk"))

    @cached_property
    def other_spellings(self) -> list[Submission]:
        """One line for each other spelling of this answer."""
        firsts = {line.digest: line for line in reversed(self.equals)}
        return [line for key, line in firsts.items() if key != self.line.digest]

    @property
    def sheets(self) -> int:
        return len({line.sheet_id for line in self.equals})

    @property
    def others(self) -> list[Submission]:
        """One equal line of every other sheet."""
        return list({line.sheet_id: line for line in self.equals if line.sheet_id != self.line.sheet_id}.values())

    @property
    def ruled_separately(self) -> list[Submission]:
        """The equal lines with a ruling for only their sheet; a ruling for all does not apply to them."""
        given, others = self.judged_sheet.question.marking.rulings, self.others
        rulings = RulingsInForce(given, self._answers)
        in_force = [(line, rulings.in_force_on(line)) for line in others]
        return [line for line, ruling in in_force if ruling and ruling.submission_id]

    @cached_property
    def precedents(self) -> list[Precedent]:
        """Rulings elsewhere in the event on lines that have something in common with this one."""
        if self.is_illegible:
            return []
        question = self.judged_sheet.question
        verdict = question.marking.verdict_on(self.line)
        return Precedents(self.round.event_id).of(self.line, question.version, verdict, without=self.history)


def find(event_id: int, line_id: int) -> Case | None:
    """The line of the event with this number, if it is part of the record."""
    lines = Submission.objects.filter(sheet__round__event=event_id, keying__state=Keying.State.AGREED)
    lines = lines.select_related(
        "sheet__round__event",
        "sheet__entrant__division",
        "sheet__entrant__player",
        "sheet__entrant__team",
        "sheet__printed_version__puzzle",
        "sheet__earlier_version",
    )
    line = lines.filter(pk=line_id).first()
    return Case(line) if line else None
