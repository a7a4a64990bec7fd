"""Reads the text page of a live game back, and replays it. `judging.games.live.transcript` writes it."""

import json
from collections.abc import Mapping
from typing import Any

from judging.games.live.game import Game, Position
from judging.games.live.moves import HOST, PLAYER, SERVER, Move, problem
from judging.games.live.replay import kind_of, replay, scores_by_seat
from judging.games.live.transcript import BAR, LiveTranscript
from judging.plain_text import NOT_IN_LINES, readable

MAX_TRANSCRIPT_LINES, MAX_TRANSCRIPT_LINE = 20_000, 20_000


def parse(text: str) -> LiveTranscript:
    """The page of a text. Raises ValueError with the number of the line that cannot be read."""
    lines = text.split("\n", MAX_TRANSCRIPT_LINES)
    if len(lines) > MAX_TRANSCRIPT_LINES:
        raise ValueError(f"a transcript has at most {MAX_TRANSCRIPT_LINES} lines")
    reader = _TranscriptReader()
    for number, line in enumerate(lines, start=1):
        try:
            reader.read(line)
        except (ValueError, KeyError, RecursionError) as error:
            raise ValueError(f"line {number} of the transcript: {error}") from error
    return reader.page()


def replayed(page: LiveTranscript, game: Game) -> Position:
    """The position after the moves. Raises ValueError for settings or a move that cannot be."""
    if game.slug != page.game:
        raise ValueError(f"this is a game of {page.game}, not of {game.slug}")
    for move in page.moves:
        _checked(game, move, page.recorded)
    return replay(game, game.schema.read(page.settings), page.moves, page.recorded)


def differences(page: LiveTranscript, game: Game) -> list[str]:
    """The claims of the page that its moves do not bear out, as `points 1` or `note 4`; empty if all is right."""
    position = replayed(page, game)
    points = scores_by_seat(game, position)
    differing = [f"points {seat}" for seat in _different(points, page.points)]
    return differing + [f"note {number}" for number in _different(position.notes, page.notes)]


def _different(actual: Mapping[int, object], claimed: Mapping[int, object]) -> list[int]:
    return sorted(each for each in {*actual, *claimed} if actual.get(each) != claimed.get(each))


def _checked(game: Game, move: Move, recorded: bool) -> None:
    """Raises ValueError for a move that this game does not have, or with facts that it cannot have. A move that does
    not count may lack what the server adds."""
    kind = kind_of(game, move.kind)
    if kind is None or (problem((*kind.fields, *kind.added), move.facts) and kind.problem(move.facts, recorded)):
        raise ValueError(f"move {move.number}: no such move: {move.kind}")


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
