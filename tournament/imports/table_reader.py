"""Bytes -> a table: CSV in whatever encoding and with whatever separator, or XLSX.

A file is parsed once, when it is chosen; what is kept is JSON (`parse`), and tables are made from that (`table_of`).

A problem with the whole file raises `UnreadableFile`. A problem with one row (more cells than the heading, a line break
in a cell, a date where a number was typed) is kept with that row.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from ..uploaded_files import sandbox
from ..uploaded_files.refusals import CannotOpen

SENTENCES = {
    "empty": gettext_lazy("This file is empty."),
    "large": gettext_lazy("This file is larger than %(most)s MB. Split it."),
    "encoding": gettext_lazy("The text of this file cannot be read. Save it as CSV UTF-8."),
    "no_text": gettext_lazy("This is not a text file. Save the sheet as CSV or as XLSX."),
    "no_set": gettext_lazy("This JSON file has no puzzle set as “Export” or `manage.py generate` writes it."),
    "quotes": gettext_lazy(
        "The row that begins in line %(begins)s cannot be read: a quotation mark is not closed, or is alone inside a"
        " cell."
    ),
    "columns": gettext_lazy("Line %(line)s has more than %(most)s columns. Delete those that are not needed."),
    "rows": gettext_lazy("This file has more than %(most)s rows. Split it."),
    "characters": gettext_lazy("This file has more than %(most)s characters. Split it."),
    "no_workbook": gettext_lazy("This file is not an XLSX workbook that can be read. Save it again, or as CSV."),
    "unpacks": gettext_lazy(
        "This workbook unpacks to more than %(most)s MB. Save only the roster or the puzzles, or save it as CSV."
    ),
    "too_slow": gettext_lazy("This file takes too long to open, so it was not kept. Save it as CSV."),
    "too_heavy": gettext_lazy("This file is damaged or needs too much memory, so it was not kept. Save it as CSV."),
    "too_much": gettext_lazy("This file holds too much, so it was not kept. Split it."),
    "busy": gettext_lazy("Many files are being opened just now. This one was not kept; send it again in a minute."),
}
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


class UnreadableFile(Exception):
    """The file as a whole cannot be read; the sentence says why and what to do. `busy`: the same file may do later."""

    def __init__(self, message: str, busy: bool = False):
        super().__init__(message)
        self.busy = busy


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
        """Notes on odd cells of the columns that are read, without cells that were corrected since."""
        columns = [at for name, at in where.items() if at and name not in self.corrected]
        return [self.odd[at] for at in columns if at in self.odd]


@dataclass(frozen=True)
class FileTable:
    """`notes` tell what was assumed while reading; `left_out` are rows that somebody took out."""

    columns: tuple[str, ...]
    rows: tuple[FileRow, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[FileRow, ...] = ()


def read(filename: str, content: bytes) -> FileTable:
    """The table in a file; the first line that is not empty names the columns. Raises UnreadableFile."""
    return table_of(parse(filename, content))


def parse(filename: str, content: bytes) -> dict[str, Any]:
    """The content of a file, as JSON that `table_of` reads. It is opened by `uploaded_files.spreadsheets`, in a process
    of its own. Raises UnreadableFile."""
    name = " ".join(filename.split())[-200:].encode(errors="replace")
    try:
        return sandbox.opened("table", name + b"\n" + content)[0]
    except CannotOpen as refused:
        raise UnreadableFile(sentence(refused), busy=refused.code == "busy") from refused


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


def sentence(refused: CannotOpen) -> str:
    """Why a file with a table cannot be read, in words."""
    facts = dict(refused.facts)
    if isinstance(facts.get("most"), int):
        facts["most"] = number_format(facts["most"], force_grouping=True)
    return str(SENTENCES[refused.code]) % facts


def _record(
    heading: list[str], line: int, texts: list[str], odd: Mapping[str, str] | None = None, *, corrected: Mapping
) -> FileRow:
    problems = []
    if len(texts) > len(heading):
        problems.append(
            _(
                "This row has %(count)s cells, but the heading only %(columns)s. A cell with the separator in it"
                " needs quotation marks."
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
    columns: dict[str, str | None] = {}
    for name, spellings in known.items():
        matching = [column for column in table.columns if column in spellings]
        if len(matching) > 1:
            raise UnreadableFile(
                _("The columns %(names)s could both be the %(name)s. Keep one, or rename the other.")
                % {"names": _named(matching), "name": name.replace("_", " ")}
            )
        columns[name] = matching[0] if matching else None
    if missing := [name.replace("_", " ") for name in needed if columns[name] is None]:
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
    return columns, unread(table, columns)


def unread(table: FileTable, columns_read: Mapping[str, str | None]) -> tuple[str, ...]:
    """A note on the columns that are not read, if there are any."""
    columns = [column for column in table.columns if column and column not in columns_read.values()]
    return (_("Columns that are not read: %(columns)s.") % {"columns": ", ".join(columns)[:300]},) if columns else ()
