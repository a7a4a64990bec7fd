"""The points of one player for one round, with the reason."""

from collections.abc import Hashable
from typing import NamedTuple, TypeVar

PlayerT = TypeVar("PlayerT", bound=Hashable)


class RoundScore(NamedTuple):
    """The points of one player for one round. `code` says why; the codes stand in docs/rules/countdown.md."""

    points: int
    code: str
