"""CSV in whatever encoding and with whatever separator, XLSX, or puzzle sets that `manage.py generate` wrote -> rows of
texts, as JSON."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, BinaryIO

from ..common import limits
from . import workbooks
from .refusals import CannotOpen
from .workbooks import FileCell, Note

Cells = Sequence[FileCell]
SET_COLUMNS = ("set", "format", "puzzle", "numbers", "target")


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
        rows = _of_sets(filename, text) if text.lstrip()[:1] == "{" else _separated(text)
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


def _of_sets(filename: str, text: str) -> list[tuple[int, Sequence[FileCell]]]:
    """A row for each box of puzzle sets that `manage.py generate` wrote, with a heading; a set is named after its file,
    those of a day after their format and grade too. Raises CannotOpen."""
    name = PurePath(filename).stem[:40] or "set"
    try:
        made = json.loads(text)
        cell_rows = [SET_COLUMNS, *(row for each, named in _sets(name, made) for row in _boxes(named, each))]
        texts = "".join(cell for row in cell_rows for cell in row)
        texts.encode()  # half of a surrogate pair cannot be stored
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CannotOpen("no_set") from error
    if "\0" in texts:
        raise CannotOpen("no_set")
    return [(at, [FileCell(cell) for cell in cells]) for at, cells in enumerate(cell_rows, start=1)]


def _sets(name: str, made: Any) -> Iterator[tuple[Any, str]]:
    """Each set with its name: one, or those of `generate --day`."""
    if "sets" not in made:
        yield made, name
        return
    for each in made["sets"]:
        yield each, f"{name} {str(each['format']).replace('_', ' ')} {int(each['grade'])}"


def _boxes(name: str, made: Any) -> Iterator[tuple[str, ...]]:
    for puzzle in made["puzzles"]:
        for question in puzzle["questions"]:
            numbers = " ".join(str(int(number)) for number in question["numbers"])
            yield name, str(made["format"]), str(int(puzzle["position"]) + 1), numbers, str(question["target"])
        if not puzzle["questions"]:
            facts = puzzle["facts"]
            shown = str(facts.get("letters") or " ".join(map(str, facts["parts"])))
            yield name, str(made["format"]), str(int(puzzle["position"]) + 1), shown, str(facts["answer"])


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
    if len(filled) > 1 + limits.TABLE_ROWS:  # the heading is none of them
        raise CannotOpen("rows", most=limits.TABLE_ROWS)
    if size > limits.TABLE_CHARACTERS:
        raise CannotOpen("characters", most=limits.TABLE_CHARACTERS)
