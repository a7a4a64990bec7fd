"""Which different methods were found in a round, box by box, and by how many; never by whom or in what order.

Who is not ranked is counted neither among those who found a method nor among those who might have.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from judging.games.common import home_by_value
from judging.games.paper import Answer

from ..models import Entrant, Event, Mark, Result, Round
from .reading import Bench
from .scoring import Question, Scoring
from .what_if import Line

Place = tuple[int, int]  # ids of round and division


class Keys(NamedTuple):
    """The two keys of a method, as `partition` reads them of verdicts and of what the solver lists."""

    method_key: str | None
    kin_key: str | None


class Marked(NamedTuple):
    """What an entrant has in a round."""

    points: int
    methods: int
    provisional: bool


@dataclass
class Found:
    """One method: the shortest writing of it, who found it (ids of entrants), and whether the judges' word alone makes it
    one."""

    text: str
    entrants: set[int] = field(default_factory=set)
    is_ruled: bool = False

    @property
    def count(self) -> int:
        return len(self.entrants)


@dataclass(frozen=True)
class Sheets:
    """A division in a round: what it was asked, what its sheets are worth by entrant, and its lines."""

    question: Question
    grade: int
    marked: Mapping[int, Marked]
    lines: list[Line]
    same: Mapping[str, str]

    @property
    def round(self) -> Round:
        return self.question.round

    @property
    def on(self) -> Bench:
        return self.question.on

    def with_listed(self, listed: Iterable[Keys]) -> "Sheets":
        """The same with methods that nobody may have written joined to the classes that these sheets' methods form."""
        return replace(self, same=self.question.same_with(listed))

    def class_of(self, method_key: str) -> str:
        return self.same.get(method_key, method_key)

    @cached_property
    def found(self) -> tuple[dict[str, Found], ...]:
        """For each box, the methods that hit its target, by the key that stands for them."""
        boxes: tuple[dict[str, Found], ...] = tuple({} for _ in self.on.boxes)
        for line in self.lines:
            hit = self._hit(line)
            if hit is None or line.entrant_id not in self.marked:
                continue
            box, method, text, is_ruled = hit
            known = boxes[box].setdefault(method, Found(text, is_ruled=is_ruled))
            known.entrants.add(line.entrant_id)
            if (known.is_ruled, len(known.text), known.text) > (is_ruled, len(text), text):
                known.text, known.is_ruled = text, is_ruled
        return boxes

    def hitters(self, box: int) -> int:
        """How many entrants hit the target of a box."""
        return len(set[int]().union(*(each.entrants for each in self.found[box].values())))

    @cached_property
    def _moves(self):
        settings = self.round.settings_for(self.grade)
        return home_by_value(self.on.boxes) if settings.get("misplaced") == "moved" else None

    @cached_property
    def _ruled(self) -> set[tuple[int, str]]:
        return {(each.box, each.digest) for each in self.on.rulings}

    @cached_property
    def _read(self) -> dict[tuple[int, str], tuple[int, str, str, bool] | None]:
        """Texts read once, however many wrote them."""
        return {}

    def _hit(self, line: Line) -> tuple[int, str, str, bool] | None:
        """(box, method, text, whether it is ruled) where a line hits a target."""
        place = line.box, line.digest
        if place in self._ruled or line.mark == Mark.ILLEGIBLE:
            return self._of_line(line)
        if line.mark != Mark.WRITTEN:
            return None
        if place not in self._read:
            self._read[place] = self._of_line(line)
        return self._read[place]

    def _of_line(self, line: Line) -> tuple[int, str, str, bool] | None:
        if line.box >= len(self.on.boxes):
            return None
        answer, ruling = self.on.answer(line), self.on.ruling_on(line)
        box = self._box_of(answer)
        if box is None or answer.method is None or self.on.boxes[box].void:
            return None
        text = ruling.method if ruling and ruling.method else line.text
        return box, self.class_of(answer.method), text, bool(ruling and ruling.value)

    def _box_of(self, answer: Answer) -> int | None:
        """The box whose target an answer makes."""
        if answer.state != "judged":
            return None
        if answer.on_target:
            return answer.box
        box = self._moves(answer) if self._moves else answer.box
        return None if box == answer.box else box


def sheets_in(event: Event, rounds: Iterable[Round]) -> dict[Place, Sheets]:
    """What was asked and written in these rounds, by round and division: six queries, whatever their number."""
    known = {round_.pk: round_ for round_ in rounds}
    for round_ in known.values():
        round_.event = event
    scoring, marked = Scoring(known.values()), _marked(known)
    lines: dict[Place, list[Line]] = defaultdict(list)
    for line in scoring.lines:
        lines[line.round_id, line.division_id].append(line)
    return {
        place: Sheets(question, question.grades[place[1]], marked[place], lines[place], question.same)
        for place, question in scoring.asked.items()
    }


def _marked(rounds: Mapping[int, Round]) -> dict[Place, dict[int, Marked]]:
    results = Result.objects.in_force().filter(round__in=rounds, entrant__status=Entrant.Status.PRESENT)
    found: dict[Place, dict[int, Marked]] = defaultdict(dict)
    columns = ("round", "entrant__division", "entrant", "points", "methods", "provisional")
    for round_, division, entrant, *rest in results.values_list(*columns):
        found[round_, division][entrant] = Marked(*rest)
    return found
