"""A file of typed lines -> the sheets it would hand in, with the problems of each row. Nothing is saved.

One row a line, in the order of the paper: round, sheet (a participant's number, a sheet's code or, in a round for
teams, a team's name), box (its label or its place from 1), line (as written), mark (written if empty).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from judging.messages import Message

from ..common import limits
from ..common.line_text import unwritable
from ..common.wording.sentences import sentence
from ..imports import table_reader as tables
from ..imports.plan import ImportPlan, PlannedRow
from ..models import Entrant, Event, Mark, Round
from ..round_puzzles.importer import rounds_by_name
from ..scoring.questions import versions
from ..sheets.lookup import SheetMatch, find_sheet, find_sheets
from .queries import SheetPlace, not_marked, obstacles

COLUMNS = {
    "round": ("round", "round number"),
    "sheet": ("sheet", "number", "participant", "player", "code", "sheet code", "team"),
    "box": ("box", "question", "target", "set"),
    "line": ("line", "text", "method", "answer"),
    "mark": ("mark",),
}
TEMPLATE = (
    ("round", "sheet", "box", "line", "mark"),
    ("1", "101", "1", "(1+2+3)*4", ""),
    ("1", "101", "2", "5*6-3-6", "struck out"),
)
MARKS = {name: mark.value for mark in Mark.typed() for name in (mark.label.casefold(), mark.value)}


@dataclass
class LineRow(PlannedRow):
    """One row of the file: a line."""

    round: Round | None = None
    box: int = 0
    question: Message | None = None
    mark: str = Mark.WRITTEN

    @property
    def outcome(self) -> str:
        return "" if self.problems else _("is added")

    def text(self, name: str) -> str:
        if name == "box" and self.question:
            named, label = self.given["box"].strip(), sentence(self.question)
            return label if named.casefold() == label.casefold() else f"{named} = {label}"
        return self.round.name if name == "round" and self.round else self.given[name]


@dataclass
class SheetInFile:
    """One sheet that the file would hand in."""

    round: Round
    entrant: Entrant
    number: int
    rows: list[LineRow] = field(default_factory=list)

    @property
    def place(self) -> SheetPlace:
        return self.round.pk, self.entrant.pk, self.number


@dataclass
class LinesPlan(ImportPlan):
    rows: list[LineRow] = field(default_factory=list)
    sheets: list[SheetInFile] = field(default_factory=list)

    def does(self) -> list:
        sheets = [(*each.place, len(each.rows)) for each in self.sheets]
        return [sheets, [(row.line, row.problems) for row in self.rows if row.problems]]


def plan(event: Event, table: tables.FileTable) -> LinesPlan:
    """Check the file against the event's rounds, sheets and boxes."""
    try:
        where, unread = tables.find_columns(table, COLUMNS, ("round", "sheet", "box", "line"))
    except tables.UnreadableFile as error:
        return LinesPlan(trouble=str(error))
    rounds = rounds_by_name(event)
    rows = [_understand(record, where, rounds) for record in table.rows]
    sheets = _sheets(rows)
    _check(sheets)
    return LinesPlan(rows=rows, sheets=sheets, notes=(*table.notes, *unread))


def _understand(record: tables.FileRow, where: Mapping[str, str | None], rounds: Mapping[str, Round]) -> LineRow:
    given = record.given(where)
    row = LineRow(record.line, given, problems=[*record.problems, *record.oddities(where)])
    row.round = rounds.get(given["round"].strip().casefold())
    if row.round is None:
        row.problems.append(_("There is no round “%(round)s” in this event.") % {"round": given["round"][:20]})
    elif trouble := not_marked(row.round):
        row.problems.append(trouble)
    mark = MARKS.get(given["mark"].strip().casefold().replace("_", " ")) if given["mark"].strip() else ""
    if mark is None:
        row.problems.append(
            _("“%(mark)s” is not a mark. Use written, illegible, struck out or blank.") % {"mark": given["mark"][:20]}
        )
    row.mark = mark or Mark.WRITTEN
    if bad_text := unwritable(given["line"]):
        row.problems.append(bad_text)
    if row.mark == Mark.WRITTEN and not given["line"].strip():
        row.problems.append(_("There is no text. Where the sheet is empty, write blank as the mark."))
    return row


def _sheets(rows: list[LineRow]) -> list[SheetInFile]:
    """The sheets in the order of the file, each with its rows. A row without a sheet gets a problem."""
    by_round: dict[Round, dict[str, list[LineRow]]] = {}
    for row in rows:
        if row.round:
            by_round.setdefault(row.round, {}).setdefault(row.given["sheet"].strip(), []).append(row)
    sheets: dict[SheetPlace, SheetInFile] = {}
    for round_, by_name in by_round.items():
        known = find_sheets(round_, by_name)
        for name, named in by_name.items():
            match = known.get(name) or _find(round_, name)
            if isinstance(match, SheetMatch) and len(match.sheets) < 2:
                sheet = SheetInFile(round_, match.entrant, match.number)
                sheets.setdefault(sheet.place, sheet).rows.extend(named)
            else:
                problem = match if isinstance(match, str) else _several(match)
                for row in named:
                    row.problems.append(problem)
    for sheet in sheets.values():
        sheet.rows.sort(key=lambda row: row.line)  # one sheet may go by two names
    return sorted(sheets.values(), key=lambda sheet: sheet.rows[0].line)


def _find(round_: Round, name: str) -> SheetMatch | str:
    try:
        return find_sheet(round_, name)
    except (LookupError, ValueError) as error:
        return str(error)


def _several(match: SheetMatch) -> str:
    return _("%(who)s has %(count)s sheets in this round. Write the sheet’s code.") % {
        "who": match.entrant.label,
        "count": len(match.sheets),
    }


def _check(sheets: list[SheetInFile]) -> None:
    """Check each sheet's rows against its boxes, and whether it may be typed now."""
    asked = {round_: versions(round_) for round_ in {sheet.round for sheet in sheets}}
    labels: dict[int, list[Message]] = {}
    in_the_way = obstacles(sheets)
    for sheet in sheets:
        version, first = asked[sheet.round].get(sheet.entrant.plays_in), sheet.rows[0]
        if version is None:
            facts = {"grade": sheet.entrant.division, "round": sheet.round.name}
            first.problems.append(_("%(grade)s has no puzzle in %(round)s.") % facts)
            continue
        if version.pk not in labels:
            labels[version.pk] = [box.label for box in version.read_boxes()]
        for row in sheet.rows:
            _find_box(row, labels[version.pk])
        if len(sheet.rows) > limits.LINES_SHEET:
            first.problems.append(_("A sheet has at most %(most)s lines.") % {"most": limits.LINES_SHEET})
        if (trouble := in_the_way.get(sheet.place)) and trouble not in first.problems:
            first.problems.append(trouble)


def _find_box(row: LineRow, labels: list[Message]) -> None:
    named, known = row.given["box"].strip().casefold(), [str(each).casefold() for each in labels]
    if named in known:
        row.box = known.index(named)
    elif named.isascii() and named.isdigit() and len(named) < 5 and 1 <= int(named) <= len(labels):
        row.box = int(named) - 1
    else:
        facts = {"box": row.given["box"][:20], "most": len(labels)}
        row.problems.append(_("This sheet has no box “%(box)s”: write 1 to %(most)s.") % facts)
        return
    row.question = labels[row.box]
