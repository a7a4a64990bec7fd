"""A table without a database: moves are completed, checked and recorded as the site does it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from judging.games.live.game import HOST_READER, SCREEN, Game, Position, TableReader
from judging.games.live.moves import HOST, PLAYER, SERVER, Move, Refusal
from judging.games.live.replay import TIME_UP, check, due, follow, kind_of, replay, rewrites, steps
from puzzles.games import complete
from puzzles.words.word_lists import standard


@dataclass
class LiveTable:
    """`now` is the time; nothing moves it but `wait` and the clock. Moves that are due are recorded at once."""

    game: Game
    values: Mapping[str, Any] = field(default_factory=dict)
    recorded: bool = False
    seed: int = 1
    dictionary: Any = None

    def __post_init__(self) -> None:
        self.settings = self.game.schema.read(self.values)
        self.position: Position = Position(self.settings, self.recorded)
        self.moves: list[Move] = []
        self.now = 1_000_000
        self.random = Random(self.seed)
        self.dictionary = self.dictionary or standard()

    def player(self, seat: int, kind: str, **facts: Any) -> Refusal | None:
        return self.record(kind, PLAYER, seat, facts)

    def host(self, kind: str, seat: int | None = None, **facts: Any) -> Refusal | None:
        return self.record(kind, HOST, seat, facts)

    def sit(self, *seats: int) -> None:
        for seat in seats:
            assert self.player(seat, "join") is None
        assert self.host("begin") is None

    def record(
        self, kind: str, by: str, seat: int | None, facts: Mapping[str, Any], at: int | None = None
    ) -> Refusal | None:
        """Record a move that was received now; None if it counts. One that is not to be kept leaves no trace."""
        received = self.now if at is None else at
        self.run_due()
        known = kind_of(self.game, kind)
        assert known is not None, kind
        refusal = known.problem(facts, self.recorded)
        refusal = refusal or check(self.game, self.position, self._move(kind, by, seat, facts, received))
        if refusal is not None and not refusal.recorded:
            return refusal
        self._store(kind, by, seat, facts if refusal else self._completed(kind, facts), received)
        self.run_due()
        return refusal

    def run_due(self) -> None:
        for _ in range(40):
            next_move = due(self.game, self.position)
            if next_move is None or next_move.at > self.now:
                return
            moment = next_move.at if next_move.kind == TIME_UP else max(next_move.at, self.moves[-1].at)
            self._store(next_move.kind, SERVER, None, self._completed(next_move.kind, {}), moment)
        raise AssertionError("the server never stops recording moves")

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * 1000)
        self.run_due()

    def rule(self, about: int, **facts: Any) -> None:
        assert self.host("rule", about=about, facts=facts) is None

    def undo(self, about: int) -> None:
        assert self.host("undo", about=about) is None

    def last(self, kind: str) -> int:
        """The number of the last move of this kind."""
        return max(move.number for move in self.moves if move.kind == kind)

    def replayed(self) -> Position:
        return replay(self.game, self.settings, self.moves, self.recorded)

    def scores(self) -> dict[int, int]:
        return self.game.scores(self.position)

    def seen_by(self, seat: int) -> dict[str, Any]:
        return self.game.view(self.position, TableReader("seat", seat))

    @property
    def screen(self) -> dict[str, Any]:
        return self.game.view(self.position, SCREEN)

    @property
    def hosted(self) -> dict[str, Any]:
        return self.game.view(self.position, HOST_READER)

    def _completed(self, kind: str, facts: Mapping[str, Any]) -> dict[str, Any]:
        known = kind_of(self.game, kind)
        assert known is not None
        if not known.chance:
            return dict(facts)
        return complete(self.game.slug, self.position, kind, facts, self.random, self.dictionary)

    def _move(self, kind: str, by: str, seat: int | None, facts: Mapping[str, Any], at: int) -> Move:
        return Move(len(self.moves) + 1, kind, by, seat, at, facts)  # type: ignore[arg-type]

    def _store(self, kind: str, by: str, seat: int | None, facts: Mapping[str, Any], at: int) -> None:
        move = self._move(kind, by, seat, facts, at)
        if rewrites([move]):  # as the site does it: in two parts, the first without a lock
            self.position = replay(self.game, self.settings, self.moves, self.recorded, later=[move])
            self.position = steps(self.game, self.position, [move])
        else:
            self.position = follow(self.game, self.settings, self.position, self.moves, [move])
        self.moves.append(move)
