"""What an import would do, before anything is done: the part that all kinds of import share."""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


class Row(Protocol):
    problems: list[str]


@dataclass
class Plan(ABC):
    """`rows` are those of the file; `trouble` speaks of the whole file and `notes` of what was assumed."""

    rows: Sequence[Row] = field(default_factory=list)
    trouble: str = ""
    notes: tuple[str, ...] = ()

    @property
    def problem_rows(self) -> list[Row]:
        return [row for row in self.rows if row.problems]

    @property
    def can_apply(self) -> bool:
        return not self.trouble and bool(self.rows) and not self.problem_rows

    @property
    def fingerprint(self) -> str:
        """Names what this plan would do: it differs when what it changes was changed meanwhile."""
        return hashlib.sha256(json.dumps(self.does()).encode()).hexdigest()[:24]

    @abstractmethod
    def does(self) -> list:
        """What it would do, as JSON."""
