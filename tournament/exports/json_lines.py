"""Exports as JSON: written and read a row at a time, with sorted keys, so that equal records give equal bytes."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from judging.plain_text import UNSTORABLE, readable

ExportParts = Mapping[str, Any]  # an iterator is written as a list
MAY_BE_UNSTORABLE = re.compile(r"[\ud800-\udfff]|\\u0000")  # in JSON


def line(value: Any) -> str:
    """The value as JSON. A replacement sign stands for what no import takes, which SQLite may hold from earlier."""
    text = _as_json(value)
    return _as_json(readable(value, UNSTORABLE)) if MAY_BE_UNSTORABLE.search(text) else text


def _as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def pieces(parts: ExportParts) -> Iterator[str]:
    """The document as text, in pieces: parts sorted by name, a line for each row of a list."""
    start = "{"
    for name in sorted(parts):
        yield f"{start}\n{line(name)}:"
        start, value = ",", parts[name]
        if isinstance(value, dict | str | int | None):
            yield line(value)
        else:
            yield from _rows(value)
    yield "\n}\n"


def as_bytes(parts: ExportParts) -> bytes:
    return "".join(pieces(parts)).encode()


def _rows(rows: Iterable[Any]) -> Iterator[str]:
    start = "["
    for row in rows:
        yield f"{start}\n{line(row)}"
        start = ","
    yield "[]" if start == "[" else "\n]"


class UnreadableExport(ValueError):
    """Not an export; `at` is the line of the error."""

    def __init__(self, at: int):
        super().__init__(f"line {at}")
        self.at = at


def read(file: IO[str]) -> Iterator[tuple[str, Any]]:
    """(name, value) for each part, and (name, row) for each row of a list. Raises UnreadableExport."""
    part, ended = "", False
    for at, text in enumerate(file, start=1):
        text = text.rstrip("\n").removesuffix(",")
        if (at == 1) != (text == "{") or ended:
            raise UnreadableExport(at)
        try:
            if text == "}":
                ended = True
            elif text == "]":
                part = ""
            elif part:
                yield part, json.loads(text)
            elif text.endswith(":["):
                part = str(json.loads(text[:-2]))
            elif at > 1:
                yield from ((name, value) for name, value in json.loads(f"{{{text}}}").items() if value != [])
        except (ValueError, AttributeError, RecursionError) as error:
            raise UnreadableExport(at) from error
    if not ended:
        raise UnreadableExport(0)
