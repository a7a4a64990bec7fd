"""A table of the 24 family played by a test, one move after the other."""

from __future__ import annotations

from judging.games.live.game import Position, TableReader
from judging.games.live.moves import HOST, PLAYER, SERVER, Move, Refusal
from judging.games.live.replay import check, replay, step
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY as GAME
from judging.games.twentyfour.settings import SCHEMA
from judging.games.twentyfour.view import view


class Table:
    """Players sit at seats 1, 2, …; times are in seconds."""

    game, recorded = GAME, False

    def __init__(self, players: int = 2, **values: object):
        self.values = {"players": players, **values}
        self.settings = SCHEMA.read(self.values)
        self.moves: list[Move] = []
        self.position: Position = Position(self.settings)
        self.now = 0.0
        for seat in range(1, players + 1):
            self.make("join", PLAYER, seat)
        self.make("begin", HOST)

    def make(self, kind: str, by=HOST, seat=None, **facts) -> Refusal | None:
        move = Move(len(self.moves) + 1, kind, by, seat, round(self.now * 1000), facts)
        refusal = check(GAME, self.position, move)
        if refusal is None or refusal.recorded:
            self.moves.append(move)
            self.position = step(GAME, self.position, move)
        return refusal

    def at(self, seconds: float) -> Table:
        self.now = seconds
        return self

    def deal(self, *sets: str) -> None:
        assert self.make("deal", SERVER, sets=list(sets)) is None

    def answer(self, seat: int, *texts: str) -> Refusal | None:
        return self.make("answer", PLAYER, seat, texts=list(texts))

    def impossible(self, seat: int) -> Refusal | None:
        return self.make("impossible", PLAYER, seat)

    def x(self, seat: int, text: str) -> Refusal | None:
        return self.make("x", PLAYER, seat, text=text)

    def proof(self, seat: int, *texts: str) -> Refusal | None:
        return self.make("proof", PLAYER, seat, texts=list(texts))

    def rule(self, about: Move, right: bool) -> None:
        self.moves.append(self.ruling(about, right))
        self.position = replay(GAME, self.settings, self.moves)

    def ruling(self, about: Move, right: bool) -> Move:
        facts = {"about": about.number, "facts": {"right": right}, "reason": "seen again"}
        return Move(len(self.moves) + 1, "rule", HOST, None, round(self.now * 1000), facts)

    def view(self, seat: int | None = None) -> dict:
        return view(self.position, TableReader("screen") if seat is None else TableReader("seat", seat))

    @property
    def phase(self) -> str:
        return self.view()["phase"]

    @property
    def scores(self) -> dict[int, int]:
        return GAME.scores(self.position)

    @property
    def last(self) -> dict:
        return self.view()["last"]

    def codes(self) -> dict[int, str]:
        return {row["seat"]: row["code"] for row in self.last["players"]}
