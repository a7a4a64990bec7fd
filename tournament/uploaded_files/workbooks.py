"""XLSX -> the cells of its first sheet, as the text a person typed."""

import datetime
import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from ..common import limits
from .refusals import CannotOpen

BROKEN = {"#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"}

Note = tuple[str, dict[str, str]]  # a code of `imports.table_reader.NOTES` and what its sentence names


@dataclass(frozen=True)
class FileCell:
    """The text of a cell; `odd` is a code of `imports.table_reader.ODD`: why it may differ from what was typed."""

    text: str
    odd: str = ""


def first_sheet(content: bytes, most_rows: int) -> tuple[list[tuple[int, Sequence[FileCell]]], tuple[Note, ...]]:
    """The rows of the first sheet with their numbers, and a note where there are other sheets. Raises CannotOpen.

    Below the heading `most_rows` are read and one more. Something in that one is refused, also where empty rows stand
    above: no row is left out silently.
    """
    from openpyxl import load_workbook  # a tenth of a second, which a CSV file need not wait

    try:
        _refuse_bombs(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_row=most_rows + 2, max_col=limits.TABLE_COLUMNS, values_only=True)
        numbered: list[tuple[int, Sequence[FileCell]]] = [
            (number, [_cell(value) for value in row]) for number, row in enumerate(rows, start=1)
        ]
        if len(numbered) == most_rows + 2 and any(cell.text for cell in numbered[-1][1]):
            raise CannotOpen("rows", most=most_rows)
    except (CannotOpen, MemoryError):
        raise
    except Exception as error:  # a stranger's file can fail in any way inside the library, and each means the same
        raise CannotOpen("no_workbook") from error
    others = len(book.worksheets) > 1
    return numbered, (("first_sheet", {"name": sheet.title}),) if others else ()


def _refuse_bombs(content: bytes) -> None:
    """A small file may unpack to gigabytes. The sizes in the directory hold: the reader stops at them."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if sum(part.file_size for part in packed.infolist()) > limits.TABLE_UNPACKED:
            raise CannotOpen("unpacks", most=limits.TABLE_UNPACKED // 1024 // 1024)


def _cell(value: object) -> FileCell:
    if value is None:
        return FileCell("")
    if isinstance(value, datetime.datetime | datetime.date | datetime.time | datetime.timedelta):
        return FileCell(str(value), "date")
    if isinstance(value, float) and value.is_integer():
        return FileCell(str(int(value)))
    text = str(value).strip()
    return FileCell(text, "error" if text in BROKEN else "")
