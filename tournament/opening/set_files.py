"""A puzzle set as `manage.py generate` writes it -> the rows of a table of boxes."""

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

from .refusals import CannotOpen
from .workbooks import FileCell

HEAD = ("set", "format", "puzzle", "numbers", "target")


def rows(filename: str, text: str) -> list[tuple[int, Sequence[FileCell]]]:
    """The rows with a heading; each set is named after its file. Raises CannotOpen."""
    try:
        made = json.loads(text)
        found = [HEAD, *_boxes(PurePath(filename).stem[:80] or "set", made)]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CannotOpen("no_text") from error
    return [(at, [FileCell(cell) for cell in cells]) for at, cells in enumerate(found, start=1)]


def _boxes(name: str, made: Any) -> Iterator[tuple[str, ...]]:
    for puzzle in made["puzzles"]:
        for question in puzzle["questions"]:
            numbers = " ".join(str(int(number)) for number in question["numbers"])
            yield name, str(made["format"]), str(int(puzzle["position"]) + 1), numbers, str(question["target"])
        if not puzzle["questions"]:
            facts = puzzle["facts"]
            shown = str(facts.get("letters") or " ".join(map(str, facts["parts"])))
            yield name, str(made["format"]), str(int(puzzle["position"]) + 1), shown, str(facts["answer"])
