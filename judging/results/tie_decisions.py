"""Decisions of ties on points: by a tiebreaker with its score, or by the criterion that comes next (NT-ST-9)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judging.messages import Fact, Message, message
from judging.results.brackets import Bracket, PlayedTiebreaker
from judging.results.standings import Chain, Criterion, Ranked
from judging.results.ties import TIEBREAK, before_tiebreak


@dataclass(frozen=True)
class TieDecision:
    """The decision that `above` stands before `below` although they are equal on the criteria `equal_on`, the total
    among them.

    `games` are the tiebreakers between the two that count, in the order played: any that ended in a draw, then the one
    that was won. Without any, they did not play each other, or another criterion decided.
    """

    above: Ranked
    below: Ranked
    criterion: Criterion
    equal_on: Chain
    games: tuple[PlayedTiebreaker, ...] = ()

    @property
    def message(self) -> Message:
        """A phrase without a name: `won the tiebreaker 4 : 2`, `different methods: 7 to 5`."""
        if self.games:
            return Message("tie_won_after_draws" if self._draws else "tie_won", self._score)
        if self.criterion.slug == TIEBREAK:
            return message("tie_went_further")
        more, fewer = (self.criterion.measure(each.row) for each in (self.above, self.below))
        return message("tie_by_criterion", criterion=self.criterion.label, more=more, fewer=fewer)

    @property
    def named(self) -> Message:
        """The phrase with the name of `below`: `won the tiebreaker against Ben 4 : 2`."""
        if self.games:
            code = "tie_won_against_after_draws" if self._draws else "tie_won_against"
            return Message(code, {"rival": self.below.row.called, **self._score})
        if self.criterion.slug == TIEBREAK:
            return message("tie_went_further_than", rival=self.below.row.called)
        return self.message

    @property
    def sentence(self) -> Message:
        """The whole sentence, with both names and what they are equal on."""
        if not self.games:
            phrase = self.criterion.message(self.above.row, self.below.row)
        else:
            phrase = message("place_won_tiebreaker", name=self.above.row.called, said=self.named)
        return message("place_level", criteria=tuple(each.label for each in self.equal_on), said=phrase)

    @property
    def _draws(self) -> int:
        return len(self.games) - 1

    @property
    def _score(self) -> dict[str, Fact]:
        won = self.games[-1].game
        at = won.sides.index(self.above.entrant)
        score: dict[str, Fact] = {"more": won.methods[at], "fewer": won.methods[1 - at]}
        return score | ({"count": self._draws} if self._draws else {})


def tie_decision(above: Ranked, below: Ranked, chain: Chain, brackets: Iterable[Bracket] = ()) -> TieDecision | None:
    """The decision between two neighbours of a standing; None if their totals differ, they share a place or one has
    none. `brackets` are the tiebreakers in force."""
    if above.place is None or below.place is None:
        return None
    at = next((i for i, each in enumerate(chain) if each.sort_key(above.row) != each.sort_key(below.row)), 0)
    if at == 0:
        return None
    games = _between(above, below, brackets) if chain[at].slug == TIEBREAK else ()
    return TieDecision(above, below, chain[at], chain[:at], games)


def _between(above: Ranked, below: Ranked, brackets: Iterable[Bracket]) -> tuple[PlayedTiebreaker, ...]:
    """The counted games of the two, up to the one that `above` won; none if there is no such game."""
    sides = {above.entrant, below.entrant}
    games: Sequence[PlayedTiebreaker] = [
        each
        for bracket in brackets
        for each in bracket.played
        if set(each.game.sides) == sides and each.state in {"won", "tied"}
    ]
    return tuple(games) if games and games[-1].winner == above.entrant else ()


def why_shared(sharing: Sequence[Ranked], chain: Chain, brackets: Iterable[Bracket] = ()) -> Message:
    """The reason why these share a place, as a phrase: a drawn tiebreaker, or the criteria on which they are equal."""
    sides = {each.entrant for each in sharing}
    last = next(
        (each.played[-1] for each in brackets if each.played and set(each.played[-1].game.sides) == sides), None
    )
    if last and last.state == "tied":
        return message("tie_drawn", more=last.game.methods[0], fewer=last.game.methods[1])
    return message("tie_equal", criteria=tuple(each.label for each in before_tiebreak(chain)))
