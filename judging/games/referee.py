"""A paper round as recorded moves: start, check, apply, points.

What was written is a move and stays one; a verdict or a ruling is a later move that changes only what a
line counts as. The last ruling on a line stands above its verdict, whichever came first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from judging.games.marking import partition
from judging.games.paper import Answer, Box, PaperFormat, Score
from judging.games.settings import Settings
from judging.messages import Message, message


@dataclass(frozen=True)
class PuzzleSet:
    """The boxes of the sheet. A later one stands in for it, as a re-score does; lines keep their box."""

    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class LineWritten:
    """One line, word for word, in its box."""

    line: str
    box: int
    text: str


@dataclass(frozen=True)
class LineJudged:
    """What the engine says the line counts as."""

    answer: Answer


@dataclass(frozen=True)
class LineRuled:
    """What a judge says it counts as, and why."""

    answer: Answer
    reason: str


@dataclass(frozen=True)
class MethodsJoined:
    """Judges call these method keys one method."""

    methods: tuple[str, ...]
    reason: str


Move = PuzzleSet | LineWritten | LineJudged | LineRuled | MethodsJoined


@dataclass(frozen=True)
class Refusal:
    """Why a move cannot be recorded."""

    code: str
    message: Message


@dataclass(frozen=True)
class Position:
    """All that is known of one sheet after some moves."""

    format: PaperFormat
    settings: Settings
    boxes: tuple[Box, ...] = ()
    lines: tuple[LineWritten, ...] = ()
    verdicts: Mapping[str, Answer] = field(default_factory=dict)
    rulings: Mapping[str, Answer] = field(default_factory=dict)
    joined: tuple[tuple[str, ...], ...] = ()


def start(format: PaperFormat, settings: Settings) -> Position:
    return Position(format, settings)


def check(position: Position, move: Move) -> Refusal | None:
    """Why the move cannot be recorded here, or None."""
    match move:
        case PuzzleSet(boxes):
            problems = position.format.problems(position.settings, boxes)
            return Refusal(problems[0].code, problems[0].message) if problems else None
        case LineWritten(line, box):
            return _check_line(position, line, box)
        case LineJudged(answer) | LineRuled(answer):
            return _check_answer(position, answer)
        case MethodsJoined(methods):
            return None if len(set(methods)) > 1 else Refusal("one_method", message("move_one_method"))


def apply(position: Position, move: Move) -> Position:
    """The position after the move. Raises ValueError for a move that `check` refuses."""
    if refusal := check(position, move):
        raise ValueError(refusal.message)
    match move:
        case PuzzleSet(boxes):
            return replace(position, boxes=boxes)
        case LineWritten():
            return replace(position, lines=(*position.lines, move))
        case LineJudged(answer):
            return replace(position, verdicts={**position.verdicts, str(answer.line): answer})
        case LineRuled(answer):
            return replace(position, rulings={**position.rulings, str(answer.line): answer})
        case MethodsJoined(methods):
            return replace(position, joined=(*position.joined, methods))


def answers(position: Position) -> tuple[Answer, ...]:
    """What each line counts as, in the order written; a line without a verdict is pending (NT-P-6)."""
    return tuple(
        position.rulings.get(w.line) or position.verdicts.get(w.line) or Answer(w.line, w.box, "pending")
        for w in position.lines
    )


def points(position: Position) -> Score:
    same = partition(position.joined)
    return position.format.points(position.settings, position.boxes, answers(position), same)


def replay(format: PaperFormat, settings: Settings, moves: Iterable[Move]) -> Position:
    """The position after all moves. Raises ValueError at the first one that is refused."""
    position = start(format, settings)
    for move in moves:
        position = apply(position, move)
    return position


def _check_line(position: Position, line: str, box: int) -> Refusal | None:
    if any(written.line == line for written in position.lines):
        return Refusal("line_twice", message("move_line_twice", name=line))
    if not 0 <= box < len(position.boxes):
        return Refusal("no_box", message("move_no_box", number=box + 1))
    return None


def _check_answer(position: Position, answer: Answer) -> Refusal | None:
    written = {line.line: line.box for line in position.lines}
    if answer.line not in written:
        return Refusal("no_line", message("move_no_line", name=str(answer.line)))
    if answer.box != written[str(answer.line)]:
        return Refusal("other_box", message("move_other_box", name=str(answer.line)))
    return None
