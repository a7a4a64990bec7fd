"""A roster file -> what importing it would do, with each row's problems beside the row. Nothing is written."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Event, Player
from ..names import has_control, tidy
from . import tables
from .plan import Plan as BasePlan

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
NEEDED = ("number", "first_name", "grade")
TEMPLATE = (
    ("number", "first name", "last name", "grade", "team"),
    ("101", "Ada", "Lund", "3", "Otters"),
    ("102", "Ben", "Okoro", "4", ""),
)
LONGEST_NAME = 80
LARGEST_NUMBER = 2_000_000_000
GRADES = range(1, 14)
TOO_LONG = {
    "first_name": gettext_lazy("The first name is longer than %(most)s letters."),
    "last_name": gettext_lazy("The last name is longer than %(most)s letters."),
    "team": gettext_lazy("The team is longer than %(most)s letters."),
}
INVISIBLE = {
    "first_name": gettext_lazy("The first name has an invisible character in it."),
    "last_name": gettext_lazy("The last name has an invisible character in it."),
    "team": gettext_lazy("The team has an invisible character in it."),
}
MISSING = {
    "number": gettext_lazy("The number is missing."),
    "grade": gettext_lazy("The grade is missing."),
}
NOT_WHOLE = {
    "number": gettext_lazy("“%(text)s” is not a number: write a whole number in the digits 0 to 9."),
    "grade": gettext_lazy("“%(text)s” is not a grade: write a whole number in the digits 0 to 9."),
}


@dataclass(frozen=True)
class PlayerFacts:
    """What is said of a player, by a form or by a row of a file."""

    number: int
    first_name: str
    last_name: str
    grade: int
    team: str = ""

    def tidy(self) -> "PlayerFacts":
        """The same with its names as they are kept."""
        return replace(
            self,
            first_name=tidy(self.first_name),
            last_name=tidy(self.last_name),
            team=tidy(self.team),
        )

    def problems(self) -> dict[str, str]:
        """What cannot be, whoever says it: {field: sentence}. The roster it goes into is not asked."""
        found = {}
        if not 1 <= self.number <= LARGEST_NUMBER:
            found["number"] = _("A player's number is a whole number from 1.")
        if not self.first_name.strip():
            found["first_name"] = _("The first name is missing.")
        for name in ("first_name", "last_name", "team"):
            if trouble := _unwritable(getattr(self, name), name):
                found[name] = trouble
        return found


def _unwritable(text: str, name: str) -> str | None:
    if len(text) > LONGEST_NAME:
        return TOO_LONG[name] % {"most": LONGEST_NAME}
    if has_control(text):
        return str(INVISIBLE[name])
    return None


def facts_of(player: Player) -> PlayerFacts:
    """A player of the roster as facts. Reads the division and the team."""
    team = player.team.name if player.team else ""
    return PlayerFacts(player.number, player.first_name, player.last_name, player.division.grade, team)


class Change(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    PROBLEM = "problem"


@dataclass
class Row:
    """One row of the file. `given` is what stands in it, `facts` what was understood, `was` what would change."""

    line: int
    given: dict[str, str]
    facts: PlayerFacts
    change: Change = Change.NEW
    was: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    @property
    def changes(self) -> dict[str, bool]:
        return dict.fromkeys(self.was, True)


@dataclass
class Plan(BasePlan):
    rows: list[Row] = field(default_factory=list)
    new_grades: set[int] = field(default_factory=set)

    @property
    def new_grades_in_order(self) -> list[int]:
        return sorted(self.new_grades)

    def counts(self) -> dict[str, int]:
        found = Counter(row.change for row in self.rows)
        return {str(change): found[change] for change in Change}

    def does(self) -> list:
        said = [(row.line, row.change, sorted(row.was.items())) for row in self.rows]
        return [said, sorted(self.new_grades)]


def plan(event: Event, filename: str, content: bytes) -> Plan:
    """Read the file and hold it against the event's roster as it is now."""
    try:
        table = tables.read(filename, content)
        where, unread = tables.find_columns(table, COLUMNS, NEEDED)
    except tables.Unreadable as error:
        return Plan(trouble=str(error))
    rows = [_understand(record, where) for record in table.rows]
    _same_numbers(rows)
    result = Plan(rows=rows, notes=(*table.notes, *unread))
    _hold_against(event, result)
    return result


def _understand(record: tables.Record, where: Mapping[str, str | None]) -> Row:
    given = {name: record.cells.get(where[name] or "", "") for name in COLUMNS}
    problems = [*record.problems, *(record.odd[column] for column in where.values() if column in record.odd)]
    number = _whole(given["number"], "number", problems)
    grade = _whole(given["grade"].lower().removeprefix("grade").strip(), "grade", problems)
    facts = PlayerFacts(number, given["first_name"], given["last_name"], grade, given["team"]).tidy()
    problems += [sentence for name, sentence in facts.problems().items() if name != "number"]
    if grade and grade not in GRADES:
        problems.append(
            _("Grade %(grade)s is not between %(first)s and %(last)s.")
            % {"grade": grade, "first": GRADES[0], "last": GRADES[-1]}
        )
    return Row(record.line, given, facts, problems=problems)


def _whole(text: str, name: str, problems: list[str]) -> int:
    """The number in a cell, or 0 and a problem."""
    if not text:
        problems.append(str(MISSING[name]))
    elif not (text.isascii() and text.isdigit()) or len(text) > 12 or not 0 < int(text) <= LARGEST_NUMBER:
        problems.append(NOT_WHOLE[name] % {"text": text[:20]})
    else:
        return int(text)
    return 0


def _same_numbers(rows: list[Row]) -> None:
    first: dict[int, Row] = {}
    for row in rows:
        number = row.facts.number
        if number and (other := first.setdefault(number, row)) is not row:
            row.problems.append(
                _("Number %(number)s stands in line %(line)s too.") % {"number": number, "line": other.line}
            )
            other.problems.append(
                _("Number %(number)s stands in line %(line)s too.") % {"number": number, "line": row.line}
            )


def _hold_against(event: Event, result: Plan) -> None:
    grades = {division.grade for division in event.divisions.all()}
    roster = event.players.select_related("division", "team").prefetch_related("entrant__sheets")
    players = {player.number: player for player in roster}
    for row in result.rows:
        if player := players.get(row.facts.number):
            row.was = _differences(facts_of(player), row.facts)
            row.change = Change.CHANGED if row.was else Change.SAME
            if "grade" in row.was and player.entrant.sheets.all():
                row.problems.append(
                    _("A sheet of this player is in grade %(grade)s already, so the grade stays.")
                    % {"grade": player.division.grade}
                )
        if row.problems:
            row.change, row.was = Change.PROBLEM, {}
        elif row.facts.grade not in grades:
            result.new_grades.add(row.facts.grade)


def _differences(now: PlayerFacts, then: PlayerFacts) -> dict[str, str]:
    """What changes, with what it was. A team's name in other capitals is the same team."""
    before, after = vars(now), vars(then)
    return {
        name: str(before[name])
        for name in before
        if before[name] != after[name]
        and not (name == "team" and str(before[name]).casefold() == str(after[name]).casefold())
    }
