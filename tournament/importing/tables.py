"""Bytes -> a table: CSV in whatever encoding and with whatever separator, or XLSX."""

import csv
import io
import zipfile
from dataclasses import dataclass

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

LARGEST = 4 * 1024 * 1024
MOST_ROWS = 20_000
MOST_COLUMNS = 60


class Unreadable(Exception):
    """The file as a whole cannot be read; the sentence says why and what to do."""


@dataclass(frozen=True)
class Table:
    """`rows` are (line number in the file, cells by column name in lower case). `notes` tell what was assumed."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, dict[str, str]], ...]
    notes: tuple[str, ...] = ()


def read(filename: str, content: bytes) -> Table:
    """The table in a file; the first line that is not empty names the columns. Raises Unreadable."""
    if not content.strip():
        raise Unreadable("This file is empty.")
    if len(content) > LARGEST:
        raise Unreadable(f"This file is larger than {LARGEST // 1024 // 1024} MB. Split it.")
    if content[:4] == b"PK\x03\x04" or filename.lower().endswith((".xlsx", ".xlsm")):
        return _table(_spreadsheet(content), ())
    text, notes = decode(content)
    return _table(_separated(text), notes)


def decode(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Text from bytes: UTF-8 with or without a mark, UTF-16 with one, and otherwise the old Western encoding."""
    if content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        try:
            return content.decode("utf-16"), ()
        except UnicodeDecodeError as error:
            raise Unreadable("This file begins like UTF-16 and then is not. Save it as CSV UTF-8.") from error
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        note = "The file is not UTF-8, so it was read as Western (Latin-1). Check names with accents."
        return content.decode("cp1252", errors="replace"), (note,)


def _separated(text: str) -> list[list[str]]:
    if "\x00" in text:
        raise Unreadable("This is not a text file. Save the sheet as CSV or as XLSX.")
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(",;\t", key=first.count)
    try:
        return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)]
    except csv.Error as error:
        raise Unreadable(f"This file cannot be read as CSV: {error}.") from error


def _spreadsheet(content: bytes) -> list[list[str]]:
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS, values_only=True)
        return [[_cell(value) for value in row] for row in rows]
    except (
        InvalidFileException,
        zipfile.BadZipFile,
        KeyError,
        ValueError,
        IndexError,
        OSError,
        EOFError,
    ) as error:
        raise Unreadable(
            "This file is not an XLSX workbook that can be read. Save it again, or as CSV."
        ) from error


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _table(rows: list[list[str]], notes: tuple[str, ...]) -> Table:
    filled = [
        (number, [cell.strip() for cell in row])
        for number, row in enumerate(rows, start=1)
        if any(c.strip() for c in row)
    ]
    if not filled:
        raise Unreadable("This file is empty.")
    if len(filled) > MOST_ROWS:
        raise Unreadable(f"This file has more than {MOST_ROWS:,} rows. Split it.")
    columns = tuple(" ".join(name.lower().replace("_", " ").split()) for name in filled[0][1])
    return Table(
        columns, tuple((number, dict(zip(columns, row, strict=False))) for number, row in filled[1:]), notes
    )
