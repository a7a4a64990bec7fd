"""A roster file -> what importing it would do, with each row's problems beside the row. Nothing is written."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from ..models import Event
from . import tables

COLUMNS = {
    "number": (
        "number",
        "no",
        "no.",
        "id",
        "participant",
        "participant id",
        "participant number",
        "player number",
    ),
    "first_name": ("first name", "first", "given name", "firstname", "forename"),
    "last_name": ("last name", "last", "surname", "family name", "lastname"),
    "grade": ("grade", "division", "class", "year"),
    "team": ("team", "team name"),
}
NEEDED = {"number": "number", "first_name": "first name", "grade": "grade"}
LONGEST_NAME = 80
GRADES = range(1, 14)


class Change(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    PROBLEM = "problem"


@dataclass
class Row:
    """One row of the file. `given` is what stands in it; the other fields are what was understood."""

    line: int
    given: dict[str, str]
    number: int = 0
    first_name: str = ""
    last_name: str = ""
    grade: int = 0
    team: str = ""
    change: Change = Change.NEW
    problems: list[str] = field(default_factory=list)


@dataclass
class Plan:
    """What an import would do. `trouble` speaks of the whole file and `notes` of what was assumed."""

    rows: list[Row] = field(default_factory=list)
    trouble: str = ""
    notes: tuple[str, ...] = ()
    new_grades: set[int] = field(default_factory=set)

    @property
    def can_apply(self) -> bool:
        return not self.trouble and bool(self.rows) and not self.problem_rows

    @property
    def problem_rows(self) -> list[Row]:
        return [row for row in self.rows if row.problems]

    def counts(self) -> dict[str, int]:
        found = Counter(row.change for row in self.rows)
        return {str(change): found[change] for change in Change}


def plan(event: Event, filename: str, content: bytes) -> Plan:
    """Read the file and hold it against the event's roster as it is now."""
    try:
        table = tables.read(filename, content)
    except tables.Unreadable as error:
        return Plan(trouble=str(error))
    where = {
        name: next((column for column in table.columns if column in spellings), None)
        for name, spellings in COLUMNS.items()
    }
    if missing := [NEEDED[name] for name in NEEDED if where[name] is None]:
        found = ", ".join(column for column in table.columns if column) or "none"
        names = " and ".join(f"“{name}”" for name in missing)
        return Plan(trouble=f"The column {names} is missing. The first row names these columns: {found}.")
    if not table.rows:
        return Plan(trouble="The file names its columns but has no rows below them.")
    rows = [
        _understand(line, {name: cells.get(where[name] or "", "") for name in COLUMNS})
        for line, cells in table.rows
    ]
    _same_numbers(rows)
    result = Plan(rows=rows, notes=table.notes)
    _hold_against(event, result)
    return result


def _understand(line: int, given: dict[str, str]) -> Row:
    row = Row(
        line=line,
        given=given,
        first_name=given["first_name"],
        last_name=given["last_name"],
        team=given["team"],
    )
    row.number = _whole(row, given["number"], "number")
    row.grade = _whole(row, given["grade"].lower().removeprefix("grade").strip(), "grade")
    if not row.first_name:
        row.problems.append("The first name is missing.")
    for name in ("first_name", "last_name", "team"):
        if len(given[name]) > LONGEST_NAME:
            row.problems.append(f"The {name.replace('_', ' ')} is longer than {LONGEST_NAME} letters.")
        if any(ord(character) < 32 for character in given[name]):
            row.problems.append(f"The {name.replace('_', ' ')} has an invisible character in it.")
    if row.grade and row.grade not in GRADES:
        row.problems.append(f"Grade {row.grade} is not between {GRADES[0]} and {GRADES[-1]}.")
    return row


def _whole(row: Row, text: str, what: str) -> int:
    if not text:
        row.problems.append(f"The {what} is missing.")
    elif not (text.isascii() and text.isdigit()) or not 0 < int(text[:12]) <= 2_000_000_000 or len(text) > 10:
        row.problems.append(f"“{text[:20]}” is not a {what}: write a whole number in the digits 0 to 9.")
    else:
        return int(text)
    return 0


def _same_numbers(rows: list[Row]) -> None:
    first: dict[int, Row] = {}
    for row in rows:
        if row.number and (other := first.setdefault(row.number, row)) is not row:
            row.problems.append(f"Number {row.number} stands in line {other.line} too.")
            other.problems.append(f"Number {row.number} stands in line {row.line} too.")


def _hold_against(event: Event, result: Plan) -> None:
    grades = {division.grade for division in event.divisions.all()}
    players = {
        player.number: player
        for player in event.players.select_related("division", "team").prefetch_related("entrant__sheets")
    }
    for row in result.rows:
        if row.problems:
            row.change = Change.PROBLEM
            continue
        if row.grade not in grades:
            result.new_grades.add(row.grade)
        player = players.get(row.number)
        if player is None:
            continue
        team = player.team.name if player.team else ""
        now = (player.first_name, player.last_name, player.division.grade, team.casefold())
        same = now == (row.first_name, row.last_name, row.grade, row.team.casefold())
        row.change = Change.SAME if same else Change.CHANGED
        if player.division.grade != row.grade and player.entrant.sheets.all():
            row.problems.append(f"Player {row.number} has a sheet in grade {player.division.grade} already.")
            row.change = Change.PROBLEM
