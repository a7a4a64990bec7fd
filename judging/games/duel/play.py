"""Countdown Duel at a table: what each move does."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from judging.games.duel.rules import DuelBoard, Invalid, Turn, lose_turn, over, read, start, take
from judging.games.live.game import MACHINE, Clock, Due, Position
from judging.games.live.moves import Move, Refusal
from judging.games.settings import Settings

MACHINE_WAITS = 1000  # milliseconds before the machine's turn, so that everybody sees the one before (DU-M-4)
WITHOUT_MACHINE = "none"


@dataclass(frozen=True)
class TakenTurn:
    """One turn as it was entered: `turn` is None where it was lost, and `code` says why. `named` is the number in it,
    `number` that of the recorded move."""

    player: int
    text: str
    turn: Turn | None
    total: int
    code: str
    number: int
    named: int | None = None


@dataclass(frozen=True)
class DuelState:
    """The game so far. `order` are the seats of player 0 and player 1; `since` is when the turn began. `hints` has the
    hints that were asked for, by the index of their turn: a turn that wins, or an empty text and the turn that is
    hardest for the other player."""

    order: tuple[int, int]
    board: DuelBoard
    since: int
    turns: tuple[TakenTurn, ...] = ()
    hints: Mapping[int, tuple[str, str]] = field(default_factory=dict)

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return self.order[self.board.turn]

    @property
    def winner(self) -> int | None:
        return None if self.board.winner is None else self.order[self.board.winner]


def begin(position: Position, at: int) -> Position:
    """The position at the beginning; also where the host has it played again (DU-10)."""
    one, other = (*position.seats, MACHINE) if machine(position.settings) else position.seats
    order = (one, other) if position.settings.choice("starts") == "first" else (other, one)
    return _with_clock(replace(position, state=DuelState(order, start(), at)), at)


def check(position: Position, move: Move) -> Refusal | None:
    """The refusal of a move that does not count here, or None. An invalid turn is no refusal: it is played, and
    lost."""
    state: DuelState = position.state
    if state.board.ended:
        return Refusal("game_over", recorded=True)
    if move.kind == "again":
        return None
    if move.kind == "machine":
        return None if state.seat == MACHINE else Refusal("not_your_turn")
    if move.facts.get("turn", len(state.turns) + 1) != len(state.turns) + 1:
        return Refusal("other_turn", recorded=True)
    if position.is_late(move):
        return Refusal("late", recorded=True)
    if move.seat != state.seat or state.seat == MACHINE:
        return Refusal("not_your_turn")
    return _check_hint(position) if move.kind == "hint" else None


def apply(position: Position, move: Move) -> Position:
    if move.kind == "again":
        return begin(position, move.at)
    state: DuelState = position.state
    if move.kind == "hint":
        hints = {**state.hints, len(state.turns): (move.facts["best"], move.facts.get("hardest", ""))}
        return replace(position, state=replace(state, hints=hints))
    text = move.facts["text"]
    entered = read(state.board, text)
    if isinstance(entered, Invalid):
        code = "on_purpose" if move.kind == "machine" else entered.code
        turn, board = None, lose_turn(state.board)
    else:
        turn, code, board = entered, str(entered.operation), take(state.board, entered)
    row = TakenTurn(state.board.turn, text, turn, board.total, code, move.number, entered.number)
    return _taken(position, row, board, move.at)


def time_up(position: Position, at: int) -> Position:
    """The turn is lost when its time is over."""
    state: DuelState = position.state
    board = lose_turn(state.board)
    return _taken(position, TakenTurn(state.board.turn, "", None, board.total, "turn_time", 0), board, at)


def left(position: Position, seat: int, at: int) -> Position:
    """A player who leaves loses the game."""
    state: DuelState = position.state
    if seat not in state.order or state.board.ended:
        return position
    winner = 1 - state.order.index(seat)
    state = replace(state, board=over(state.board, winner, "resigned"), since=at)
    return replace(position, state=state, clock=None)


def due(position: Position) -> Due | None:
    state: DuelState = position.state
    if at_end(position):
        return Due(state.since, "end")
    return Due(state.since + MACHINE_WAITS, "machine") if state.seat == MACHINE else None


def at_end(position: Position) -> bool:
    return position.state.board.ended is not None


def round_over(position: Position) -> int | None:
    """A Duel is one round."""
    return None if position.state is None or not at_end(position) else 1


def scores(position: Position) -> dict[int, int]:
    """One point for the winner."""
    state: DuelState = position.state
    return dict.fromkeys(position.seats, 0) | {seat: int(seat == state.winner) for seat in state.order}


def machine(settings: Settings) -> str:
    """The level at which the machine plays; empty if two people play."""
    level = settings.choice("machine")
    return "" if level == WITHOUT_MACHINE else level


def seats(settings: Settings) -> tuple[int, int]:
    return (1, 1) if machine(settings) else (2, 2)


def _check_hint(position: Position) -> Refusal | None:
    """A hint is asked for once a turn, where hints are allowed (DU-M-3)."""
    if position.recorded or not position.settings.flag("hints"):
        return Refusal("no_hints")
    return Refusal("done_already") if len(position.state.turns) in position.state.hints else None


def _taken(position: Position, row: TakenTurn, board: DuelBoard, at: int) -> Position:
    state: DuelState = position.state
    after = replace(position, state=replace(state, board=board, since=at, turns=(*state.turns, row)))
    return _with_clock(after, at)


def _with_clock(position: Position, at: int) -> Position:
    seconds = position.settings.whole("turn_time")
    state: DuelState = position.state
    if position.recorded or not seconds or state.board.ended or state.seat == MACHINE:
        return replace(position, clock=None)
    return replace(position, clock=Clock.of("turn", at, seconds))
