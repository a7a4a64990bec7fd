"""Bytes -> a table: CSV in whatever encoding and with whatever separator, or XLSX.

A file is parsed once, when it is chosen; what is kept is JSON (`parse`), and tables are made from that (`table_of`).

A problem with the whole file raises `UnreadableFile`. A problem with one row (more cells than the heading, a line break
in a cell, a date where a number was typed) is kept with that row.
"""

import csv
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from . import workbooks
from .workbooks import FileCell, Note, UnreadableFile

LARGEST = 4 * 1024 * 1024
MOST_ROWS = 20_000
MOST_TEXT = 8_000_000  # characters of all cells: a workbook unpacks to more than its own size
NOTES = {
    "western": gettext_lazy("The file is not UTF-8, so it was read as Western (Latin-1). Check names with accents."),
    "first_sheet": gettext_lazy("Only the first sheet, “%(name)s”, was read."),
}
ODD = {
    "date": gettext_lazy(
        "The spreadsheet turned this cell into the date or time %(value)s. Format the column as text and type it again."
    ),
    "error": gettext_lazy("%(text)s is a spreadsheet error, not a value."),
}

__all__ = [
    "LARGEST",
    "MOST_ROWS",
    "FileRow",
    "FileTable",
    "UnreadableFile",
    "find_columns",
    "parse",
    "read",
    "table_of",
]

Corrections = Mapping[str, Mapping[str, str]]  # by line of the file, then by what the column is known as


@dataclass(frozen=True)
class FileRow:
    """One row: its line in the file, its cells by column name in lower case, and what is odd about each column.
    `corrected` are cells that somebody typed instead, by what the column is known as."""

    line: int
    cells: Mapping[str, str]
    odd: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    corrected: Mapping[str, str] = field(default_factory=dict)

    def given(self, where: Mapping[str, str | None]) -> dict[str, str]:
        """The texts of the row by what the columns are known as."""
        return {name: self.corrected.get(name, self.cells.get(at or "", "")) for name, at in where.items()}

    def oddities(self, where: Mapping[str, str | None]) -> list[str]:
        """What is odd about the columns that are read, without the cells that were corrected since."""
        return [self.odd[at] for name, at in where.items() if at in self.odd and name not in self.corrected]


