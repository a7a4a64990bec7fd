"""A puzzle set as `manage.py generate` writes it -> the rows of a table of boxes."""

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

from .refusals import CannotOpen
from .workbooks import FileCell

HEAD = ("set", "format", "puzzle", "numbers", "target")


def rows(filename: str, text: str) -> list[tuple[int, Sequence[FileCell]]]:
    """The rows with a heading; a set is named after its file, those of a day after their format and grade too. Raises
    CannotOpen."""
    name = PurePath(filename).stem[:40] or "set"
    try:
        made = json.loads(text)
        cell_rows = [HEAD, *(row for each, named in _sets(name, made) for row in _boxes(named, each))]
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
