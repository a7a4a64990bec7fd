"""Countdown Duel itself: a board, a turn, and the board after it (DU-1 to DU-8)."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from judging.messages import Fact

TARGET, HIGHEST = 30, 9
LOST_TURNS = 4
Operation = Literal["+", "-", "*", "/"]
OPERATIONS: tuple[Operation, ...] = ("+", "-", "*", "/")
_SIGNS: dict[str, Operation] = {"−": "-", "–": "-", "×": "*", "x": "*", "X": "*", "·": "*", "÷": "/", ":": "/"}
_TURN = re.compile(r"\s*([-+*/−–×xX·÷:])\s*([0-9]{1,3})\s*", re.ASCII)


@dataclass(frozen=True)
class Turn:
    """An operation and one of the player's numbers."""

    operation: Operation
    number: int

    def __str__(self) -> str:
        return f"{self.operation}{self.number}"


@dataclass(frozen=True)
class Invalid:
    """The reason why an entered text is no valid move: its player loses the turn (DU-5)."""

    code: str
    number: int | None = None

    @property
    def facts(self) -> dict[str, Fact]:
        return {} if self.number is None else {"number": self.number}


NOT_A_MOVE = Invalid("not_a_move")


@dataclass(frozen=True)
class DuelBoard:
    """The game between two turns; players are 0, who began, and 1. `lost` turns were lost in a row. `ended` says why
    the game is over: `target`, `no_numbers`, `lost_turns`, `resigned`."""

    total: int
    numbers: tuple[tuple[int, ...], tuple[int, ...]]
    turn: int = 0
    lost: int = 0
    last_valid: int | None = None
    winner: int | None = None
    ended: str | None = None
    target: int = TARGET


def start(target: int = TARGET, highest: int = HIGHEST) -> DuelBoard:
    numbers = tuple(range(1, highest + 1))
    return DuelBoard(0, (numbers, numbers), target=target)


def read(board: DuelBoard, text: str) -> Turn | Invalid:
    """The turn that a text means to the player whose turn it is, or why it is invalid."""
    match = _TURN.fullmatch(text)
    if not match:
        return NOT_A_MOVE
    turn = Turn(_operation(match[1]), int(match[2]))
    return problem(board, turn) or turn


def problem(board: DuelBoard, turn: Turn) -> Invalid | None:
    """The reason why this turn is invalid here, or None."""
    if turn.operation == "/" and turn.number == 0:
        return Invalid("division_by_zero")
    if turn.number not in board.numbers[board.turn]:
        return Invalid("not_available", turn.number)
    return None


def applied(total: int, turn: Turn) -> int:
    """The running total after a turn. Division discards the fraction, toward zero (DU-3)."""
    match turn.operation:
        case "+":
            return total + turn.number
        case "-":
            return total - turn.number
        case "*":
            return total * turn.number
    whole = abs(total) // turn.number
    return whole if total >= 0 else -whole


def take(board: DuelBoard, turn: Turn) -> DuelBoard:
    """The board after a valid turn."""
    player, total = board.turn, applied(board.total, turn)
    left = tuple(number for number in board.numbers[player] if number != turn.number)
    numbers = (left, board.numbers[1]) if player == 0 else (board.numbers[0], left)
    after = replace(board, total=total, numbers=numbers, lost=0, last_valid=player)
    if total >= board.target:
        return over(after, player, "target")
    return _passed_on(after)


def lose_turn(board: DuelBoard) -> DuelBoard:
    """The board after an invalid move. Four lost turns in a row end the game (DU-7)."""
    after = replace(board, lost=board.lost + 1)
    if after.lost == LOST_TURNS:
        return over(after, _last(after), "lost_turns")
    return _passed_on(after)


def over(board: DuelBoard, winner: int, why: str) -> DuelBoard:
    return replace(board, winner=winner, ended=why)


def _passed_on(board: DuelBoard) -> DuelBoard:
    """The other player's turn; a player without a number is passed over (DU-6)."""
    if not any(board.numbers):
        return over(board, _last(board), "no_numbers")
    other = 1 - board.turn
    return replace(board, turn=other if board.numbers[other] else board.turn)


def _last(board: DuelBoard) -> int:
    """The player of the last valid turn; the second one if there was none."""
    return 1 if board.last_valid is None else board.last_valid


def _operation(sign: str) -> Operation:
    return next((each for each in OPERATIONS if each == sign), _SIGNS.get(sign, "+"))


def ranges(numbers: tuple[int, ...]) -> str:
    """`1-4, 6-9` for the numbers that are left; an empty text for none."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
