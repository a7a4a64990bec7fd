"""The tiebreakers of a tie: who plays whom, who is out, and who wins (NT-TB-3 to NT-TB-7).

All is replayed from the games as they stand: a ruling that changes a count changes what follows from it, and
nothing here remembers how it was before.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from judging.messages import Fact, Message, message
from judging.results.standings import EntrantRow
from judging.results.ties import TIEBREAK, draw

Sides = tuple[Any, Any]
SideCounts = tuple[int, int]
GameState = Literal["won", "tied", "waits", "held", "void"]
SideNames = Mapping[Any, str]


@dataclass(frozen=True)
class TiebreakerGame:
    """One tiebreaker as it stands. `methods` counts those of each side, `waiting` the near-duplicates among them that a
    judge may take away, `unread` the lines that may still add one. Raises ValueError for what cannot be."""

    sides: Sides
    methods: SideCounts
    waiting: SideCounts = (0, 0)
    unread: SideCounts = (0, 0)

    def __post_init__(self) -> None:
        if self.sides[0] == self.sides[1]:
            raise ValueError("a tiebreaker has two sides")
        if min(*self.methods, *self.waiting, *self.unread) < 0:
            raise ValueError("a count is 0 or more")
        if any(w > m for w, m in zip(self.waiting, self.methods, strict=True)):
            raise ValueError("a method that waits for the judge is one of those counted")

    @property
    def ahead(self) -> int | None:
        """The side that goes on, 0 or 1, whatever the judge may decide; None where that is open or they are level."""
        for one, other in ((0, 1), (1, 0)):
            if self._least(one) > self._most(other):
                return one
        return None

    @property
    def settled(self) -> bool:
        """Whether nothing that waits could decide it (NT-TB-5)."""
        return self.ahead is not None or not any((*self.waiting, *self.unread))

    def _least(self, side: int) -> int:
        return self.methods[side] - self.waiting[side]

    def _most(self, side: int) -> int:
        return self.methods[side] + self.unread[side]


@dataclass(frozen=True)
class PlayedTiebreaker:
    """A game with its result. `held`: it comes after a game that waits for the judge; `void`: its sides do not meet
    there."""

    game: TiebreakerGame
    state: GameState
    winner: Hashable = None
    loser: Hashable = None

    def message(self, names: SideNames) -> Message:
        """The result as a message; `names` by side."""
        one, other = (called(side, names) for side in self.game.sides)
        first, second = self.game.methods
        sides = {"one": one, "rival": other}
        if self.state == "won":
            most, least = max(first, second), min(first, second)
            won, lost = called(self.winner, names), called(self.loser, names)
            return message("tiebreaker_won", name=won, methods=_methods(most), least=least, rival=lost)
        if self.state == "waits":
            undecided = sum(self.game.waiting) + sum(self.game.unread)
            counted: dict[str, Fact] = {"methods": _methods(first), "against": second}
            return Message("tiebreaker_waits", {**sides, **counted, "count": undecided})
        if self.state == "tied":
            return Message("tiebreaker_tied", {**sides, "methods": _methods(first)})
        return Message(f"tiebreaker_{self.state}", sides)


@dataclass(frozen=True)
class Bracket:
    """The tiebreakers of one tie: `sides` in the order drawn, the games so far, who is `out` in that order, who is
    still `inside` in the order in which they play next."""

    sides: tuple[Any, ...]
    played: tuple[PlayedTiebreaker, ...]
    out: tuple[Hashable, ...]
    inside: tuple[Hashable, ...]

    @property
    def waits(self) -> bool:
        """Whether a game waits for the judge; then nobody may be called the winner."""
        return any(each.state == "waits" for each in self.played)

    @property
    def champion(self) -> Hashable | None:
        return self.inside[0] if len(self.inside) == 1 else None

    @property
    def next(self) -> Sides | None:
        """The sides that play now; None where a game waits for the judge or the champion is found."""
        return (self.inside[0], self.inside[1]) if len(self.inside) > 1 and not self.waits else None

    @property
    def again(self) -> bool:
        """Whether the next game is a replay of one that ended level."""
        counting = [each for each in self.played if each.state not in ("void", "held")]
        return self.next is not None and bool(counting) and counting[-1].state == "tied"

    @property
    def left(self) -> int:
        """The number of games that still have to be won."""
        return len(self.inside) - 1

    @property
    def order(self) -> tuple[Hashable, ...]:
        """The sides that are still in, the champion in the end, then the later out before the earlier (NT-TB-4)."""
        return (*self.inside, *reversed(self.out))

    @property
    def survived(self) -> dict[Hashable, int]:
        """`measures["tiebreak"]` of each side: 0 for the first out, equal for all who are still inside."""
        places = {side: at for at, side in enumerate(self.out)}
        return {side: places.get(side, len(self.out)) for side in self.sides}

    def message(self, names: SideNames) -> Message:
        """The state of the bracket as a message; `names` by side."""
        if self.waits:
            return message("bracket_waits")
        if self.next is None:
            return message("bracket_champion", name=called(self.champion, names))
        one, other = (called(side, names) for side in self.next)
        code = "bracket_again" if self.again else "bracket_next"
        return message(code, one=one, rival=other, count=self.left)


def bracket(
    sides: Iterable[Hashable], seed: str, games: Iterable[TiebreakerGame], drawn: tuple[Hashable, ...] | None = None
) -> Bracket:
    """The tiebreakers replayed in the order of `games`. Raises ValueError for fewer than two sides.

    `drawn` is the order of an earlier draw, for sides whose names of that day are not kept; otherwise they are drawn.

    The first two of the queue drawn play; who loses is out and who wins goes to its end, so that n sides play
    n - 1 games and nobody has to win them all in a row (NT-TB-3).
    """
    drawn = draw(sides, seed) if drawn is None else drawn
    if len(drawn) < 2:
        raise ValueError("a tie has two sides or more")
    queue, out, played, waits = list(drawn), list[Hashable](), list[PlayedTiebreaker](), False
    for game in games:
        each = _play(game, queue, waits)
        played.append(each)
        waits = waits or each.state == "waits"
        if each.state == "won":
            queue = [*queue[2:], each.winner]
            out.append(each.loser)
    return Bracket(drawn, tuple(played), tuple(out), tuple(queue))


def _play(game: TiebreakerGame, queue: Sequence[Hashable], waits: bool) -> PlayedTiebreaker:
    if waits:
        return PlayedTiebreaker(game, "held")
    if len(queue) < 2 or set(game.sides) != set(queue[:2]):
        return PlayedTiebreaker(game, "void")
    if not game.settled:
        return PlayedTiebreaker(game, "waits")
    if game.ahead is None:
        return PlayedTiebreaker(game, "tied")
    return PlayedTiebreaker(game, "won", game.sides[game.ahead], game.sides[1 - game.ahead])


def with_tiebreaks(rows: Iterable[EntrantRow], brackets: Iterable[Bracket]) -> tuple[EntrantRow, ...]:
    """The rows with what each survived as `measures["tiebreak"]`, for `standings.tiebreak()`."""
    survived = {side: count for each in brackets for side, count in each.survived.items()}
    return tuple(
        replace(row, measures={**row.measures, TIEBREAK: survived[row.entrant]}) if row.entrant in survived else row
        for row in rows
    )


def called(side: Hashable, names: SideNames) -> str:
    return names.get(side, str(side))


def _methods(count: int) -> Message:
    return message("methods", count=count)
