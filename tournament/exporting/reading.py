"""Reading a file that `writing` wrote, a row at a time, however large it is."""

import json
from collections.abc import Iterator
from typing import IO, Any


class Unreadable(ValueError):
    """Not a file as we write it; `at` is the line where that shows."""

    def __init__(self, at: int):
        super().__init__(f"line {at}")
        self.at = at


def read(file: IO[str]) -> Iterator[tuple[str, Any]]:
    """The parts of the document in their order: (name, value), and (name, row) for each row of a list. Raises Unreadable."""
    part, ended = "", False
    for at, text in enumerate(file, start=1):
        text = text.rstrip("\n").removesuffix(",")
        if (at == 1) != (text == "{") or ended:
            raise Unreadable(at)
        try:
            if text == "}":
                ended = True
            elif text == "]":
                part = ""
            elif part:
                yield part, json.loads(text)
            elif text.endswith(":["):
                part = json.loads(text[:-2])
            elif at > 1:
                yield from ((name, value) for name, value in json.loads(f"{{{text}}}").items() if value != [])
        except (ValueError, AttributeError) as error:
            raise Unreadable(at) from error
    if not ended:
        raise Unreadable(0)
