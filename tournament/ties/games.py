"""The games of a tie as a page lists them."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from judging.language.editions import edition as read_edition
from judging.messages import Message
from judging.results.brackets import PlayedTiebreaker, SideNames

from ..models import Round, TieGame
from ..rounds import method_counts
from ..standings.brackets import PlayedTie


class GameSide(NamedTuple):
    """One side of a game. `methods` is None until its sheet is typed; `outcome` is "won", "out" or "" if undecided."""

    name: str
    methods: int | None
    outcome: str


@dataclass(frozen=True)
class BracketGame:
    """One game of a tie. `played` is None until its sheets are typed."""

    tie_game: TieGame
    played: PlayedTiebreaker | None
    message: Message | str
    sides: tuple[GameSide, GameSide]
    in_all: str = ""  # how many methods there are, in a sentence, once the game is over

    @property
    def state(self) -> str:
        """won, tied, waits, held or void; going while its sheets are not typed."""
        return self.played.state if self.played else "going"


def games_of(played: PlayedTie, names: SideNames) -> Iterator[BracketGame]:
    """Every counted game and, last, the one that is not finished."""
    counts = method_counts.of_rounds([each.round_id for each in (*played.games, played.going) if each])
    for game, each in zip(played.games, played.bracket.played, strict=True):
        counted = zip(each.game.sides, each.game.methods, strict=True)
        one, other = (GameSide(names[side], count, _outcome(each, side)) for side, count in counted)
        yield BracketGame(game, each, each.message(names), (one, other), _in_all(game.round, counts))
    if going := played.going:
        one, other = (GameSide(names[side], None, "") for side in (going.first_id, going.second_id))
        message = _waiting_sentence(going.round) % {"one": one.name, "other": other.name}
        yield BracketGame(going, None, message, (one, other), _in_all(going.round, counts))


def _in_all(round_: Round, counts: dict[int, method_counts.BoxCounts]) -> str:
    """How many methods the game's question has; empty while it is played."""
    if not round_.shows_puzzles:
        return ""
    return method_counts.sentence(counts.get(round_.pk, []), 0, read_edition(round_.edition))


def _outcome(played: PlayedTiebreaker, side: Hashable) -> str:
    if side == played.winner:
        return "won"
    return "out" if side == played.loser else ""


def _waiting_sentence(round_: Round) -> str:
    """The sentence about a game whose sheets are not typed yet."""
    if round_.status == Round.Status.PLANNED:
        return _("%(one)s and %(other)s play next.")
    if round_.status == Round.Status.OPEN:
        return _("%(one)s and %(other)s are playing.")
    return _("%(one)s and %(other)s have played. Their sheets are not counted yet.")
