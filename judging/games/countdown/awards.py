"""What a player gets for a round, and why."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, TypeVar

Player = TypeVar("Player", bound=Hashable)


class Award(NamedTuple):
    """The points of one player for one round. `code` says why; the codes stand in docs/rules/countdown.md."""

    points: int
    code: str
