"""The different methods that were written in a round, box by box, and by how many; never by whom or in what order.

Entrants who are not ranked are not counted.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.safestring import SafeString

from judging.games.paper import LineAnswer
from judging.games.paper.shared_scoring import counting_box_by_value

from ..models import Entrant, Event, Mark, Result, Round
from .answers import MarkingContext
from .loader import AskedQuestion, Scoring
from .what_if import CountedLine

RoundDivision = tuple[int, int]  # ids of round and division


class MethodKeys(NamedTuple):
    """The two keys of a method, as `partition` reads them of verdicts and of what the solver lists."""

    method_key: str | None
    kin_key: str | None


class SheetMarks(NamedTuple):
    """The points of an entrant's sheets in a round."""

    points: int
    methods: int
    provisional: bool


class Hit(NamedTuple):
    """A line that hits the target of a box. `method` is the key of its class; `near_key` is equal for near-duplicates,
    empty if a judge named the value; `mathematics` is MathML."""

    box: int
    method: str
    text: str
    mathematics: SafeString
    is_ruled: bool
    near_key: str


@dataclass
class WrittenMethod:
    """One method: its shortest text, who wrote it (ids of entrants), whether it counts only by a ruling, and the
    near-duplicate keys of its texts."""

    text: str
    mathematics: SafeString = field(default_factory=SafeString)
    entrants: set[int] = field(default_factory=set)
    is_ruled: bool = False
    near_keys: set[str] = field(default_factory=set)

    @property
    def count(self) -> int:
        return len(self.entrants)


@dataclass(frozen=True)
class SheetsOfDivision:
    """A division in a round: what it was asked, what its sheets are worth by entrant, and its lines."""

    question: AskedQuestion
    grade: int
    marked: Mapping[int, SheetMarks]
    lines: list[CountedLine]
    same: Mapping[str, str]

    @property
    def round(self) -> Round:
        return self.question.round

    @property
    def marking(self) -> MarkingContext:
        return self.question.marking

    def with_listed(self, listed: Iterable[MethodKeys]) -> "SheetsOfDivision":
        """The same sheets, with these methods of a list joined to the classes of the written methods."""
        return replace(self, same=self.question.same_with(listed))

    def class_of(self, method_key: str) -> str:
        return self.same.get(method_key, method_key)

    @cached_property
    def methods(self) -> tuple[dict[str, WrittenMethod], ...]:
        """For each box, the methods that hit its target, by the key that stands for them."""
        boxes: tuple[dict[str, WrittenMethod], ...] = tuple({} for _ in self.marking.boxes)
        for line in self.lines:
            hit = self._hit(line)
            if hit is None or line.entrant_id not in self.marked:
                continue
            box, method, text, mathematics, is_ruled, near_key = hit
            known = boxes[box].setdefault(method, WrittenMethod(text, mathematics, is_ruled=is_ruled))
            known.entrants.add(line.entrant_id)
            known.near_keys.add(near_key)
            if (known.is_ruled, len(known.text), known.text) > (is_ruled, len(text), text):
                known.text, known.mathematics, known.is_ruled = text, mathematics, is_ruled
        return boxes

    def hitters(self, box: int) -> int:
        """How many entrants hit the target of a box."""
        return len(set[int]().union(*(each.entrants for each in self.methods[box].values())))

    @cached_property
    def _moves(self):
        settings = self.round.settings_for(self.grade)
        return counting_box_by_value(self.marking.boxes) if settings.get("misplaced") == "moved" else None

    @cached_property
    def _read(self) -> dict[tuple[int, str], Hit | None]:
        """A cache: the hit of each text that was read."""
        return {}

    def _hit(self, line: CountedLine) -> Hit | None:
        """The hit of a line; None if it hits no target."""
        place = line.box, line.digest
        if line.mark == Mark.ILLEGIBLE or self.marking.was_ruled_on(line):
            return self._of_line(line)
        if line.mark != Mark.WRITTEN:
            return None
        if place not in self._read:
            self._read[place] = self._of_line(line)
        return self._read[place]

    def _of_line(self, line: CountedLine) -> Hit | None:
        if line.box >= len(self.marking.boxes):
            return None
        answer, ruling = self.marking.answer(line), self.marking.ruling_on(line)
        box = self._box_of(answer)
        if box is None or answer.method is None or self.marking.boxes[box].void:
            return None
        text = ruling.method if ruling and ruling.method else line.text
        if ruling and ruling.value:  # of a value that a judge named nothing is known as mathematics
            return Hit(box, self.class_of(answer.method), text, SafeString(), True, "")
        verdict = self.marking.verdict_counted(line, ruling)
        mathematics = verdict.mathematics if verdict else SafeString()
        near_key = verdict.kin_key or "" if verdict else ""
        return Hit(box, self.class_of(answer.method), text, mathematics, False, near_key)

    def _box_of(self, answer: LineAnswer) -> int | None:
        """The box whose target an answer makes."""
        if answer.state != "judged":
            return None
        if answer.on_target:
            return answer.box
        box = self._moves(answer) if self._moves else answer.box
        return None if box == answer.box else box


def sheets_in(event: Event, rounds: Iterable[Round]) -> dict[RoundDivision, SheetsOfDivision]:
    """The sheets of these rounds, by round and division."""
    known = {round_.pk: round_ for round_ in rounds}
    for round_ in known.values():
        round_.event = event
    scoring, marked = Scoring(known.values(), mathematics=True), _marked(known)
    lines: dict[RoundDivision, list[CountedLine]] = defaultdict(list)
    for line in scoring.lines:
        lines[line.round_id, line.division_id].append(line)
    for place, written in lines.items():
        for entrant in _lost(written):
            marked[place].pop(entrant, None)
    return {
        place: SheetsOfDivision(question, question.grades[place[1]], marked[place], lines[place], question.same)
        for place, question in scoring.asked.items()
    }


def _lost(lines: list[CountedLine]) -> set[int]:
    """The entrants of whom nothing is known but that their sheet is lost."""
    lost = {line.entrant_id for line in lines if line.mark == Mark.SHEET_LOST}
    return lost - {line.entrant_id for line in lines if line.mark != Mark.SHEET_LOST}


def _marked(rounds: Mapping[int, Round]) -> dict[RoundDivision, dict[int, SheetMarks]]:
    results = Result.objects.in_force().filter(round__in=rounds, entrant__status=Entrant.Status.PRESENT)
    by_division: dict[RoundDivision, dict[int, SheetMarks]] = defaultdict(dict)
    columns = ("round", "entrant__division", "entrant", "points", "methods", "provisional")
    for round_, division, entrant, *rest in results.values_list(*columns):
        by_division[round_, division][entrant] = SheetMarks(*rest)
    return by_division
