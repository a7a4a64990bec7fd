"""One line before the judge: what was written, how it can be read, and what each reading would be worth."""

from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe

from judging.games.paper import Answer, Box, LineScore
from judging.language.evaluation.legality import Reason
from judging.language.evaluation.legality import edition as read_edition
from judging.language.parsing.writing import mathml, plain
from judging.language.verdict import Verdict as Said
from judging.language.verdict import judge
from judging.messages import Message

from ..models import Keying, Mark, PuzzleVersion, Submission
from ..round_puzzles.printed_questions import old_question
from ..scoring.answers import as_rational, outcome
from ..scoring.equal_answers import AnyText, answers_among
from ..scoring.mathml import as_mathematics
from ..scoring.rulings import Rulings, applies, equal_lines
from ..scoring.text_marks import Piece, pieces
from .precedents import Precedent, Precedents
from .reasons import READING, ReadAs, usual_reason
from .sheet_lines import JudgedSheet, WrittenBox
from .unsigned import applying_to, standing_on, unsigned_on


@dataclass(frozen=True)
class WorkingStep:
    mathematics: SafeString
    expression: str
    value: str


@dataclass(frozen=True)
class Reading:
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
    def box(self) -> WrittenBox:
        """Everything in the line's box on its sheet, itself among it."""
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
    def said(self) -> Said | None:
        """The engine's verdict on the text, with its steps; None where there is no text."""
        return self._judge(self.line.text) if self.line.text.strip() else None

    def _judge(self, text: str) -> Said:
        edition = read_edition(self.round.edition)
        return judge(text, self.question.numbers, self.question.target, edition, steps=True)

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        return self.said.reasons if self.said else ()

    @property
    def pieces(self) -> list[Piece]:
        return pieces(self.line.text, [(reason.start, reason.end) for reason in self.reasons])

    @cached_property
    def readings(self) -> list[Reading]:
        """Every reading in the engine's order; the one, where there is one; none where nothing can be read."""
        trees = self.said.trees if self.said else ()
        if self.said and len(trees) == 1:
            return [self._reading(trees[0], self.said)]
        return [self._reading(tree, self._judge(plain(tree))) for tree in trees]

    @property
    def readings_by_key(self) -> dict[str, Reading]:
        """The accepted ones of several, by their keys in the ruling form."""
        several = enumerate(self.readings, 1) if len(self.readings) > 1 else ()
        return {f"{READING}{at}": each for at, each in several if each.worth}

    def usual_reason(self, counts_as: str) -> Message | None:
        """The reason for a choice of the ruling form if the judge writes none; None where only they know it."""
        readings = {
            key: ReadAs(each.value, each.expression, bool(each.worth and each.worth.points))
            for key, each in self.readings_by_key.items()
        }
        unread = "illegible" if self.is_illegible else "no_method" if self.is_unread else ""
        return usual_reason(counts_as, readings, self.question.target, unread)

    def _reading(self, tree, said: Said) -> Reading:
        accepted = said.verdict == "accepted"
        return Reading(
            mark_safe(mathml(tree)),
            plain(tree),
            said.value or "",
            () if accepted else tuple(reason.as_message for reason in said.reasons),
            tuple(self._step(*step) for step in said.steps or ()),
            self._worth(said) if accepted else None,
        )

    def _step(self, expression: str, value: str | None) -> WorkingStep:
        return WorkingStep(as_mathematics(self.round, self.question, expression), expression, value or "")

    def _worth(self, said: Said) -> LineScore:
        supposed = Answer(
            self.line.pk,
            self.line.box,
            "judged",
            on_target=bool(said.on_target),
            distance=said.distance_up,
            value=as_rational(said.value),
            method=said.method_key,
            shown=said.value or "",
        )
        return self.judged_sheet.shares({self.line.pk: supposed})[self.line.pk]

    # who else wrote it, and what was ruled

    @cached_property
    def equals(self) -> list[Submission]:
        """The lines that a ruling for all would speak of, this one among them, by the players' numbers."""
        if self.is_illegible:
            return [self.line]
        lines = equal_lines(self.line, self.judged_sheet.question.version.puzzle)
        lines = lines.select_related("sheet__entrant__player", "sheet__entrant__team")
        return list(lines.order_by("sheet__entrant__player__number", "pk"))

    @cached_property
    def alike(self) -> list[Submission]:
        """A line for each other way in which this answer was written."""
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
    def ruled_apart(self) -> list[Submission]:
        """The others on which a ruling for only their sheet stands; a ruling for all does not apply to them."""
        given, others = self.judged_sheet.question.marking.rulings, self.others
        rulings = Rulings(given, self._answers)
        found = [(line, rulings.in_force_on(line)) for line in others]
        return [line for line, ruling in found if ruling and ruling.submission_id]

    @cached_property
    def precedents(self) -> list[Precedent]:
        """What was ruled elsewhere in the event on what has something in common with the line."""
        if self.is_illegible:
            return []
        question = self.judged_sheet.question
        verdict = question.marking.verdict_on(self.line)
        return Precedents(self.round.event_id).of(self.line, question.version, verdict, but=self.history)


def find(event_id: int, line_id: int) -> Case | None:
    """The line of the event with this number, if it is part of the record."""
    lines = Submission.objects.filter(sheet__round__event=event_id, keying__state=Keying.State.AGREED)
    line = (
        lines.select_related(
            "sheet__round__event",
            "sheet__entrant__division",
            "sheet__entrant__player",
            "sheet__entrant__team",
            "sheet__printed_version__puzzle",
            "sheet__earlier_version",
        )
        .filter(pk=line_id)
        .first()
    )
    return Case(line) if line else None
