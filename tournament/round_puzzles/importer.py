"""A puzzle file -> the boxes of each round and grade, with each row's problems beside the row. Nothing is written.

One row a box: round, grades ("3-4", "5, 6" or "all"), numbers ("1 2 3 4"), target. Rows of one round and the same
grades make one puzzle, in the order of the file. If a sheet has one set, or one target, only its first row needs it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from judging.games.paper import Box
from judging.games.settings import Settings

from ..common.typed_numbers import grade_numbers, target_of, whole_numbers
from ..common.wording.sentences import sentence
from ..imports import table_reader as tables
from ..imports.plan import ImportPlan, PlannedRow
from ..models import Division, Event, Round
from . import completeness, printed_questions, solvable

COLUMNS = {
    "round": ("round", "round number"),
    "grades": ("grades", "grade", "division", "divisions"),
    "numbers": ("numbers", "set", "given numbers"),
    "target": ("target", "goal"),
}


@dataclass
class PuzzleRow(PlannedRow):
    """One row of the file: a box."""

    round: Round | None = None
    divisions: tuple[Division, ...] = ()
    numbers: tuple[int, ...] = ()
    target: Fraction | None = None
    is_unsolved: bool = False

    def text(self, name: str) -> str:
        understood = {
            "round": self.round.name if self.round else "",
            "grades": "" if self.given["grades"] else _("all"),
            "numbers": " ".join(map(str, self.numbers)),
            "target": "" if self.target is None else str(self.target),
        }
        return understood[name] or self.given[name]


@dataclass
class ImportedPuzzle:
    """One puzzle that the file would set. `change`: new, changed (another one is there now) or same; `printed` is how
    many sheets would show an old question."""

    round: Round
    divisions: tuple[Division, ...]
    rows: list[PuzzleRow] = field(default_factory=list)
    change: str = "new"
    printed: int = 0

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
class PuzzlePlan(ImportPlan):
    rows: list[PuzzleRow] = field(default_factory=list)
    puzzles: list[ImportedPuzzle] = field(default_factory=list)

    @property
    def unsolved(self) -> int:
        """How many questions cannot be solved, as far as is known."""
        return sum(row.is_unsolved for row in self.rows)

    @property
    def printed(self) -> int:
        """How many printed sheets would show an old question."""
        return sum(puzzle.printed for puzzle in self.puzzles)

    def does(self) -> list:
        return [
            [
                puzzle.round.pk,
                [each.pk for each in puzzle.divisions],
                puzzle.change,
                [box.export() for box in puzzle.boxes],
            ]
            for puzzle in self.puzzles
        ]


def grades_of(text: str, divisions: Mapping[int, Division]) -> tuple[Division, ...]:
    """“3-5”, “3, 4” or “all” (also nothing) as divisions. Raises ValueError with a sentence."""
    if not divisions:
        raise ValueError(_("This event has no grades yet."))
    try:
        wanted = grade_numbers(re.sub(r"all|grades?", "", text.lower()))
    except ValueError as error:
        raise ValueError(_("“%(text)s” is not a list of grades: write 3, 3-5 or all.") % {"text": text[:20]}) from error
    if unknown := set(wanted) - set(divisions):
        raise ValueError(_("This event has no grade %(grade)s.") % {"grade": min(unknown)})
    return tuple(divisions[grade] for grade in wanted or sorted(divisions))


def plan(event: Event, table: tables.FileTable) -> PuzzlePlan:
    """Check the file against the event's rounds, grades and settings."""
    try:
        where, unread = tables.find_columns(table, COLUMNS, ("round", "numbers"))
    except tables.UnreadableFile as error:
        return PuzzlePlan(trouble=str(error))
    rounds = rounds_by_name(event)
    divisions = {division.grade: division for division in event.divisions.all()}
    rows = [_read_row(record, where, rounds, divisions) for record in table.rows]
    puzzles = _puzzles(rows)
    for puzzle in puzzles:
        _check(puzzle)
    _check_solvable(puzzles)
    return PuzzlePlan(rows=rows, notes=(*table.notes, *unread), puzzles=puzzles)


