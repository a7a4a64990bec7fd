"""A live game as a text page that replays to the same points: for tests, export and disputes.

One move a line, with the seconds since the first move; docs/rules/countdown.md says more. A fact is its name and
its value as JSON. `note` says why a move does not count, `points` what a seat has in the end.

    # Final
    game countdown
    setting rounds | "LNC"
    seat 1 | "Ada"
    began 1763870000000
    move 1 | 0.000 | player 1 | join
    move 2 | 4.250 | host | begin
    move 3 | 6.100 | player 1 | letter | pile "vowel" | letter "e"
    move 4 | 41.300 | player 1 | write | text "late"
    note 4 | late
    points 1 | 7
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judging.games.live.game import Game
from judging.games.live.moves import HOST, PLAYER, SERVER, Move
from judging.games.live.positions import Position
from judging.games.live.replay import kind_of, replay, scores_by_seat
from judging.plain_text import NOT_IN_LINES, readable

BAR, BAR_IN_JSON = " | ", "\\u007c"
MAX_TRANSCRIPT_LINES, MAX_TRANSCRIPT_LINE = 20_000, 20_000


@dataclass(frozen=True)
class LiveTranscript:
    """One page. `settings` are those the page states; the others have their defaults. `points` and `notes` are what it
    claims of seats and of moves."""

    title: str
    game: str
    settings: Mapping[str, object] = field(default_factory=dict)
    recorded: bool = False
    names: Mapping[int, str] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    points: Mapping[int, int] = field(default_factory=dict)

    def replay(self, game: Game) -> Position:
        """The position after the moves. Raises ValueError for settings or a move that cannot be."""
        if game.slug != self.game:
            raise ValueError(f"this is a game of {self.game}, not of {game.slug}")
        for move in self.moves:
            _checked(game, move, self.recorded)
        return replay(game, game.schema.read(self.settings), self.moves, self.recorded)

    def differences(self, game: Game) -> list[str]:
        """The claims of the page that its moves do not bear out, as `points 1` or `note 4`; empty if all is right."""
        position = self.replay(game)
        points = scores_by_seat(game, position)
        differences = [f"points {seat}" for seat in _different(points, self.points)]
        return differences + [f"note {number}" for number in _different(position.notes, self.notes)]


def of(
    game: Game,
    title: str,
    settings: Mapping[str, object],
    moves: Sequence[Move],
    names: Mapping[int, str] | None = None,
    recorded: bool = False,
) -> LiveTranscript:
    """The page of a record, its points and notes worked out."""
    position = replay(game, game.schema.read(settings), moves, recorded)
    points = scores_by_seat(game, position)
    return LiveTranscript(
        title, game.slug, dict(settings), recorded, dict(names or {}), tuple(moves), position.notes, points
    )


def write(page: LiveTranscript) -> str:
    """The text of a page; `parse` takes it back."""
    return "".join(f"{line}\n" for line in _lines(page))


def parse(text: str) -> LiveTranscript:
    """The page of a text. Raises ValueError with the number of the line that cannot be read."""
    lines = text.split("\n", MAX_TRANSCRIPT_LINES)
    if len(lines) > MAX_TRANSCRIPT_LINES:
        raise ValueError(f"a transcript has at most {MAX_TRANSCRIPT_LINES} lines")
    reader = _TranscriptReader()
    for number, line in enumerate(lines, start=1):
        try:
            reader.read(line)
        except (ValueError, KeyError, RecursionError) as problem:
            raise ValueError(f"line {number} of the transcript: {problem}") from problem
    return reader.page()


def _different(actual: Mapping[int, object], claimed: Mapping[int, object]) -> list[int]:
    return sorted(each for each in {*actual, *claimed} if actual.get(each) != claimed.get(each))


def _checked(game: Game, move: Move, recorded: bool) -> None:
    """Raises ValueError for a move that this game does not have, or with facts that it cannot have. A move that does
    not count may lack what the server adds."""
    kind = kind_of(game, move.kind)
    if kind is None or (kind.stored_problem(move.facts) and kind.problem(move.facts, recorded)):
        raise ValueError(f"move {move.number}: no such move: {move.kind}")


# writing


def _lines(page: LiveTranscript) -> Iterator[str]:
    yield f"# {' '.join(page.title.split())}".rstrip()
    yield f"game {page.game}"
    if page.recorded:
        yield "recorded"
    yield from (_row("setting", name, _json(value)) for name, value in page.settings.items())
    yield from (_row("seat", seat, _json(name)) for seat, name in page.names.items())
    began = page.moves[0].at if page.moves else 0
    yield f"began {began}"
    for move in page.moves:
        yield _row("move", move.number, _seconds(move.at - began), _who(move), move.kind, *_facts(move))
        if move.number in page.notes:
            yield _row("note", move.number, page.notes[move.number])
    yield from (_row("points", seat, points) for seat, points in page.points.items())


def _row(word: str, *parts: object) -> str:
    return f"{word} {BAR.join(map(str, parts))}"


def _who(move: Move) -> str:
    return move.by if move.seat is None else f"{move.by} {move.seat}"


def _facts(move: Move) -> list[str]:
    return [f"{name} {_json(value)}" for name, value in move.facts.items()]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("|", BAR_IN_JSON).replace("\x85", "\\u0085")


def _seconds(milliseconds: int) -> str:
    sign = "-" if milliseconds < 0 else ""
    whole, part = divmod(abs(milliseconds), 1000)
    return f"{sign}{whole}.{part:03}"


# reading


class _TranscriptReader:
    """Gathers a page line by line."""

    def __init__(self) -> None:
        self.title, self.game, self.recorded, self.began = "", "", False, 0
        self.settings: dict[str, object] = {}
        self.names: dict[int, str] = {}
        self.moves: list[Move] = []
        self.notes: dict[int, str] = {}
        self.points: dict[int, int] = {}

    def read(self, line: str) -> None:
        if len(line) > MAX_TRANSCRIPT_LINE:
            raise ValueError(f"a line has at most {MAX_TRANSCRIPT_LINE} characters")
        word, _, rest = line.partition(" ")
        parts = rest.split(BAR)
        match word:
            case "":
                pass
            case "#":
                self.title = self.title or rest
            case "game":
                self.game = rest
            case "recorded":
                self.recorded = True
            case "began":
                self.began = int(rest)
            case "move":
                self.moves.append(self._move(parts))
            case _:
                self._value(word, parts)

    def _value(self, word: str, parts: list[str]) -> None:
        if len(parts) != 2:
            raise ValueError(f"{word!r} needs a name and a value")
        name, value = parts
        match word:
            case "setting":
                self.settings[name] = json.loads(value)
            case "seat":
                self.names[int(name)] = str(json.loads(value))
            case "note":
                self.notes[int(name)] = value
            case "points":
                self.points[int(name)] = int(value)
            case _:
                raise ValueError(f"{word!r} is not a word that begins a line")

    def _move(self, parts: list[str]) -> Move:
        if len(parts) < 4:
            raise ValueError("a move has a number, a time, who made it, and what it is")
        number, seconds, who, kind, *facts = parts
        if int(number) != len(self.moves) + 1:
            raise ValueError("the moves are not numbered one after the other")
        by, _, seat = who.partition(" ")
        if by not in (PLAYER, HOST, SERVER):
            raise ValueError(f"{by!r} makes no moves")
        at = self.began + _milliseconds(seconds)
        return Move(int(number), kind, by, int(seat) if seat else None, at, dict(map(_fact, facts)))

    def page(self) -> LiveTranscript:
        if not self.game:
            raise ValueError("the transcript names no game")
        return LiveTranscript(
            self.title,
            self.game,
            self.settings,
            self.recorded,
            self.names,
            tuple(self.moves),
            self.notes,
            self.points,
        )


def _fact(text: str) -> tuple[str, Any]:
    name, _, value = text.partition(" ")
    return name, readable(json.loads(value), NOT_IN_LINES)


def _milliseconds(text: str) -> int:
    sign = -1 if text.startswith("-") else 1
    whole, _, part = text.removeprefix("-").partition(".")
    if len(part) != 3:
        raise ValueError("a time has three digits behind the point")
    return sign * (int(whole) * 1000 + int(part))
