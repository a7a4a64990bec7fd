"""A sheet as a text page that replays to the same points: for tests, export and disputes.

One move a line, its parts between ` | `; docs/rules/formats.md shows a page. Lines are named by what the
record calls them, boxes count from 1, and methods by any label without spaces.

    # One near miss
    format hit_the_target
    setting rounds | 1
    puzzle
    box Round 1 | 9 2 4 7 | 40
    line a 1 | (9 + 7) x 2 + 4
    judged a | misses | value 36 | away 4 | method m1
    worth a | 6 | 36 is 4 away from 40: 6 points
    total 6
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judging.games import referee
from judging.games.paper import Answer, PaperFormat, Score
from judging.games.referee import LineJudged, LineRuled, LineWritten, MethodsJoined, Move, PuzzleSet
from judging.messages import Message, facts_as_json

BAR_IN_JSON = "\\u007c"


@dataclass(frozen=True)
class Claim:
    """What the page says a line is worth."""

    line: str
    points: int
    sentence: str


@dataclass(frozen=True)
class Transcript:
    """One page. `settings` are those the page states; the others have their defaults."""

    title: str
    format: PaperFormat
    settings: Mapping[str, object] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    claims: tuple[Claim, ...] = ()
    bonus: int = 0
    total: int = 0
    pending: int = 0

    def replay(self) -> Score:
        """The points of the moves. Raises ValueError for settings or a move that cannot be."""
        settings = self.format.schema.read(self.settings)
        return referee.points(referee.replay(self.format, settings, self.moves))


def of(title: str, format: PaperFormat, settings: Mapping[str, object], moves: Sequence[Move]) -> Transcript:
    """The page of a record, its points worked out."""
    score = Transcript(title, format, settings, tuple(moves)).replay()
    claims = tuple(Claim(str(line.line), line.points, str(line.note)) for line in score.lines)
    return Transcript(title, format, settings, tuple(moves), claims, score.bonus, score.points, score.pending)


def differences(page: Transcript) -> tuple[str, ...]:
    """Where the page and its replay disagree, a sentence each; empty when it is right."""
    again = of(page.title, page.format, page.settings, page.moves)
    replayed = {claim.line: claim for claim in again.claims}
    stated = {claim.line: claim for claim in page.claims}
    found = [
        f"line {line}: the page says {stated.get(line)}, the replay {replayed.get(line)}"
        for line in dict.fromkeys([*replayed, *stated])
        if replayed.get(line) != stated.get(line)
    ]
    found += [
        f"{name}: the page says {getattr(page, name)}, the replay {getattr(again, name)}"
        for name in ("bonus", "total", "pending")
        if getattr(page, name) != getattr(again, name)
    ]
    return tuple(found)


def write(page: Transcript) -> str:
    """The page as text; `transcript_reading.parse` gives the same page back."""
    lines = [f"# {page.title}", f"format {page.format.slug}"]
    lines += [f"setting {name} | {_setting(value)}" for name, value in page.settings.items()]
    lines += [text for move in page.moves for text in _move(move)]
    lines += [f"worth {c.line} | {c.points} | {_quoted(c.sentence)}" for c in page.claims]
    lines += [f"bonus {page.bonus}"] if page.bonus else []
    lines += [f"total {page.total}"]
    lines += [f"pending {page.pending}"] if page.pending else []
    return "\n".join(lines) + "\n"


def relabelled(moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves with the engine's method keys replaced by m1, m2, … in order of appearance."""
    labels: dict[str, str] = {}

    def label(method: str) -> str:
        return labels.setdefault(method, f"m{len(labels) + 1}")

    def answer(old: Answer) -> Answer:
        return old if old.method is None else replace(old, method=label(old.method))

    def move(old: Move) -> Move:
        match old:
            case LineJudged() | LineRuled():
                return replace(old, answer=answer(old.answer))
            case MethodsJoined(methods):
                return replace(old, methods=tuple(map(label, methods)))
        return old

    return tuple(map(move, moves))


def _setting(value: object) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def _verbatim(text: str) -> str:
    """The text itself, or a JSON string where a page would lose something of it."""
    facts_as_json = text and text == text.strip() and text.isprintable() and not text.startswith('"')
    return text if facts_as_json else json.dumps(text)


def _quoted(text: str) -> str:
    """As `_verbatim`, for a part that has others behind it: a bar in it would look like the end."""
    return json.dumps(text).replace("|", BAR_IN_JSON) if "|" in text else _verbatim(text)


def _word(word: object) -> str:
    if not str(word) or any(c.isspace() or c == "|" for c in str(word)):
        raise ValueError(f"{word!r} cannot be a name in a transcript: it has a space or a bar")
    return str(word)


def _move(move: Move) -> Iterator[str]:
    match move:
        case PuzzleSet(boxes):
            yield "puzzle"
            for box in boxes:
                void = " | void" if box.void else ""
                yield f"box {_quoted(str(box.label))} | {' '.join(map(str, box.numbers))} | {box.target}{void}"
        case LineWritten(line, box, text):
            yield f"line {_word(line)} {box + 1} | {_verbatim(text)}"
        case LineJudged(answer):
            yield f"judged {_word(answer.line)} | {_answer(answer)}"
        case LineRuled(answer, reason):
            yield f"ruled {_word(answer.line)} | {_quoted(reason)} | {_answer(answer)}"
        case MethodsJoined(methods, reason):
            yield f"joined {' '.join(map(_word, methods))} | {_quoted(reason)}"


def _note(note: Message) -> str:
    """Its code and, where it has facts, those as JSON."""
    facts = facts_as_json(note.facts)
    return f"{note.code} {json.dumps(facts).replace('|', BAR_IN_JSON)}" if facts else note.code


def _answer(answer: Answer) -> str:
    if answer.state != "judged":
        return " | ".join([answer.state, *([_note(answer.note)] if answer.note else [])])
    parts = ["hits" if answer.on_target else "misses"]
    parts += [f"value {answer.value}"] if answer.value is not None else []
    parts += [f"shown {_quoted(answer.shown)}"] if answer.shown else []
    parts += [f"away {answer.distance}"] if answer.distance is not None else []
    parts += [f"method {_word(answer.method)}"] if answer.method is not None else []
    return " | ".join(parts)
