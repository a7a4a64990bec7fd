"""The tiebreakers of a tie as a page lists them, one after the other."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from judging.messages import Message
from judging.results.brackets import Names, Played

from ..models import Round, TieGame
from .tiebreakers import PlayedTie


class Seat(NamedTuple):
    """One side of a game: its methods, None until they are typed; `outcome` is "won", "out" or "" while that is open."""

    name: str
    methods: int | None
    outcome: str


@dataclass(frozen=True)
class Step:
    """One tiebreaker of a tie as a page lists it. `played` is None for a game that is not typed yet."""

    game: TieGame
    played: Played | None
    message: Message | str
    seats: tuple[Seat, Seat]

    @property
    def state(self) -> str:
        """won, tied, waits, held or void; going for a game that is not typed."""
        return self.played.state if self.played else "going"


def steps_of(played: PlayedTie, names: Names) -> Iterator[Step]:
    """Every game that was typed and, last, the one that is on."""
    for game, each in zip(played.games, played.bracket.played, strict=True):
        counted = zip(each.game.sides, each.game.methods, strict=True)
        one, other = (Seat(names[side], count, _outcome(each, side)) for side, count in counted)
        yield Step(game, each, each.message(names), (one, other))
    if going := played.going:
        one, other = (Seat(names[side], None, "") for side in (going.first_id, going.second_id))
        yield Step(going, None, _on(going.round) % {"one": one.name, "other": other.name}, (one, other))


def _outcome(played: Played, side: Hashable) -> str:
    return "won" if side == played.winner else "out" if side == played.loser else ""


def _on(round_: Round) -> str:
    """What is said of a game that is not typed yet."""
    if round_.status == Round.Status.PLANNED:
        return _("%(one)s and %(other)s play next.")
    if round_.status == Round.Status.OPEN:
        return _("%(one)s and %(other)s are playing.")
    return _("%(one)s and %(other)s have played; what they wrote is not counted yet.")
