"""The effect of an import, before anything changes: the part that all kinds share."""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class PlannedRow:
    """One row of the file. `given` are its texts. A row with problems cannot be imported; `warnings` are what somebody
    should look at."""

    line: int
    given: dict[str, str]
    problems: list[str] = field(default_factory=list, kw_only=True)
    warnings: list[str] = field(default_factory=list, kw_only=True)

    @property
    def is_doubtful(self) -> bool:
        return bool(self.problems or self.warnings)

    @property
    def outcome(self) -> str:
        """The change of the row in a word or two; empty where the page says it elsewhere."""
        return ""

    def text(self, name: str) -> str:
        """The text of a column, as it was understood."""
        return self.given[name]

    def previous(self, name: str) -> str | None:
        """The present value that would change, or None."""
        return None


@dataclass
class ImportPlan(ABC):
    """`rows` are those of the file; `trouble` speaks of the whole file, `notes` of what was assumed and `warnings` of
    what follows from several rows. `done` is what the action wrote, for undoing it."""

    rows: Sequence[PlannedRow] = field(default_factory=list)
    trouble: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    done: dict = field(default_factory=dict)

    @property
    def problem_rows(self) -> list[PlannedRow]:
        return [row for row in self.rows if row.problems]

    @property
    def doubtful_rows(self) -> list[PlannedRow]:
        return [row for row in self.rows if row.is_doubtful]

    @property
    def can_apply(self) -> bool:
        return not self.trouble and bool(self.rows) and not self.problem_rows

    @property
    def fingerprint(self) -> str:
        """Names what this plan would do: it differs when a cell was corrected, or what it changes was changed
        meanwhile."""
        given = [(row.line, row.given) for row in self.rows]
        return hashlib.sha256(json.dumps([self.does(), given]).encode()).hexdigest()[:24]

    @abstractmethod
    def does(self) -> list:
        """The effect of the plan, as JSON."""