def rounds_by_name(event: Event) -> dict[str, Round]:
    """The event's rounds by number, and by name where no other round has it."""
    rounds = list(event.rounds.all())
    names = [round_.name.casefold() for round_ in rounds]
    by_name = {name: round_ for name, round_ in zip(names, rounds, strict=True) if names.count(name) == 1}
    return by_name | {str(round_.position): round_ for round_ in rounds}


def _read_row(
    record: tables.FileRow,
    where: Mapping[str, str | None],
    rounds: Mapping[str, Round],
    divisions: Mapping[int, Division],
) -> PuzzleRow:
    given, odd = record.given(where), record.oddities(where)
    row = PuzzleRow(record.line, given, problems=[*record.problems, *odd])
    row.round = rounds.get(given["round"].strip().casefold())
    if row.round is None:
        row.problems.append(_("There is no round “%(round)s” in this event.") % {"round": given["round"][:20]})
    elif row.round.status == Round.Status.FINAL:
        row.problems.append(_("%(round)s is final, so its puzzles stay as they are.") % {"round": row.round.name})
    if odd:
        return row
    try:
        row.divisions = grades_of(given["grades"], divisions)
        row.numbers = whole_numbers(given["numbers"]) if given["numbers"] else ()
        row.target = target_of(given["target"]) if given["target"] else None
    except ValueError as error:
        row.problems.append(str(error))
    return row


def _puzzles(rows: list[PuzzleRow]) -> list[ImportedPuzzle]:
    """The rows grouped by round and grades; a grade in two groups is a problem of the later row."""
    puzzles: dict[tuple, ImportedPuzzle] = {}
    owner: dict[tuple[int, int], tuple] = {}
    for row in rows:
        if row.round is None or not row.divisions:
            continue
        key = (row.round.pk, tuple(division.pk for division in row.divisions))
        for division in row.divisions:
            if owner.setdefault((row.round.pk, division.pk), key) != key:
                row.problems.append(
                    _("An earlier row of this round has %(grade)s together with other grades.")
                    % {"grade": division.label}
                )
        puzzles.setdefault(key, ImportedPuzzle(row.round, row.divisions)).rows.append(row)
    return list(puzzles.values())


def _check(puzzle: ImportedPuzzle) -> None:
    """Check a puzzle against its round's settings, and add each problem to its row."""
    _fill(puzzle)
    if puzzle.has_problems:
        return
    boxes, first = puzzle.boxes, puzzle.rows[0]
    for problem in completeness.box_problems(puzzle.round, puzzle.divisions, boxes):
        at = problem.box if problem.box is not None and problem.box < len(puzzle.rows) else 0
        puzzle.rows[at].problems.append(sentence(problem.message))
    here = completeness.shared(puzzle.round, puzzle.divisions)
    if here and here.version.read_boxes() == boxes:
        puzzle.change = "same"
    elif completeness.in_use(puzzle.round, puzzle.divisions):
        first.problems.append(_("Sheets have been typed for this puzzle, so it can no longer be changed."))
    elif completeness.any_puzzle(puzzle.round, puzzle.divisions):
        puzzle.change = "changed"
        stored = [box.export() for box in boxes]
        puzzle.printed = printed_questions.with_another_question(puzzle.round, puzzle.divisions, stored).count()


def _check_solvable(puzzles: Iterable[ImportedPuzzle]) -> None:
    """Warn of each question that cannot be solved or is not decided; the whole file shares what may be spent."""
    left = solvable.MOST_FOR_A_FILE
    for puzzle in puzzles:
        if puzzle.has_problems or puzzle.change == "same":
            continue
        doubts = solvable.doubts(puzzle.round, puzzle.boxes, left)
        left = doubts.left
        for at, message in doubts.unsolved.items():
            puzzle.rows[at].warnings.append(message)
            puzzle.rows[at].is_unsolved = at not in doubts.functions
        for at in doubts.undecided:
            puzzle.rows[at].warnings.append(solvable.undecided())


def _fill(puzzle: ImportedPuzzle) -> None:
    """Give every row its numbers and its target where the sheet has one set, one target, or the settings' targets."""
    shape, first = puzzle.round.rules.shape(puzzle.settings), puzzle.rows[0]
    set_ = first.numbers if shape.sets == 1 else ()
    target = first.target if shape.targets == 1 else None
    own = puzzle.round.rules.goals(puzzle.settings) if shape.targets == 0 else ()
    for at, row in enumerate(puzzle.rows):
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
