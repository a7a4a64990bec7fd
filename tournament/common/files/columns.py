"""Tables in columns, from which files of every form are written."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Cell = int | str | bool | None


@dataclass(frozen=True)
class Column:
    """A heading as people read it, and the key under which programs find the cell. A column of a `group` is one of
    several of its kind: in JSON it is an object with `facts` and the cell, in the list of that name."""

    label: str
    key: str
    group: str = ""
    facts: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True)
class Columns:
    """A table. `name` is the file's, without its ending; `about` says in JSON what it is a table of."""

    name: str
    title: str
    about: Mapping[str, Cell]
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def as_dict(self, row: tuple[Cell, ...]) -> dict:
        values: dict = {}
        for column, cell in zip(self.columns, row, strict=True):
            if column.group:
                values.setdefault(column.group, []).append({**column.facts, column.key: cell})
            else:
                values[column.key] = cell
        return values
