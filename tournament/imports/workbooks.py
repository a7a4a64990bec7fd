"""XLSX -> the cells of its first sheet, as the text a person typed."""

import datetime
import io
import logging
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from openpyxl import load_workbook

LARGEST_UNPACKED = 48 * 1024 * 1024
MOST_COLUMNS = 60
BROKEN = {"#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"}

log = logging.getLogger(__name__)


class UnreadableFile(Exception):
    """The file as a whole cannot be read; the sentence says why and what to do."""


Note = tuple[str, dict[str, str]]  # a code of `reader.NOTES` and what its sentence names


@dataclass(frozen=True)
class FileCell:
    """What stands in a cell; `odd` is a code of `reader.ODD`: why it may not be what was typed."""

    text: str
    odd: str = ""


def first_sheet(content: bytes, most_rows: int) -> tuple[list[tuple[int, Sequence[FileCell]]], tuple[Note, ...]]:
    """The rows of the first sheet with their numbers, and a note where there are other sheets. Raises UnreadableFile.

    Rows beyond `most_rows` + 1 are not read: that many tell the caller that there are too many.
    """
    try:
        _refuse_bombs(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_row=most_rows + 2, max_col=MOST_COLUMNS, values_only=True)
        numbered: list[tuple[int, Sequence[FileCell]]] = [
            (number, [_cell(value) for value in row]) for number, row in enumerate(rows, start=1)
        ]
    except UnreadableFile:
        raise
    except Exception as error:  # a stranger's file can fail in any way inside the library, and each means the same
        log.info("a workbook could not be read: %r", error)
        raise UnreadableFile(
            _("This file is not an XLSX workbook that can be read. Save it again, or as CSV.")
        ) from error
    others = len(book.worksheets) > 1
    return numbered, (("first_sheet", {"name": sheet.title}),) if others else ()


def _refuse_bombs(content: bytes) -> None:
    """A small file may unpack to gigabytes. The sizes in the directory hold: the reader stops at them."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if sum(part.file_size for part in packed.infolist()) > LARGEST_UNPACKED:
            raise UnreadableFile(
                _(
                    "This workbook unpacks to more than %(most)s MB. Save only the roster or the puzzles, or save it as CSV."
                )
                % {"most": LARGEST_UNPACKED // 1024 // 1024}
            )


def _cell(value: object) -> FileCell:
    if value is None:
        return FileCell("")
    if isinstance(value, datetime.datetime | datetime.date | datetime.time | datetime.timedelta):
        return FileCell(str(value), "date")
    if isinstance(value, float) and value.is_integer():
        return FileCell(str(int(value)))
    text = str(value).strip()
    return FileCell(text, "error" if text in BROKEN else "")
