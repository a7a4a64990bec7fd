"""One round scored from its moves, without a table: the referee of the 24 family (TF-R)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judging.games.live.game import Position
from judging.games.live.moves import HOST, SERVER, By, Move
from judging.games.live.replay import TIME_UP, check, due, step
from judging.games.settings import Settings
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY
from judging.games.twentyfour.state import NumberSet, TwentyFourResult


def one_round(
    settings: Settings, sets: Sequence[NumberSet], seats: Sequence[int], moves: Sequence[Move]
) -> tuple[TwentyFourResult, dict[int, str]]:
    """The result of a round, and for each player the code of the last move that was ignored.

    The times of the moves are milliseconds since the sets were shown; they count in this order, and those of one moment
    as they stand here. The settings should leave out the time for proofs and between rounds: nothing but the moves ends
    the round then.
    """
    played = _Replay(settings, sets, seats)
    for move in sorted(moves, key=lambda move: move.at):
        played.make(move)
    played.close()
    return played.result, played.ignored


class _Replay:
    def __init__(self, settings: Settings, sets: Sequence[NumberSet], seats: Sequence[int]):
        self.position: Position = Position(settings)
        self.ignored: dict[int, str] = {}
        for seat in seats:
            self._step("join", SERVER, seat, 0)
        self._step("begin", HOST, None, 0)
        self._step("deal", SERVER, None, 0, {"sets": [" ".join(map(str, numbers)) for numbers in sets]})

    @property
    def result(self) -> TwentyFourResult:
        result: TwentyFourResult | None = self.position.state.round.result
        assert result is not None
        return result

    def make(self, given: Move) -> None:
        self._end_phases(given.at)
        move = replace(given, number=self.position.last + 1)
        refusal = check(TWENTY_FOUR_FAMILY, self.position, move)
        if refusal is not None and move.seat is not None:
            self.ignored[move.seat] = refusal.code
        self.position = step(TWENTY_FOUR_FAMILY, self.position, move)

    def _end_phases(self, until: int) -> None:
        """End each phase whose time is over by then."""
        while next_due := due(TWENTY_FOUR_FAMILY, self.position):
            if next_due.kind != TIME_UP or next_due.at > until:
                break
            self._step(TIME_UP, SERVER, None, next_due.at)

    def close(self) -> None:
        """End the phases that are left: no more moves come."""
        for _ in range(2):
            if self.position.state.round.result is None:
                self._step("close", HOST, None, self.position.state.since)

    def _step(self, kind: str, by: By, seat: int | None, at: int, facts: Mapping[str, Any] | None = None) -> None:
        move = Move(self.position.last + 1, kind, by, seat, at, facts or {})
        self.position = step(TWENTY_FOUR_FAMILY, self.position, move)
