"""A puzzle file -> the boxes of each round and grade, with each row's problems beside the row. Nothing is written.

One row a box: round, grades ("3-4", "5, 6" or "all"), numbers ("1 2 3 4"), target. Rows of one round and the same
grades make one puzzle, in the order of the file. Where a sheet has one set, or one target, it need stand in the first
of its rows only.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from judging.games.paper import Box
from judging.games.settings import Settings

from ..models import Division, Event, Round
from ..record import asked
from ..sentences import sentence
from . import tables
from .plan import Plan as BasePlan
from .typed import grade_numbers, target_of, whole_numbers

COLUMNS = {
    "round": ("round", "round number"),
    "grades": ("grades", "grade", "division", "divisions"),
    "numbers": ("numbers", "set", "given numbers"),
    "target": ("target", "goal"),
}


@dataclass
class Row:
    """One row of the file: a box. `given` is what stands in it, the rest what was understood."""

    line: int
    given: dict[str, str]
    round: Round | None = None
    divisions: tuple[Division, ...] = ()
    numbers: tuple[int, ...] = ()
    target: Fraction | None = None
    problems: list[str] = field(default_factory=list)


@dataclass
class Paper:
    """One puzzle that the file would set. `change`: new, changed (another one is there now) or same."""

    round: Round
    divisions: tuple[Division, ...]
    rows: list[Row] = field(default_factory=list)
    change: str = "new"

    @property
    def settings(self) -> Settings:
        return self.round.settings_for(self.divisions[0].grade)

    @property
    def has_problems(self) -> bool:
        return any(row.problems for row in self.rows)

    @property
    def boxes(self) -> tuple[Box, ...]:
        return self.round.rules.lay_out(
            self.settings,
            [row.numbers for row in self.rows],
            [row.target for row in self.rows if row.target is not None],
        )


@dataclass
class Plan(BasePlan):
    rows: list[Row] = field(default_factory=list)
    papers: list[Paper] = field(default_factory=list)

    def does(self) -> list:
        return [
            [
                paper.round.pk,
                [each.pk for each in paper.divisions],
                paper.change,
                [box.export() for box in paper.boxes],
            ]
            for paper in self.papers
        ]


def grades_of(text: str, divisions: Mapping[int, Division]) -> tuple[Division, ...]:
    """“3-5”, “3, 4” or “all” (also nothing) as divisions. Raises ValueError with a sentence."""
    if not divisions:
        raise ValueError(_("This event has no grades yet."))
    try:
        wanted = grade_numbers(re.sub(r"all|grades?", "", text.lower()))
    except ValueError as error:
        raise ValueError(
            _("“%(text)s” names no grades: write 3, 3-5 or all.") % {"text": text[:20]}
        ) from error
    if unknown := set(wanted) - set(divisions):
        raise ValueError(_("This event has no grade %(grade)s.") % {"grade": min(unknown)})
    return tuple(divisions[grade] for grade in wanted or sorted(divisions))


def plan(event: Event, filename: str, content: bytes) -> Plan:
    """Read the file and hold it against the event's rounds, grades and settings."""
    try:
        table = tables.read(filename, content)
        where, unread = tables.find_columns(table, COLUMNS, ("round", "numbers"))
    except tables.Unreadable as error:
        return Plan(trouble=str(error))
    rounds = rounds_by_name(event)
    divisions = {division.grade: division for division in event.divisions.all()}
    rows = [_understand(record, where, rounds, divisions) for record in table.rows]
    papers = _papers(rows)
    for paper in papers:
        _check(paper)
    return Plan(rows=rows, notes=(*table.notes, *unread), papers=papers)


def rounds_by_name(event: Event) -> dict[str, Round]:
    """The event's rounds by number, and by name where no other round has it."""
    rounds = list(event.rounds.all())
    names = [round_.name.casefold() for round_ in rounds]
    by_name = {name: round_ for name, round_ in zip(names, rounds, strict=True) if names.count(name) == 1}
    return by_name | {str(round_.position): round_ for round_ in rounds}


