"""One line on the judge's desk: what was written, how it can be read, what each reading would be worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe

from judging.games.paper import Answer, Box, LineScore
from judging.language.legality import edition as read_edition
from judging.language.verdict import Verdict as Said
from judging.language.verdict import judge
from judging.language.writing import mathml, plain

from ..models import Entrant, Keying, Mark, PuzzleVersion, Round, Ruling, Submission
from .mathematics import as_mathematics
from .pieces import Piece, pieces
from .reading import Bench, as_rational, bench
from .replay import recorded_lines, score, version_for
from .rulings import applies, equal_lines


@dataclass(frozen=True)
class Reading:
    """One way to understand the text. `worth` is what the line would score; None where nothing can be said."""

    mathematics: SafeString
    expression: str
    value: str
    accepted: bool
    reasons: tuple[str, ...]
    worth: LineScore | None


@dataclass(frozen=True)
class Step:
    mathematics: SafeString
    expression: str
    value: str


@dataclass(frozen=True)
class Written:
    """A line of a box with what it counts as today."""

    line: Submission
    mathematics: SafeString
    state: str
    value: str
    share: LineScore


class Dispute:
    """A line with everything a judge looks at, read once, in a fixed number of queries."""

    def __init__(self, line: Submission):
        self.line = line
        self.round: Round = line.sheet.round
        self.entrant: Entrant = line.sheet.entrant
        self.version: PuzzleVersion = version_for(self.round, self.entrant)
        self.lines = recorded_lines(self.round, self.entrant)
        self.on: Bench = bench(self.round, self.version, self.lines)
        self.box: Box = self.on.boxes[line.box]
        self.ruling = self.on.ruling_on(line)
        self.history = [ruling for ruling in self.on.rulings if applies(ruling, line)]

    @property
    def has_text(self) -> bool:
        return self.line.mark == Mark.WRITTEN

    @property
    def last_seen(self) -> int:
        return self.history[-1].pk if self.history else 0

    @property
    def state(self) -> str:
        return self._state(self.line)

    @cached_property
    def said(self) -> Said | None:
        """The engine's verdict on what was written, with its steps; none on what nobody could read."""
        if not self.line.text.strip():
            return None
        edition = read_edition(self.round.edition)
        return judge(self.line.text, self.box.numbers, self.box.target, edition, steps=True)

    @cached_property
    def reasons(self) -> list[Mapping]:
        return self.said.as_dict()["reasons"] if self.said else []

    @property
    def pieces(self) -> list[Piece]:
        return pieces(self.line.text, [(reason["start"], reason["end"]) for reason in self.reasons])

    @property
    def steps(self) -> list[Step]:
        told = (self.said.as_dict()["steps"] if self.said else None) or []
        return [
            Step(
                as_mathematics(self.round, self.box, step["expression"]),
                step["expression"],
                step["value"] or "",
            )
            for step in told
        ]

    @cached_property
    def readings(self) -> list[Reading]:
        """Every reading, in the engine's order; where there is one, that one."""
        if self.said is None or not self.said.trees:
            return []
        facts = self.said.as_dict()
        told = facts["readings"] or [{**facts, "expression": plain(self.said.trees[0])}]
        return [self._reading(tree, each) for tree, each in zip(self.said.trees, told, strict=False)]

    def _reading(self, tree, told: Mapping) -> Reading:
        accepted = told["verdict"] == "accepted"
        return Reading(
            mathematics=mark_safe(mathml(tree)),
            expression=told["expression"],
            value=told["value"] or "",
            accepted=accepted,
            reasons=tuple(reason["message"] for reason in told["reasons"]) if not accepted else (),
            worth=self._worth(told["value"], told["method_key"]) if accepted else None,
        )

    def _worth(self, value: str, method: str) -> LineScore | None:
        exact = as_rational(value)
        supposed = (
            Answer(self.line.pk, self.line.box, "judged", shown=value, method=method)
            if exact is None
            else self.on.worth(self.line, exact, method)
        )
        return self._shares({self.line.pk: supposed}).get(self.line.pk)

    def _shares(self, supposed: Mapping[int, Answer] | None = None) -> dict[int, LineScore]:
        worth = score(self.round, self.entrant.player.division.grade, self.on, self.lines, supposed)
        return {share.line: share for share in worth.lines}

    @cached_property
    def shares(self) -> dict[int, LineScore]:
        return self._shares()

    @property
    def beside(self) -> list[Written]:
        """All lines of the same box on the same sheet, this one among them, as they stand."""
        return [self._written(line) for line in self.lines if line.box == self.line.box]

    def _written(self, line: Submission) -> Written:
        verdict, ruling = self.on.verdict_on(line), self.on.ruling_on(line)
        readable = line.mark == Mark.WRITTEN
        return Written(
            line,
            as_mathematics(self.round, self.box, line.text) if readable else SafeString(),
            self._state(line),
            (ruling.value if ruling else verdict.value if verdict else "") or "",
            self.shares[line.pk],
        )

    def _state(self, line: Submission) -> str:
        """The word for a line: a ruling comes before what the volunteer saw, and that before the verdict."""
        if self.on.ruling_on(line):
            return "ruled"
        if line.mark != Mark.WRITTEN:
            return line.mark
        if self.shares[line.pk].code in {"same", "ruled_same"}:
            return "counts_once"
        verdict = self.on.verdict_on(line)
        return verdict.outcome if verdict else "pending"

    @cached_property
    def equals(self) -> list[Submission]:
        """The lines that a ruling for all would speak of, this one among them, by the players' numbers."""
        if self.line.mark == Mark.ILLEGIBLE:
            return [self.line]
        lines = equal_lines(self.line, self.version.puzzle_id).select_related("sheet__entrant__player")
        return list(lines.order_by("sheet__entrant__player__number", "pk"))

    @property
    def sheets(self) -> int:
        return len({line.sheet_id for line in self.equals})

    @property
    def others(self) -> list[Submission]:
        """One equal line of every other sheet."""
        return list(
            {line.sheet_id: line for line in self.equals if line.sheet_id != self.line.sheet_id}.values()
        )

    @property
    def ruled_apart(self) -> list[Submission]:
        """Equal lines of other sheets on which a ruling for that sheet alone stands; one for all would replace it."""
        found = [(line, self.on.ruling_on(line)) for line in self.others]
        return [line for line, ruling in found if ruling and ruling.submission_id]

    @cached_property
    def precedents(self) -> list[Ruling]:
        """The latest rulings anywhere in the event on a text that differs from this one in spaces and case at most."""
        wanted = bare(self.line.text)
        if not wanted or self.line.mark == Mark.ILLEGIBLE:
            return []
        of_line = {ruling.pk for ruling in self.history}
        given = Ruling.objects.filter(event=self.round.event_id).exclude(mark=Mark.ILLEGIBLE)
        alike = [
            ruling
            for ruling in given.select_related("given_by", "puzzle__round", "puzzle__active").order_by("pk")
            if ruling.pk not in of_line and bare(ruling.text) == wanted
        ]
        latest = {(ruling.puzzle_id, ruling.box, ruling.submission_id): ruling for ruling in alike}
        standing = [each for each in latest.values() if each.counts_as != Ruling.CountsAs.WITHDRAWN]
        return standing[: -MOST_PRECEDENTS - 1 : -1]


MOST_PRECEDENTS = 8


def bare(text: str) -> str:
    """A text without its spaces and its difference of upper and lower case."""
    return "".join(text.split()).casefold()


def dispute(event_id: int, line_id: int) -> Dispute | None:
    """The line of the event with this number, if it is part of the record."""
    lines = Submission.objects.filter(sheet__round__event=event_id, keying__state=Keying.State.AGREED)
    line = (
        lines.select_related("sheet__round__event", "sheet__entrant__player__division")
        .filter(pk=line_id)
        .first()
    )
    return Dispute(line) if line else None