@dataclass(frozen=True)
class FileTable:
    """`notes` tell what was assumed while reading; `left_out` are rows that somebody took out."""

    columns: tuple[str, ...]
    rows: tuple[FileRow, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[FileRow, ...] = ()


Cells = Sequence[FileCell]


def read(filename: str, content: bytes) -> FileTable:
    """The table in a file; the first line that is not empty names the columns. Raises UnreadableFile."""
    return table_of(parse(filename, content))


def parse(filename: str, content: bytes) -> dict[str, Any]:
    """What stands in a file, as JSON that `table_of` reads. Raises UnreadableFile."""
    if not content.strip():
        raise UnreadableFile(_("This file is empty."))
    if len(content) > LARGEST:
        raise UnreadableFile(_("This file is larger than %(most)s MB. Split it.") % {"most": LARGEST // 1024 // 1024})
    notes: tuple[Note, ...]
    if content[:4] == b"PK\x03\x04" or filename.lower().endswith((".xlsx", ".xlsm")):
        rows, notes = workbooks.first_sheet(content, MOST_ROWS)
    else:
        text, notes = decode(content)
        rows = _separated(text)
    return {"rows": _filled(rows), "notes": [list(note) for note in notes]}


def decode(content: bytes) -> tuple[str, tuple[Note, ...]]:
    """Text from bytes: UTF-8 with or without a mark, UTF-16 with one, and otherwise the old Western encoding."""
    if content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        try:
            return content.decode("utf-16"), ()
        except UnicodeDecodeError as error:
            raise UnreadableFile(_("The text of this file cannot be read. Save it as CSV UTF-8.")) from error
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace"), (("western", {}),)


def _separated(text: str) -> list[tuple[int, Cells]]:
    """The rows of a CSV text with the line each begins in."""
    if "\x00" in text:
        raise UnreadableFile(_("This is not a text file. Save the sheet as CSV or as XLSX."))
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    rows: list[tuple[int, Cells]] = []
    begins = 1
    try:
        for row in reader:
            rows.append((begins, [FileCell(cell.strip()) for cell in row]))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise UnreadableFile(
            _(
                "The row that begins in line %(begins)s cannot be read: a quotation mark is not closed, or is alone inside a cell."
            )
            % {"begins": begins}
        ) from error
    return rows


def _filled(rows: Iterable[tuple[int, Cells]]) -> list[list]:
    """[line, [text…]] of each row with something in it, and a third part, {place: code}, where cells are odd."""
    filled: list[list] = []
    size = 0
    for line, cells in rows:
        texts = [cell.text.replace("\x00", "\N{REPLACEMENT CHARACTER}") for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            odd = {str(at): cell.odd for at, cell in enumerate(cells) if cell.odd}
            filled.append([line, texts, odd] if odd else [line, texts])
            size += sum(map(len, texts))
    _refuse(filled, size)
    return filled


def _refuse(filled: list[list], size: int) -> None:
    if not filled:
        raise UnreadableFile(_("This file is empty."))
    if len(filled) > MOST_ROWS:
        raise UnreadableFile(
            _("This file has more than %(most)s rows. Split it.")
            % {"most": number_format(MOST_ROWS, force_grouping=True)}
        )
    if size > MOST_TEXT:
        raise UnreadableFile(
            _("This file has more than %(most)s characters. Split it.")
            % {"most": number_format(MOST_TEXT, force_grouping=True)}
        )


def table_of(
    parsed: Mapping[str, Any], corrections: Corrections | None = None, left_out: Collection[int] = ()
) -> FileTable:
    """The table of what `parse` found, with cells that were corrected and without rows that were left out."""
    rows = parsed["rows"]
    heading = [" ".join(text.lower().replace("_", " ").split()) for text in rows[0][1]]
    records = [_record(heading, *row, corrected=(corrections or {}).get(str(row[0]), {})) for row in rows[1:]]
    return FileTable(
        tuple(heading),
        tuple(row for row in records if row.line not in left_out),
        tuple(NOTES[code] % facts for code, facts in parsed["notes"]),
        tuple(row for row in records if row.line in left_out),
    )


def _record(
    heading: list[str], line: int, texts: list[str], odd: Mapping[str, str] | None = None, *, corrected: Mapping
) -> FileRow:
    problems = []
    if len(texts) > len(heading):
        problems.append(
            _(
                "This row has %(count)s cells, but the heading only %(columns)s. A cell with the separator in it needs quotation marks."
            )
            % {"count": len(texts), "columns": len(heading)}
        )
    if any("\n" in text or "\r" in text for text in texts):
        problems.append(_("A cell of this row has a line break in it. Is a quotation mark missing?"))
    strange = {
        heading[int(at)]: ODD[code] % {"value": texts[int(at)], "text": texts[int(at)]}
        for at, code in (odd or {}).items()
        if int(at) < len(heading)
    }
    return FileRow(line, dict(zip(heading, texts, strict=False)), strange, tuple(problems), corrected)


def _named(columns: Sequence[str]) -> str:
    return get_text_list([f"“{column}”" for column in columns], _("and"))


def find_columns(
    table: FileTable, known: Mapping[str, Sequence[str]], needed: Sequence[str]
) -> tuple[dict[str, str | None], tuple[str, ...]]:
    """Which of the table's columns is which of the `known` ones, and a note on those that are not read.

    Raises UnreadableFile where a needed one is missing, or where two columns could be the same one.
    """
    found: dict[str, str | None] = {}
    for name, spellings in known.items():
        matching = [column for column in table.columns if column in spellings]
        if len(matching) > 1:
            raise UnreadableFile(
                _("The columns %(names)s could both be the %(name)s. Keep one, or rename the other.")
                % {"names": _named(matching), "name": name.replace("_", " ")}
            )
        found[name] = matching[0] if matching else None
    if missing := [name.replace("_", " ") for name in needed if found[name] is None]:
        heading = ", ".join(column for column in table.columns if column) or _("none")
        raise UnreadableFile(
            ngettext(
                "The column %(names)s is missing. The first row names these columns: %(heading)s.",
                "The columns %(names)s are missing. The first row names these columns: %(heading)s.",
                len(missing),
            )
            % {"names": _named(missing), "heading": heading[:300]}
        )
    if not (table.rows or table.left_out):
        raise UnreadableFile(_("The file names its columns but has no rows below them."))
    return found, unread(table, found)


def unread(table: FileTable, found: Mapping[str, str | None]) -> tuple[str, ...]:
    """A note on the columns that are not read, if there are any."""
    columns = [column for column in table.columns if column and column not in found.values()]
    return (_("Columns that are not read: %(columns)s.") % {"columns": ", ".join(columns)[:300]},) if columns else ()
