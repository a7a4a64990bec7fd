"""A file of typed lines -> the sheets it would hand in, with the problems of each row. Nothing is saved.

One row a line, in the order of the paper: round, sheet (a participant's number, a sheet's code or, in a round for
teams, a team's name), box (its label or its place from 1), line (as written), mark (written where nothing is said).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from ..common.text import MOST_LINES, unwritable
from ..double_keying.slots import this_turn
from ..imports import reader as tables
from ..imports.plan import ImportPlan, PlannedRow
from ..models import Entrant, Event, Keying, Mark, Round
from ..round_puzzles.importer import rounds_by_name
from ..scoring.questions import version_for
from ..sheets.lookup import SheetMatch, find_sheet

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
MARKS = {mark.label.casefold(): mark.value for mark in Mark} | {mark.value: mark.value for mark in Mark}


@dataclass
class LineRow(PlannedRow):
    """One row of the file: a line."""

    round: Round | None = None
    box: int = 0
    mark: str = Mark.WRITTEN

    def text(self, name: str) -> str:
        return self.round.name if name == "round" and self.round else self.given[name]


@dataclass
class SheetInFile:
    """One sheet that the file would hand in."""

    round: Round
    entrant: Entrant
    number: int
    rows: list[LineRow] = field(default_factory=list)


@dataclass
class LinesPlan(ImportPlan):
    rows: list[LineRow] = field(default_factory=list)
    sheets: list[SheetInFile] = field(default_factory=list)

    def does(self) -> list:
        said = [(each.round.pk, each.entrant.pk, each.number, len(each.rows)) for each in self.sheets]
        return [said, [(row.line, row.problems) for row in self.rows if row.problems]]


def plan(event: Event, table: tables.FileTable) -> LinesPlan:
    """Check the file against the event's rounds, sheets and boxes."""
    try:
        where, unread = tables.find_columns(table, COLUMNS, ("round", "sheet", "box", "line"))
    except tables.UnreadableFile as error:
        return LinesPlan(trouble=str(error))
    rounds = rounds_by_name(event)
    sheets: dict[Any, Any] = {}
    rows = [_understand(record, where, rounds) for record in table.rows]
    for row in rows:
        if row.round:
            _place(row, sheets)
    found = [each for each in sheets.values() if isinstance(each, SheetInFile)]
    for each in found:
        _check(each)
    return LinesPlan(rows=rows, sheets=found, notes=(*table.notes, *unread))


def _understand(record: tables.FileRow, where: Mapping[str, str | None], rounds: Mapping[str, Round]) -> LineRow:
    given = record.given(where)
    row = LineRow(record.line, given, problems=[*record.problems, *record.oddities(where)])
    row.round = rounds.get(given["round"].strip().casefold())
    if row.round is None:
        row.problems.append(_("There is no round “%(round)s” in this event.") % {"round": given["round"][:20]})
    elif not row.round.takes_keying:
        row.problems.append(
            _("%(round)s is not being marked, so its sheets cannot be typed now.") % {"round": row.round.name}
        )
    mark = MARKS.get(given["mark"].strip().casefold().replace("_", " "), None) if given["mark"].strip() else ""
    if mark is None:
        row.problems.append(
            _("“%(mark)s” is not a mark. Use written, illegible, struck out or blank.") % {"mark": given["mark"][:20]}
        )
    row.mark = mark or Mark.WRITTEN
    if trouble := unwritable(given["line"]):
        row.problems.append(trouble)
    if row.mark == Mark.WRITTEN and not given["line"].strip():
        row.problems.append(_("There is no text. Where the sheet is empty, write blank as the mark."))
    return row


def _place(row: LineRow, sheets: dict[tuple[int, str], SheetInFile | str]) -> None:
    """Add a row to its sheet; each sheet is looked up once."""
    named = row.given["sheet"].strip()
    key = row.round.pk, named.casefold()
    if key not in sheets:
        sheets[key] = _found(row.round, named, sheets)
    sheet = sheets[key]
    if isinstance(sheet, str):
        row.problems.append(sheet)
    else:
        sheet.rows.append(row)


def _found(round_: Round, named: str, sheets: dict) -> SheetInFile | str:
    try:
        found: SheetMatch = find_sheet(round_, named)
    except (LookupError, ValueError) as error:
        return str(error)
    if len(found.sheets) > 1:
        return _("%(who)s has %(count)s sheets in this round. Write the sheet’s code.") % {
            "who": found.entrant.label,
            "count": len(found.sheets),
        }
    for other in sheets.values():
        same = isinstance(other, SheetInFile) and (other.round.pk, other.entrant.pk, other.number)
        if same == (round_.pk, found.entrant.pk, found.number):
            return other
    return SheetInFile(round_, found.entrant, found.number)


def _check(sheet: SheetInFile) -> None:
    """Check a sheet's rows against its boxes and against earlier keyings."""
    version, first = version_for(sheet.round, sheet.entrant), sheet.rows[0]
    if version is None:
        first.problems.append(
            _("%(grade)s has no puzzle in %(round)s.") % {"grade": sheet.entrant.division, "round": sheet.round.name}
        )
        return
    labels = [str(box.label).casefold() for box in version.read_boxes()]
    for row in sheet.rows:
        named = row.given["box"].strip().casefold()
        if named in labels:
            row.box = labels.index(named)
        elif named.isascii() and named.isdigit() and len(named) < 5 and 1 <= int(named) <= len(labels):
            row.box = int(named) - 1
        else:
            row.problems.append(
                _("This sheet has no box “%(box)s”: write 1 to %(most)s.")
                % {"box": row.given["box"][:20], "most": len(labels)}
            )
    if len(sheet.rows) > MOST_LINES:
        first.problems.append(_("A sheet has at most %(most)s lines.") % {"most": MOST_LINES})
    _not_typed_yet(sheet)


def _not_typed_yet(sheet: SheetInFile) -> None:
    typed = sheet.entrant.sheets.filter(round=sheet.round, number=sheet.number)
    states = [keying.state for keying in this_turn(typed)]
    if Keying.State.AGREED in states or Keying.State.PROPOSED in states:
        sheet.rows[0].problems.append(_("This sheet has been typed already."))
    elif Keying.State.OPEN in states and not sheet.round.is_blind:
        sheet.rows[0].problems.append(_("Somebody is typing this sheet just now."))
