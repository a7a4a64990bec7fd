"""A table as CSV, XLSX or JSON. The same table gives the same bytes, and no cell of it is ever a formula."""

import csv
import io
import json
import re
import zipfile

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell as SheetCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from .tables import Cell, Columns

CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet may take for the beginning of one
UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # XML has no way to write these
LONGEST_TITLE = 31
MADE = "1980-01-01T00:00:00Z"


def written(table: Columns, form: str) -> bytes:
    """The table in one of the three forms. Raises KeyError for another."""
    return {"csv": as_csv, "xlsx": as_xlsx, "json": as_json}[form](table)


def as_json(table: Columns) -> bytes:
    """A row a line."""
    head = _line({**table.about, "title": table.title})[:-1]
    rows = ",\n".join(_line(table.as_dict(row)) for row in table.rows)
    return f'{head},"rows":[\n{rows}\n]}}\n'.encode()


def _line(value: dict) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_csv(table: Columns) -> bytes:
    """With the mark by which Excel knows UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(column.label for column in table.columns)
    writer.writerows([_harmless(_shown(cell)) for cell in row] for row in table.rows)
    return out.getvalue().encode("utf-8-sig")


def as_xlsx(table: Columns) -> bytes:
    book = Workbook()
    page = book.active
    page.title = re.sub(r"[\\/*?:\[\]]", " ", UNWRITABLE.sub(" ", table.title))[:LONGEST_TITLE].strip("' ") or "-"
    for at, column in enumerate(table.columns, start=1):
        _put(page.cell(1, at), column.label).font = Font(bold=True)
        longest = max((len(str(_shown(row[at - 1]))) for row in table.rows), default=0)
        page.column_dimensions[get_column_letter(at)].width = min(60, max(longest, len(column.label)) + 2)
    for down, row in enumerate(table.rows, start=2):
        for at, cell in enumerate(row, start=1):
            _put(page.cell(down, at), _shown(cell))
    page.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return _without_clock(out.getvalue())


def _shown(cell: Cell) -> int | str:
    """A cell as a person reads it."""
    if isinstance(cell, bool):
        return _("yes") if cell else ""
    return "" if cell is None else cell


def _harmless(cell: int | str) -> int | str:
    """With an apostrophe before whatever a spreadsheet would work out."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _put(cell: SheetCell, value: int | str) -> SheetCell:
    """A text stays a text, whatever it begins with, also when it is saved from there as CSV."""
    cell.value = UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", value) if isinstance(value, str) else value
    if isinstance(value, str):
        cell.data_type = "s"
        cell.quotePrefix = value.startswith(FORMULA)
    return cell


def _without_clock(book: bytes) -> bytes:
    """The workbook without the time at which it was written."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "docProps/core.xml":
                part = re.sub(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*", rb"\g<1>" + MADE.encode(), part)
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), part, zipfile.ZIP_DEFLATED)
    return out.getvalue()
