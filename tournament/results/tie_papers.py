"""The papers of a player or team in tiebreakers, with the outcome of each game. They count in no total."""

from collections import defaultdict
from dataclasses import dataclass

from judging.messages import Message

from ..models import Entrant, Event, Round, TieGame
from ..ties.queries import is_held
from ..web.snapshot import cached_for_all_languages
from .papers import RoundPaper, papers_of


@dataclass(frozen=True)
class TiePaper:
    """A side's paper in one tiebreaker. `state` is that of its game (won, tied, waits, held or void), "going" while it
    is not counted, or "parted" if its sides are no longer tied or no longer play each other. If it is counted,
    `methods` is the side's count, `outcome` is "won", "out" or "", and `message` is about the game."""

    paper: RoundPaper
    state: str
    methods: int | None = None
    outcome: str = ""
    message: Message | None = None

    @property
    def round(self) -> Round:
        return self.paper.round


def tie_papers(entrant: Entrant) -> tuple[TiePaper, ...]:
    """The tiebreakers that this player or team has played, in order. One query if there are none."""
    games = _games(entrant.event).get(entrant.pk, ())
    return tuple(_tie_paper(entrant, game, paper) for game in games for paper in papers_of(entrant, game.round))


@cached_for_all_languages
def _games(event: Event) -> dict[int, list[TieGame]]:
    """The games whose puzzles may be shown, by the id of each of their sides."""
    games: dict[int, list[TieGame]] = defaultdict(list)
    parts = ("round", "tie__division", "first__player", "first__team", "second__player", "second__team")
    for game in TieGame.objects.filter(tie__event=event).select_related(*parts).order_by("round__position"):
        game.tie.event = game.round.event = event
        if game.round.shows_puzzles:
            games[game.first_id].append(game)
            games[game.second_id].append(game)
    return dict(games)


def _tie_paper(entrant: Entrant, game: TieGame, paper: RoundPaper) -> TiePaper:
    tie = None if game.tie.dropped_at else is_held(game.tie)
    if tie is None or game not in tie.games:
        return TiePaper(paper, "going" if tie and tie.going == game else "parted")
    played, event = tie.bracket.played[tie.games.index(game)], game.round.event
    names = {side.pk: side.public_name(event) for side in (game.first, game.second)}
    methods = played.game.methods[played.game.sides.index(entrant.pk)]
    outcome = {played.winner: "won", played.loser: "out"}.get(entrant.pk, "")
    return TiePaper(paper, played.state, methods, outcome, played.message(names))
