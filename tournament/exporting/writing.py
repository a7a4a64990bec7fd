"""JSON whose bytes depend on nothing but what it says: keys in order, a row a line, written as it is made."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Parts = Mapping[str, Any]  # a list that is made while it is written is an iterator


def line(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def pieces(parts: Parts) -> Iterator[str]:
    """A document in pieces: its parts in the order of their names, each row of a list on a line of its own."""
    start = "{"
    for name in sorted(parts):
        yield f"{start}\n{line(name)}:"
        start, value = ",", parts[name]
        if isinstance(value, dict | str | int | None):
            yield line(value)
        else:
            yield from _rows(value)
    yield "\n}\n"


def as_bytes(parts: Parts) -> bytes:
    return "".join(pieces(parts)).encode()


def _rows(rows: Iterable[Any]) -> Iterator[str]:
    start = "["
    for row in rows:
        yield f"{start}\n{line(row)}"
        start = ","
    yield "[]" if start == "[" else "\n]"
