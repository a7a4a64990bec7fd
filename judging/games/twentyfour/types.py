"""The nine game types of the 24 family (TF-1)."""

from dataclasses import dataclass
from typing import Literal

from judging.games.settings import Settings
from judging.messages import gettext_noop

GameFamily = Literal["classic", "largest", "closest"]


@dataclass(frozen=True)
class GameType:
    """One type. `endless`: nobody wins the game. `solvable_only`: only sets with a solution are dealt. `waits`: the
    second phase also begins when everybody has entered an x. `open_x`: players see each other's x."""

    number: int
    family: GameFamily
    label: str
    endless: bool = False
    solvable_only: bool = False
    waits: bool = False
    open_x: bool = False

    @property
    def two_phases(self) -> bool:
        return self.family != "classic"


TYPES: dict[str, GameType] = {
    str(each.number): each
    for each in (
        GameType(0, "classic", gettext_noop("Type 0. Classic: the first answer ends the round")),
        GameType(1, "classic", gettext_noop("Type 1. Classic that never ends, for practice"), endless=True),
        GameType(2, "classic", gettext_noop("Type 2. Classic, only sets that have a solution"), solvable_only=True),
        GameType(10, "largest", gettext_noop("Type 10. Tony Four, everybody has the whole answer time")),
        GameType(11, "largest", gettext_noop("Type 11. Tony Four, until everybody has entered an x"), waits=True),
        GameType(
            12, "largest", gettext_noop("Type 12. Tony Four, players see each other's x"), waits=True, open_x=True
        ),
        GameType(20, "closest", gettext_noop("Type 20. Closest to, everybody has the whole answer time")),
        GameType(21, "closest", gettext_noop("Type 21. Closest to, until everybody has entered an x"), waits=True),
        GameType(
            22, "closest", gettext_noop("Type 22. Closest to, players see each other's x"), waits=True, open_x=True
        ),
    )
}


def type_of(settings: Settings) -> GameType:
    return TYPES[settings.choice("game_type")]
