"""Bytes -> a table: CSV in whatever encoding and with whatever separator, or XLSX.

A file comes from a stranger's spreadsheet. Whatever is wrong with it as a whole is `Unreadable`; whatever is odd about
one row (more cells than the heading, a line break in a cell, a date where a number was typed) is told beside that row.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from . import workbooks
from .unreadable import Unreadable

LARGEST = 4 * 1024 * 1024
MOST_ROWS = 20_000

__all__ = ["LARGEST", "MOST_ROWS", "Record", "Table", "Unreadable", "find_columns", "read"]


@dataclass(frozen=True)
class Record:
    """One row: its line in the file, its cells by column name in lower case, and what is odd about each column."""

    line: int
    cells: Mapping[str, str]
    odd: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """`notes` tell what was assumed while reading."""

    columns: tuple[str, ...]
    rows: tuple[Record, ...]
    notes: tuple[str, ...] = ()


Cells = Sequence[workbooks.Cell]


def read(filename: str, content: bytes) -> Table:
    """The table in a file; the first line that is not empty names the columns. Raises Unreadable."""
    if not content.strip():
        raise Unreadable(_("This file is empty."))
    if len(content) > LARGEST:
        raise Unreadable(
            _("This file is larger than %(most)s MB. Split it.") % {"most": LARGEST // 1024 // 1024}
        )
    if content[:4] == b"PK\x03\x04" or filename.lower().endswith((".xlsx", ".xlsm")):
        return _table(*workbooks.first_sheet(content, MOST_ROWS))
    text, notes = decode(content)
    return _table(_separated(text), notes)


def decode(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Text from bytes: UTF-8 with or without a mark, UTF-16 with one, and otherwise the old Western encoding."""
    if content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        try:
            return content.decode("utf-16"), ()
        except UnicodeDecodeError as error:
            raise Unreadable(
                _("This file begins like UTF-16 and then is not. Save it as CSV UTF-8.")
            ) from error
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        note = _("The file is not UTF-8, so it was read as Western (Latin-1). Check names with accents.")
        return content.decode("cp1252", errors="replace"), (note,)


def _separated(text: str) -> list[tuple[int, Cells]]:
    """The rows of a CSV text with the line each begins in."""
    if "\x00" in text:
        raise Unreadable(_("This is not a text file. Save the sheet as CSV or as XLSX."))
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    rows: list[tuple[int, Cells]] = []
    begins = 1
    try:
        for row in reader:
            rows.append((begins, [workbooks.Cell(cell.strip()) for cell in row]))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable(
            _(
                "The row that begins in line %(begins)s cannot be read: a quotation mark in it is not closed, or stands alone inside a cell."
            )
            % {"begins": begins}
        ) from error
    return rows


def _table(rows: list[tuple[int, Cells]], notes: tuple[str, ...]) -> Table:
    filled = [(line, cells) for line, cells in rows if any(cell.text for cell in cells)]
    if not filled:
        raise Unreadable(_("This file is empty."))
    if len(filled) > MOST_ROWS:
        raise Unreadable(
            _("This file has more than %(most)s rows. Split it.")
            % {"most": number_format(MOST_ROWS, force_grouping=True)}
        )
    heading = [" ".join(cell.text.lower().replace("_", " ").split()) for cell in filled[0][1]]
    while heading and not heading[-1]:
        heading.pop()
    return Table(tuple(heading), tuple(_record(heading, line, cells) for line, cells in filled[1:]), notes)


def _record(heading: list[str], line: int, cells: Cells) -> Record:
    problems = []
    if any(cell.text for cell in cells[len(heading) :]):
        problems.append(
            _(
                "This row has %(count)s cells, but the heading only %(columns)s. A cell with the separator in it needs quotation marks."
            )
            % {"count": len(cells), "columns": len(heading)}
        )
    if any("\n" in cell.text or "\r" in cell.text for cell in cells):
        problems.append(_("A cell of this row has a line break in it. Is a quotation mark missing?"))
    named = dict(zip(heading, cells, strict=False))
    return Record(
        line,
        {name: cell.text for name, cell in named.items()},
        {name: cell.odd for name, cell in named.items() if cell.odd},
        tuple(problems),
    )


def _named(columns: Sequence[str]) -> str:
    return get_text_list([f"“{column}”" for column in columns], _("and"))


def find_columns(
    table: Table, known: Mapping[str, Sequence[str]], needed: Sequence[str]
) -> tuple[dict[str, str | None], tuple[str, ...]]:
    """Which of the table's columns is which of the `known` ones, and a note on those that are not read.

    Raises Unreadable where a needed one is missing, or where two columns could be the same one.
    """
    found: dict[str, str | None] = {}
    for name, spellings in known.items():
        matching = [column for column in table.columns if column in spellings]
        if len(matching) > 1:
            raise Unreadable(
                _("The columns %(names)s could both be the %(name)s. Keep one, or rename the other.")
                % {"names": _named(matching), "name": name.replace("_", " ")}
            )
        found[name] = matching[0] if matching else None
    if missing := [name.replace("_", " ") for name in needed if found[name] is None]:
        heading = ", ".join(column for column in table.columns if column) or _("none")
        raise Unreadable(
            ngettext(
                "The column %(names)s is missing. The first row names these columns: %(heading)s.",
                "The columns %(names)s are missing. The first row names these columns: %(heading)s.",
                len(missing),
            )
            % {"names": _named(missing), "heading": heading[:300]}
        )
    if not table.rows:
        raise Unreadable(_("The file names its columns but has no rows below them."))
    unread = [column for column in table.columns if column and column not in found.values()]
    return found, (
        _("Columns that are not read: %(columns)s.") % {"columns": ", ".join(unread)[:300]},
    ) if unread else ()
