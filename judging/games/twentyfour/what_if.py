"""The changes that a ruling would make, shown before anybody gives it (TF-E-4)."""

from collections.abc import Sequence
from typing import Any

from judging.games.live.game import Position
from judging.games.live.moves import Move
from judging.games.live.replay import replay
from judging.games.settings import Settings
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY
from judging.games.twentyfour.state import TwentyFourRound


def what_if(settings: Settings, moves: Sequence[Move], ruling: Move, recorded: bool = False) -> dict[str, Any]:
    """The changes that this ruling would make, as JSON: `points` of each seat whose points differ, as [before, after];
    `rounds` that have another winner, as {number, winner: [before, after]}; `won_in` and `winner`, as [before, after];
    `no_longer_count` and `count_again`: the numbers of rounds that fall after, or no longer after, the end."""
    before = replay(TWENTY_FOUR_FAMILY, settings, moves, recorded)
    after = replay(TWENTY_FOUR_FAMILY, settings, [*moves, ruling], recorded)
    old, new = TWENTY_FOUR_FAMILY.scores(before), TWENTY_FOUR_FAMILY.scores(after)
    pairs = list(zip(_rounds(before), _rounds(after), strict=False))
    return {
        "points": {seat: [old.get(seat, 0), new.get(seat, 0)] for seat in new if old.get(seat, 0) != new[seat]},
        "rounds": [_winners(one, other) for one, other in pairs if _winner(one) != _winner(other)],
        "winner": [before.state.winner, after.state.winner],
        "won_in": [before.state.won_in, after.state.won_in],
        "no_longer_count": [one.number for one, other in pairs if _counts(one) and not _counts(other)],
        "count_again": [one.number for one, other in pairs if _counts(other) and not _counts(one)],
    }


def _rounds(position: Position) -> list[TwentyFourRound]:
    return [round_ for round_ in position.state.rounds if round_.result is not None]


def _winner(round_: TwentyFourRound) -> int | None:
    return round_.result.winner if round_.result else None


def _winners(one: TwentyFourRound, other: TwentyFourRound) -> dict[str, Any]:
    return {"number": one.number, "winner": [_winner(one), _winner(other)]}


def _counts(round_: TwentyFourRound) -> bool:
    return round_.result is not None and round_.result.counts
