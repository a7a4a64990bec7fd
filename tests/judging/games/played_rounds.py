"""Reads the played rounds of tests/corpus/transcripts. docs/rules/formats.md says how they are written."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from judging.games.formats import FORMATS
from judging.games.paper import Box, LineAnswer, PaperFormat, Score, label_of, read_target
from judging.games.paper.marking import partition
from judging.messages import Message

BAR = " | "
FILES = sorted((Path(__file__).parents[2] / "corpus" / "transcripts").glob("*.txt"))


@dataclass(frozen=True)
class Claim:
    """What the file says a line is worth."""

    line: str
    points: int
    sentence: str


@dataclass(frozen=True)
class Line:
    name: str
    box: int
    text: str


@dataclass
class PlayedRound:
    """One sheet. `puzzles` are the puzzle, and those that took its place later; `lines` are in the order written."""

    format: PaperFormat | None = None
    settings: dict[str, object] = field(default_factory=dict)
    puzzles: list[list[Box]] = field(default_factory=list)
    lines: dict[str, Line] = field(default_factory=dict)
    judged: dict[str, LineAnswer] = field(default_factory=dict)
    ruled: dict[str, LineAnswer] = field(default_factory=dict)
    joined: list[list[str]] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    sums: dict[str, int] = field(default_factory=dict)

    def score(self) -> Score:
        """The points of the sheet. A ruling stands above a verdict; a line without either is pending (NT-P-6)."""
        answers = [
            self.ruled.get(name) or self.judged.get(name) or LineAnswer(name, line.box, "pending")
            for name, line in self.lines.items()
        ]
        settings = self.format.schema.read(self.settings)
        return self.format.points(settings, tuple(self.puzzles[-1]), answers, partition(self.joined))

    def claimed_by(self, score: Score) -> tuple[list[Claim], dict[str, int]]:
        """What a file with this score would say of each line and of the sheet."""
        claims = [Claim(str(line.line), line.points, str(line.note)) for line in score.lines]
        sums = {"bonus": score.bonus, "total": score.points, "pending": score.pending}
        return claims, {name: number for name, number in sums.items() if number or name == "total"}


def read(path: Path) -> PlayedRound:
    played = PlayedRound()
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        try:
            _read_line(played, line)
        except (ValueError, KeyError, IndexError) as problem:
            raise ValueError(f"{path.name}, line {number}: {problem!r}") from problem
    return played


def _read_line(played: PlayedRound, line: str) -> None:
    word, _, rest = line.partition(" ")
    parts = rest.split(BAR)
    match word:
        case "" | "#":
            pass
        case "format":
            played.format = FORMATS[rest]
        case "setting":
            value = json.loads(parts[1])
            played.settings[parts[0]] = tuple(value) if isinstance(value, list) else value
        case "puzzle":
            played.puzzles.append([])
        case "box":
            label, numbers, target, *void = parts
            box = Box(_label(_text(label)), tuple(map(int, numbers.split())), read_target(target), void == ["void"])
            played.puzzles[-1].append(box)
        case "line":
            place, text = rest.split(BAR, 1)
            name, number = place.split()
            played.lines[name] = Line(name, int(number) - 1, _text(text))
        case "judged":
            played.judged[parts[0]] = _answer(played.lines[parts[0]], *parts[1:])
        case "ruled":
            played.ruled[parts[0]] = _answer(played.lines[parts[0]], *parts[2:])
        case "joined":
            played.joined.append(parts[0].split())
        case "worth":
            played.claims.append(Claim(parts[0], int(parts[1]), _text(parts[2])))
        case "bonus" | "total" | "pending":
            played.sums[word] = int(rest)
        case _:
            raise ValueError(f"{word!r} is not a word that begins a line")


def _answer(line: Line, word: str, *parts: str) -> LineAnswer:
    if word in ("pending", "nothing"):
        return LineAnswer(line.name, line.box, word, note=_note(parts[0]) if parts else None)
    readers: dict[str, Callable] = {"value": Fraction, "shown": _text, "away": int, "method": str}
    values = {name: readers[name](value) for name, _, value in (part.partition(" ") for part in parts)}
    distance = values.pop("away", None)
    return LineAnswer(line.name, line.box, "judged", {"hits": True, "misses": False}[word], distance, **values)


def _label(text: str) -> Message:
    word, of = text.split(" ")
    return label_of(word, read_target(of))


def _note(text: str) -> Message:
    code, _, facts = text.partition(" ")
    return Message.read({"code": code, "facts": json.loads(facts or "{}")})


def _text(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text


def lines_judged(played: PlayedRound) -> Iterator[tuple[Line, Box, LineAnswer]]:
    """The lines that the engine settled, with the box and the verdict that they had."""
    for name, answer in played.judged.items():
        if answer.state != "pending":
            line = played.lines[name]
            yield line, played.puzzles[0][line.box], answer
