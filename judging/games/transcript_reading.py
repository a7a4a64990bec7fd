"""Reading a transcript's text back into the page it was written from."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

from judging.games.formats import FORMATS
from judging.games.paper import Answer, AnswerState, Box, PaperFormat, label_of, read_target
from judging.games.referee import LineJudged, LineRuled, LineWritten, MethodsJoined, Move, PuzzleSet
from judging.games.transcript import Claim, Transcript
from judging.messages import Message

BAR = " | "


def parse(text: str) -> Transcript:
    """The page of a text. Raises ValueError with the number of the line that cannot be read."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            reader.read(line)
        except (ValueError, KeyError, IndexError, ZeroDivisionError) as problem:
            raise ValueError(f"line {number} of the transcript: {problem}") from problem
    return reader.page()


class _Reader:
    """Gathers a page line by line; boxes in a row make one puzzle, and lines remember their box."""

    def __init__(self) -> None:
        self.title = ""
        self.format: PaperFormat | None = None
        self.settings: dict[str, object] = {}
        self.moves: list[Move] = []
        self.claims: list[Claim] = []
        self.sums = {"bonus": 0, "total": 0, "pending": 0}
        self.box_of: dict[str, int] = {}
        self.words: dict[str, Callable[[str], None]] = {
            "#": self.heading,
            "format": self.slug,
            "setting": self.setting,
            "puzzle": self.puzzle,
            "box": self.box,
            "line": self.line,
            "judged": self.judged,
            "ruled": self.ruled,
            "joined": self.joined,
            "worth": self.worth,
        }

    def read(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in self.sums:
            self.sums[word] = int(rest)
        elif word in self.words:
            self.words[word](rest)
        elif word:
            raise ValueError(f"{word!r} is not a word that begins a line")

    def page(self) -> Transcript:
        if self.format is None:
            raise ValueError("the transcript names no format")
        moves, claims = tuple(self.moves), tuple(self.claims)
        return Transcript(self.title, self.format, self.settings, moves, claims, **self.sums)

    def heading(self, rest: str) -> None:
        self.title = self.title or rest

    def slug(self, rest: str) -> None:
        self.format = FORMATS[rest]

    def setting(self, rest: str) -> None:
        name, value = rest.split(BAR, 1)
        stored = json.loads(value)
        self.settings[name] = tuple(stored) if isinstance(stored, list) else stored

    def puzzle(self, rest: str) -> None:
        self.moves.append(PuzzleSet(()))

    def box(self, rest: str) -> None:
        label, numbers, target, *void = rest.split(BAR)
        if void not in ([], ["void"]):
            raise ValueError("a box has a label, numbers, a target, and may be void")
        puzzle = self.moves[-1]
        if not isinstance(puzzle, PuzzleSet):
            raise ValueError("a box stands outside a puzzle")
        box = Box(_label(_text(label)), tuple(map(int, numbers.split())), read_target(target), bool(void))
        self.moves[-1] = PuzzleSet((*puzzle.boxes, box))

    def line(self, rest: str) -> None:
        place, text = rest.split(BAR, 1)
        line, box = place.split()
        self.box_of[line] = int(box) - 1
        self.moves.append(LineWritten(line, int(box) - 1, _text(text)))

    def judged(self, rest: str) -> None:
        line, *parts = rest.split(BAR)
        self.moves.append(LineJudged(self.answer(line, parts)))

    def ruled(self, rest: str) -> None:
        line, reason, *parts = rest.split(BAR)
        self.moves.append(LineRuled(self.answer(line, parts), _text(reason)))

    def joined(self, rest: str) -> None:
        methods, reason = rest.split(BAR)
        self.moves.append(MethodsJoined(tuple(methods.split()), _text(reason)))

    def worth(self, rest: str) -> None:
        line, points, sentence = rest.split(BAR)
        self.claims.append(Claim(line, int(points), _text(sentence)))

    def answer(self, line: str, parts: list[str]) -> Answer:
        word, *rest = parts
        states: dict[str, AnswerState] = {"pending": "pending", "nothing": "nothing"}
        if word in states:
            note = _note(rest[0]) if rest else None
            return Answer(line, self.box_of[line], states[word], note=note)
        if word not in ("hits", "misses"):
            raise ValueError(f"a line hits, misses, is pending or nothing, not {word!r}")
        return _judged(line, self.box_of[line], word == "hits", rest)


def _judged(line: str, box: int, hits: bool, parts: list[str]) -> Answer:
    fields = {name: value for name, _, value in (part.partition(" ") for part in parts)}
    if unknown := fields.keys() - {"value", "shown", "away", "method"}:
        raise ValueError(f"{min(unknown)!r} is not said of a line")
    return Answer(
        line,
        box,
        "judged",
        on_target=hits,
        distance=int(fields["away"]) if "away" in fields else None,
        method=fields.get("method"),
        value=Fraction(fields["value"]) if "value" in fields else None,
        shown=_text(fields.get("shown", "")),
    )


def _label(text: str) -> Message:
    """`Target 1/2` or `Set 3`: the word of a format and what the box is called by."""
    word, of = text.split(" ")
    if word not in {format.box_word for format in FORMATS.values()}:
        raise ValueError(f"no format calls a box {word!r}")
    return label_of(word, read_target(of))


def _note(text: str) -> Message:
    code, _, facts = text.partition(" ")
    return Message.read({"code": code, "facts": json.loads(facts or "{}")})


def _text(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text
