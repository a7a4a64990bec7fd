"""Tables in columns, and as CSV, XLSX or JSON. The same table gives the same bytes, and no cell of it is ever a
formula."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet may take for the beginning of one
UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # XML has no way to write these
LONGEST_TITLE = 31
MADE = "1980-01-01T00:00:00Z"
SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PLACEHOLDER = b"title of the sheet"
IN_ATTRIBUTES = {'"': "&quot;"}
BOLD, QUOTED = 1, 2  # numbers of the styles of a workbook

Cell = int | str | bool | None
StyledCell = tuple[int | str, int]


@dataclass(frozen=True)
class Column:
    """A heading as people read it, and the key under which programs find the cell. A column of a `group` is one of
    several of its kind: in JSON it is an object with `facts` and the cell, in the list of that name."""

    label: str
    key: str
    group: str = ""
    facts: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True)
class Columns:
    """A table. `name` is the file's, without its ending; `about` says in JSON what it is a table of."""

    name: str
    title: str
    about: Mapping[str, Cell]
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def as_dict(self, row: tuple[Cell, ...]) -> dict:
        values: dict = {}
        for column, cell in zip(self.columns, row, strict=True):
            if column.group:
                values.setdefault(column.group, []).append({**column.facts, column.key: cell})
            else:
                values[column.key] = cell
        return values


def written(table: Columns, form: str) -> bytes:
    """The table in one of the three forms. Raises KeyError for another."""
    return {"csv": as_csv, "xlsx": as_xlsx, "json": as_json}[form](table)


def as_json(table: Columns) -> bytes:
    """JSON with one row a line."""
    head = _line({**table.about, "title": table.title})[:-1]
    rows = ",\n".join(_line(table.as_dict(row)) for row in table.rows)
    return f'{head},"rows":[\n{rows}\n]}}\n'.encode()


def _line(value: dict) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_csv(table: Columns) -> bytes:
    """CSV with the mark by which Excel knows UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(column.label for column in table.columns)
    writer.writerows([_harmless(_shown(cell)) for cell in row] for row in table.rows)
    return out.getvalue().encode("utf-8-sig")


def as_xlsx(table: Columns) -> bytes:
    """A workbook of one sheet. openpyxl writes the parts that are the same in all, once; the cells are put in here."""
    title = re.sub(r"[\\/*?:\[\]]", " ", UNWRITABLE.sub(" ", table.title))[:LONGEST_TITLE].strip("' ") or "-"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        for name, part in _parts_of_a_workbook():
            if name == "xl/workbook.xml":
                part = part.replace(PLACEHOLDER, escape(title, IN_ATTRIBUTES).encode())
            elif name == "xl/worksheets/sheet1.xml":
                part = _sheet(table).encode()
            book.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), part, zipfile.ZIP_DEFLATED)
    return out.getvalue()


@cache
def _parts_of_a_workbook() -> tuple[tuple[str, bytes], ...]:
    """The files of a workbook without any time, whose cells have the styles BOLD and QUOTED."""
    book = Workbook()
    page = book.active
    page.title = PLACEHOLDER.decode()
    page["A1"].font, page["A2"].quotePrefix = Font(bold=True), True
    assert (page["A1"].style_id, page["A2"].style_id) == (BOLD, QUOTED)
    out = io.BytesIO()
    book.save(out)
    clock = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
    with zipfile.ZipFile(out) as saved:
        parts = [(name, saved.read(name)) for name in saved.namelist()]
    return tuple((name, clock.sub(rb"\g<1>" + MADE.encode(), part)) for name, part in parts)


def _sheet(table: Columns) -> str:
    """The sheet as XML: a bold head that stays in sight, columns as wide as what is in them, and the rows."""
    letters = [get_column_letter(at) for at in range(1, len(table.columns) + 1)]
    shown = [[_shown(cell) for cell in row] for row in table.rows]
    widths = [
        min(60, max(len(str(cell)) for cell in (column.label, *(row[at] for row in shown))) + 2)
        for at, column in enumerate(table.columns)
    ]
    columns = "".join(
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>' for at, width in enumerate(widths, start=1)
    )
    cells: list[list[StyledCell]] = [[(column.label, BOLD) for column in table.columns]]
    cells += [[(cell, QUOTED if _may_be_formula(cell) else 0) for cell in row] for row in shown]
    rows = "".join(_row(down, letters, row) for down, row in enumerate(cells, start=1))
    return (
        f'<worksheet xmlns="{SPREADSHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" '
        'activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>'
        f"<cols>{columns}</cols><sheetData>{rows}</sheetData></worksheet>"
    )


def _row(down: int, letters: list[str], cells: list[StyledCell]) -> str:
    written = "".join(_cell(f"{letter}{down}", *cell) for letter, cell in zip(letters, cells, strict=True))
    return f'<row r="{down}">{written}</row>'


def _cell(place: str, value: int | str, style: int) -> str:
    """A text stays a text, whatever it begins with, also when it is saved from there as CSV."""
    styled = f' s="{style}"' if style else ""
    if isinstance(value, int):
        return f'<c r="{place}"{styled}><v>{value}</v></c>'
    if not value:
        return ""
    text = escape(UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", value))
    return f'<c r="{place}"{styled} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def _shown(cell: Cell) -> int | str:
    """A cell as a person reads it."""
    if isinstance(cell, bool):
        return _("yes") if cell else ""
    return "" if cell is None else cell


def _harmless(cell: int | str) -> int | str:
    """The text with an apostrophe before everything that a spreadsheet would compute."""
    return f"'{cell}" if _may_be_formula(cell) else cell


def _may_be_formula(cell: int | str) -> bool:
    return isinstance(cell, str) and cell.startswith(FORMULA)
