"""A live game: its settings, its moves, and pure functions over positions.

A game knows no clock, no chance, no database and no dictionary: what was drawn and what was listed are facts of its
moves. The functions that a game gives:

* `begin(position, at)`: the position when play starts; it sets `state`.
* `check(position, move)`: why the move is refused here, or None. Moves of `replay.SHARED` do not reach it.
* `apply(position, move)`: the position after a move that `check` allows. `position.ruling(move)` says what a host or
  judge ruled about it, whenever that was.
* `time_up(position, at)`: the position when the running clock has ended, which was at that time.
* `due(position)`: the move that the server has to record next, or None; the end of the clock is not asked for here.
* `round_over(position)`: the number of the round that is over here and shown with all that was in it, or None.
* `joined`, `left`: the position when a player joins or leaves while the game is played; the last argument is when.
* `at_end(position)`: whether the game is over by its rules. The server's `end` without a reason counts only then, so
  that a ruling can let a game go on that had ended.
* `seats(settings)`: the fewest and the most players.
* `machine(settings)`: how well the machine plays as the player of the seat `MACHINE`, such as `easy`; empty if it does
  not play. Its moves are moves of the server, and nobody sits on its seat.
* `view(position, reader)`: what this reader may know, as plain JSON. Nothing else about the game ever reaches them.
* `scores(position)`: the points of each seat.
* `awards(position)`: what else is worth a word at the end of the game, such as its longest word.
* `rulings`: the kinds of move that can be ruled on, each with the facts that a ruling gives.
* `ruled_word(position, move)`: the word on which a ruling on this move decides, for the event's list of words, or None.

`listed` is its place in lists of games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from judging.games.live.moves import Field, Move, MoveKind, Refusal
from judging.games.live.positions import Due, Position, TableReader
from judging.games.settings import Preset, Schema, Settings
from judging.messages import Message

MACHINE = 0  # the machine's seat; those of players count from 1


class GameAward(NamedTuple):
    """A player's distinction at the end of a game, beside the points."""

    seat: int
    message: Message


@dataclass(frozen=True)
class Game:
    slug: str
    name: str
    about: str
    schema: Schema
    presets: tuple[Preset, ...]
    seats: Callable[[Settings], tuple[int, int]]
    kinds: Mapping[str, MoveKind]
    begin: Callable[[Position, int], Position]
    check: Callable[[Position, Move], Refusal | None]
    apply: Callable[[Position, Move], Position]
    time_up: Callable[[Position, int], Position]
    view: Callable[[Position, TableReader], dict[str, Any]]
    scores: Callable[[Position], dict[int, int]]
    rulings: Mapping[str, tuple[Field, ...]]
    due: Callable[[Position], Due | None] = lambda position: None
    joined: Callable[[Position, int, int], Position] = lambda position, seat, at: position
    left: Callable[[Position, int, int], Position] = lambda position, seat, at: position
    at_end: Callable[[Position], bool] = lambda position: True
    round_over: Callable[[Position], int | None] = lambda position: None
    machine: Callable[[Settings], str] = lambda settings: ""
    ruled_word: Callable[[Position, Move], str | None] = lambda position, move: None
    awards: Callable[[Position], list[GameAward]] = lambda position: []
    listed: int = 100
