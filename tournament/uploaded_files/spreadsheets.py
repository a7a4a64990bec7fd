"""CSV in whatever encoding and with whatever separator, or XLSX -> rows of texts, as JSON."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, BinaryIO

from ..common import limits
from . import set_files, workbooks
from .refusals import CannotOpen
from .workbooks import FileCell, Note

Cells = Sequence[FileCell]


def read(file: BinaryIO) -> tuple[dict[str, Any], list[bytes]]:
    """The result of `parse` for a file; its first line is the file's name."""
    filename = file.readline(2000).decode(errors="replace")
    return parse(filename.strip(), file.read(limits.TABLE + 1)), []


def parse(filename: str, content: bytes) -> dict[str, Any]:
    """The content of a file, as JSON that `imports.table_reader.table_of` reads. Raises CannotOpen."""
    if not content.strip():
        raise CannotOpen("empty")
    if len(content) > limits.TABLE:
        raise CannotOpen("large", most=limits.TABLE // 1024 // 1024)
    notes: tuple[Note, ...]
    if content[:4] == b"PK\x03\x04" or filename.lower().endswith((".xlsx", ".xlsm")):
        rows, notes = workbooks.first_sheet(content, limits.TABLE_ROWS)
    else:
        text, notes = decode(content)
        rows = set_files.rows(filename, text) if text.lstrip()[:1] == "{" else _separated(text)
    return {"rows": _filled(rows), "notes": [list(note) for note in notes]}


def decode(content: bytes) -> tuple[str, tuple[Note, ...]]:
    """Text from bytes: UTF-8 with or without a mark, UTF-16 with one, and otherwise the old Western encoding."""
    if content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        try:
            return content.decode("utf-16"), ()
        except UnicodeDecodeError as error:
            raise CannotOpen("encoding") from error
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace"), (("western", {}),)


def _separated(text: str) -> list[tuple[int, Cells]]:
    """The rows of a CSV text with the line each begins in."""
    if "\x00" in text:
        raise CannotOpen("no_text")
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    rows: list[tuple[int, Cells]] = []
    begins = 1
    try:
        for row in reader:
            rows.append((begins, [FileCell(cell.strip()) for cell in row]))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise CannotOpen("quotes", begins=begins) from error
    return rows


def _filled(rows: Iterable[tuple[int, Cells]]) -> list[list]:
    """[line, [text…]] of each row with something in it, and a third part, {place: code}, where cells are odd."""
    filled: list[list] = []
    size = 0
    for line, cells in rows:
        texts = [cell.text.replace("\x00", "\N{REPLACEMENT CHARACTER}") for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        if len(texts) > limits.TABLE_COLUMNS:
            raise CannotOpen("columns", line=line, most=limits.TABLE_COLUMNS)
        if texts:
            odd = {str(at): cell.odd for at, cell in enumerate(cells) if cell.odd}
            filled.append([line, texts, odd] if odd else [line, texts])
            size += sum(map(len, texts))
    _refuse(filled, size)
    return filled


def _refuse(filled: list[list], size: int) -> None:
    if not filled:
        raise CannotOpen("empty")
    if len(filled) > limits.TABLE_ROWS:
        raise CannotOpen("rows", most=limits.TABLE_ROWS)
    if size > limits.TABLE_CHARACTERS:
        raise CannotOpen("characters", most=limits.TABLE_CHARACTERS)
