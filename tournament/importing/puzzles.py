"""A puzzle file -> the boxes of each round and grade, with each row's problems beside the row. Nothing is written.

One row a box: round, grades ("3-4", "5, 6" or "all"), numbers ("1 2 3 4"), target. Rows of one round and the same
grades make one puzzle, in the order of the file.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from judging.games.paper import Box

from ..models import Division, Event, Round
from . import tables

COLUMNS = {
    "round": ("round", "round number"),
    "grades": ("grades", "grade", "division", "divisions"),
    "numbers": ("numbers", "set", "given numbers"),
    "target": ("target", "goal"),
}
LARGEST_NUMBER = 1_000_000


@dataclass
class Row:
    line: int
    given: dict[str, str]
    round: Round | None = None
    divisions: tuple[Division, ...] = ()
    numbers: tuple[int, ...] = ()
    target: Fraction | None = None
    problems: list[str] = field(default_factory=list)


@dataclass
class Paper:
    """One puzzle that the file would set."""

    round: Round
    divisions: tuple[Division, ...]
    rows: list[Row] = field(default_factory=list)

    @property
    def boxes(self) -> tuple[Box, ...]:
        return self.round.rules.lay_out(
            self.round.settings_for(self.divisions[0].grade),
            [row.numbers for row in self.rows],
            [row.target for row in self.rows if row.target is not None],
        )


@dataclass
class Plan:
    rows: list[Row] = field(default_factory=list)
    papers: list[Paper] = field(default_factory=list)
    trouble: str = ""
    notes: tuple[str, ...] = ()

    @property
    def can_apply(self) -> bool:
        return not self.trouble and bool(self.papers) and not any(row.problems for row in self.rows)


def whole_numbers(text: str) -> tuple[int, ...]:
    """Given numbers as typed, separated by spaces, commas or semicolons. Raises ValueError with a sentence."""
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    for part in parts:
        if not (part.isascii() and part.isdigit()) or len(part) > 7 or int(part) > LARGEST_NUMBER:
            raise ValueError(f"“{part[:20]}” is not a whole number from 0 to {LARGEST_NUMBER:,}.")
    if not parts:
        raise ValueError("Type the numbers of this box, such as 1 2 3 4.")
    return tuple(int(part) for part in parts)


def target_of(text: str) -> Fraction:
    """A target as typed: 24, -3 or 1/2. Raises ValueError with a sentence."""
    written = text.strip().replace("−", "-").replace("–", "-")
    if not re.fullmatch(r"-?[0-9]{1,7}(/[0-9]{1,7})?", written) or re.search(r"/0+$", written):
        raise ValueError(f"“{text.strip()[:20]}” is not a target: write a number such as 24, -3 or 1/2.")
    return Fraction(written)


def plan(event: Event, filename: str, content: bytes) -> Plan:
    """Read the file and hold it against the event's rounds, grades and settings."""
    try:
        table = tables.read(filename, content)
    except tables.Unreadable as error:
        return Plan(trouble=str(error))
    where = {
        name: next((c for c in table.columns if c in spellings), None) for name, spellings in COLUMNS.items()
    }
    if missing := [name for name in ("round", "numbers") if where[name] is None]:
        found = ", ".join(column for column in table.columns if column) or "none"
        names = " and ".join(f"“{name}”" for name in missing)
        return Plan(trouble=f"The column {names} is missing. The first row names these columns: {found}.")
    rounds = {round_.position: round_ for round_ in event.rounds.all()}
    divisions = {division.grade: division for division in event.divisions.all()}
    rows = [
        _understand(line, {name: cells.get(where[name] or "", "") for name in COLUMNS}, rounds, divisions)
        for line, cells in table.rows
    ]
    if not rows:
        return Plan(trouble="The file names its columns but has no rows below them.")
    result = Plan(rows=rows, notes=table.notes, papers=_papers(rows))
    _check(result.papers)
    return result


def _understand(
    line: int, given: dict[str, str], rounds: dict[int, Round], divisions: dict[int, Division]
) -> Row:
    row = Row(line, given)
    position = given["round"].strip()
    row.round = (
        rounds.get(int(position)) if position.isascii() and position.isdigit() and len(position) < 4 else None
    )
    if row.round is None:
        row.problems.append(f"There is no round “{position[:20]}” in this event.")
    try:
        row.divisions = grades_of(given["grades"], divisions)
        row.numbers = whole_numbers(given["numbers"])
        row.target = target_of(given["target"]) if given["target"].strip() else None
    except ValueError as error:
        row.problems.append(str(error))
    return row


def grades_of(text: str, divisions: dict[int, Division]) -> tuple[Division, ...]:
    """“3-5”, “3, 4” or “all” (also nothing) as divisions. Raises ValueError with a sentence."""
    text = text.lower().replace("grades", "").replace("grade", "").replace("–", "-").strip()
    if text in {"", "all"}:
        return tuple(divisions.values())
    wanted: set[int] = set()
    for part in re.split(r"[\s,;]+", text):
        span = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", part)
        if not span:
            raise ValueError(f"“{text[:20]}” names no grades: write 3, 3-5 or all.")
        wanted |= set(range(int(span[1]), int(span[2] or span[1]) + 1))
    if unknown := sorted(wanted - set(divisions)):
        raise ValueError(f"This event has no grade {unknown[0]}.")
    if not wanted:
        raise ValueError(f"“{text[:20]}” names no grades: write 3, 3-5 or all.")
    return tuple(divisions[grade] for grade in sorted(wanted))


def _papers(rows: list[Row]) -> list[Paper]:
    papers: dict[tuple, Paper] = {}
    owner: dict[tuple[int, int], tuple] = {}
    for row in rows:
        if row.problems or row.round is None:
            continue
        key = (row.round.pk, tuple(division.pk for division in row.divisions))
        for division in row.divisions:
            if owner.setdefault((row.round.pk, division.pk), key) != key:
                row.problems.append(
                    f"{division.name} stands with other grades in an earlier row of this round."
                )
        papers.setdefault(key, Paper(row.round, row.divisions)).rows.append(row)
    return list(papers.values())


def _check(papers: list[Paper]) -> None:
    """Hold each puzzle against its round's settings, and put each problem beside the row it speaks of."""
    for paper in papers:
        without = [row for row in paper.rows if row.target is None]
        if 0 < len(without) < len(paper.rows):
            for row in without:
                row.problems.append("The target is missing.")
            continue
        boxes = paper.boxes
        for division in paper.divisions:
            for problem in paper.round.rules.problems(paper.round.settings_for(division.grade), boxes):
                at = problem.box if problem.box is not None and problem.box < len(paper.rows) else 0
                if problem.sentence not in paper.rows[at].problems:
                    paper.rows[at].problems.append(problem.sentence)
