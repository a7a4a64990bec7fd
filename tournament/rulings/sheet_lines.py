"""One entrant's sheet in one round as judges see it: every line with what it counts as today, worked out afresh."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString

from judging.games.paper import Box, LineAnswer, LineScore

from ..models import Entrant, Mark, Round, Submission
from ..scoring.loader import AskedQuestion, Scoring
from ..scoring.what_if import recorded_lines


@dataclass(frozen=True)
class JudgedLine:
    """A line with its tag, its value, its share of the points, and whether a judge ruled on it."""

    line: Submission
    mathematics: SafeString
    tag: str
    value: str
    share: LineScore
    is_ruled: bool


@dataclass(frozen=True)
class JudgedBox:
    box: Box
    lines: tuple[JudgedLine, ...]

    @property
    def points(self) -> int:
        return sum(each.share.points for each in self.lines)


class JudgedSheet:
    """An entrant's lines in a round, as judges see them; none where the entrant has no puzzle."""

    def __init__(self, round_: Round, entrant: Entrant):
        self.round, self.entrant = round_, entrant
        self._asked = Scoring([round_], [entrant.pk], divisions=[entrant.plays_in], mathematics=True).asked
        self.lines = recorded_lines(round_, entrant) if self._asked else []

    @property
    def question(self) -> AskedQuestion:
        """What the lines are judged by: there are none where nothing is asked."""
        return self._asked[self.round.pk, self.entrant.plays_in]

    def shares(self, supposed: Mapping[int, LineAnswer] | None = None) -> dict[int, LineScore]:
        """Every line's share by its id, as it stands or, for the lines in `supposed`, as it would be."""
        worth = self.question.score(self.entrant.plays_in, self.lines, supposed)
        return {share.line: share for share in worth.lines}

    @cached_property
    def standing(self) -> dict[int, LineScore]:
        return self.shares()

    def tag(self, line: Submission) -> str:
        return self.question.marking.tag(line, self.standing[line.pk].code, self.standing[line.pk].points)

    def judged_line(self, line: Submission) -> JudgedLine:
        verdict, ruling = self.question.marking.verdict_on(line), self.question.marking.ruling_on(line)
        engine_value = verdict.value if verdict and not ruling else ""  # what the engine makes of it, refused or not
        value = self.question.marking.answer(line).writing or engine_value or ""
        mathematics = verdict.mathematics if verdict and line.mark == Mark.WRITTEN else SafeString()
        return JudgedLine(line, mathematics, self.tag(line), value, self.standing[line.pk], ruling is not None)

    def box(self, at: int) -> JudgedBox:
        lines = tuple(self.judged_line(line) for line in self.lines if line.box == at)
        return JudgedBox(self.question.marking.boxes[at], lines)

    @property
    def boxes(self) -> list[JudgedBox]:
        """The boxes with anything written in them."""
        return [self.box(at) for at in sorted({line.box for line in self.lines})]
