"""One row of a roster file, as it was understood."""

from dataclasses import dataclass, field
from enum import StrEnum

from django.utils.translation import gettext as _

from ..imports.plan import PlannedRow
from ..models import Player
from ..roster.player_details import PlayerFacts


class RowChange(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    PROBLEM = "problem"


@dataclass
class RosterRow(PlannedRow):
    """`facts` are the values read, `was` the present values that would change, `player` whom it is about if they are on
    the roster."""

    facts: PlayerFacts
    change: RowChange = RowChange.NEW
    was: dict[str, str] = field(default_factory=dict)
    player: Player | None = None

    @property
    def outcome(self) -> str:
        return {
            RowChange.NEW: _("new player"),
            RowChange.CHANGED: _("changed"),
            RowChange.SAME: _("as before"),
            RowChange.PROBLEM: "",
        }[self.change]

    def text(self, name: str) -> str:
        value = getattr(self.facts, name)
        return self.given[name] if self.problems else str(value)

    def previous(self, name: str) -> str | None:
        return self.was.get(name)