def _understand(
    record: tables.Record,
    where: Mapping[str, str | None],
    rounds: Mapping[str, Round],
    divisions: Mapping[int, Division],
) -> Row:
    given = {name: record.cells.get(where[name] or "", "") for name in COLUMNS}
    odd = [record.odd[column] for column in where.values() if column in record.odd]
    row = Row(record.line, given, problems=[*record.problems, *odd])
    row.round = rounds.get(given["round"].strip().casefold())
    if row.round is None:
        row.problems.append(
            _("There is no round “%(round)s” in this event.") % {"round": given["round"][:20]}
        )
    elif row.round.status == Round.Status.FINAL:
        row.problems.append(
            _("%(round)s is final, so its puzzles stay as they are.") % {"round": row.round.name}
        )
    if odd:
        return row
    try:
        row.divisions = grades_of(given["grades"], divisions)
        row.numbers = whole_numbers(given["numbers"]) if given["numbers"] else ()
        row.target = target_of(given["target"]) if given["target"] else None
    except ValueError as error:
        row.problems.append(str(error))
    return row


def _papers(rows: list[Row]) -> list[Paper]:
    """The rows of each round and grades together; a grade that stands in two such groups is a problem of the later."""
    papers: dict[tuple, Paper] = {}
    owner: dict[tuple[int, int], tuple] = {}
    for row in rows:
        if row.round is None or not row.divisions:
            continue
        key = (row.round.pk, tuple(division.pk for division in row.divisions))
        for division in row.divisions:
            if owner.setdefault((row.round.pk, division.pk), key) != key:
                row.problems.append(
                    _("%(grade)s stands with other grades in an earlier row of this round.")
                    % {"grade": division.label}
                )
        papers.setdefault(key, Paper(row.round, row.divisions)).rows.append(row)
    return list(papers.values())


def _check(paper: Paper) -> None:
    """Hold a puzzle against its round's settings, and put each problem beside the row it speaks of."""
    _fill(paper)
    if paper.has_problems:
        return
    boxes, first = paper.boxes, paper.rows[0]
    for problem in asked.box_problems(paper.round, paper.divisions, boxes):
        at = problem.box if problem.box is not None and problem.box < len(paper.rows) else 0
        paper.rows[at].problems.append(sentence(problem.message))
    here = asked.shared(paper.round, paper.divisions)
    if here and here.active and here.version.read_boxes() == boxes:
        paper.change = "same"
    elif asked.in_use(paper.round, paper.divisions):
        first.problems.append(_("Sheets have been typed for this puzzle, so it can no longer be changed."))
    elif asked.any_puzzle(paper.round, paper.divisions):
        paper.change = "changed"


def _fill(paper: Paper) -> None:
    """Give every row its numbers and its target where the sheet has one set, one target, or the settings' targets."""
    shape, first = paper.round.rules.shape(paper.settings), paper.rows[0]
    set_ = first.numbers if shape.sets == 1 else ()
    target = first.target if shape.targets == 1 else None
    own = paper.round.rules.goals(paper.settings) if shape.targets == 0 else ()
    for at, row in enumerate(paper.rows):
        if row.problems:
            continue
        row.numbers = row.numbers or set_
        row.target = _own(own, at, target) if row.target is None else row.target
        if shape.sets and not row.numbers:
            row.problems.append(_("The numbers are missing: write them like 1 2 3 4."))
        if row.target is None:
            row.problems.append(_("The target is missing."))


def _own(goals: Sequence[int], at: int, otherwise: Fraction | None = None) -> Fraction | None:
    """The target that the settings have for a box; one serves every box."""
    if len(goals) == 1:
        at = 0
    return Fraction(goals[at]) if at < len(goals) else otherwise


def template(event: Event) -> list[list[str]]:
    """An empty puzzle file for the event as rows of cells: a row for every box of every planned round and grade."""
    rows = [["round", "grades", "numbers", "target"]]
    for round_ in event.rounds.filter(status=Round.Status.PLANNED):
        for division in event.divisions.all():
            settings = round_.settings_for(division.grade)
            shape = round_.rules.shape(settings)
            own = round_.rules.goals(settings) if shape.targets == 0 else ()
            targets = [_own(own, at) for at in range(shape.boxes)]
            rows += [[str(round_.position), str(division.grade), "", str(each or "")] for each in targets]
    return rows if len(rows) > 1 else [*rows, ["1", "3-4", "1 2 3 4", "24"]]
