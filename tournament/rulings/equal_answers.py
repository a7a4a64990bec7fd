"""The same answer written otherwise: with other spaces, × for x, : for /. What the engine says of it must be the same.

A ruling is kept for each exact text, because a space can make a difference (12 is not 1 2, 3!! is not 3! !). A judge
sees such texts together and rules on all of them with one press.
"""

import re

from judging.language.tokens import KINDS
from judging.language.verdict import ENGINE_VERSION

from ..models import Mark, PuzzleVersion, Submission, Verdict
from ..scoring.rulings import Rulings, equal_lines, given_on, scope_of
from .unsigned import unsigned_on

_PLAINLY = str.maketrans({sign: " " if kind == "space" else kind for sign, kind in KINDS.items() if len(sign) == 1})
# a space stays where its neighbours would otherwise become one number, one word, !! or **
_APART = re.compile(r"(?<=[0-9.]) +(?=[0-9.])|(?<=[A-Za-z]) +(?=[A-Za-z])|(?<=!) +(?=!)|(?<=\*) +(?=\*)")


def plainly(text: str) -> str:
    """The text without the spaces that keep nothing apart, each sign in one way of writing it."""
    return " ".join(part.replace(" ", "") for part in _APART.split(text.translate(_PLAINLY).strip()))


def manner(verdict: Verdict) -> tuple:
    """All that the engine says of a text but for the places in it: equal for two texts that it takes alike."""
    readings = tuple(each["expression"] for each in verdict.readings)
    reasons = tuple((each.code, each.as_message) for each in verdict.read_reasons())
    return (verdict.outcome, verdict.method_key, verdict.value, readings, reasons)


def alike_to(line: Submission, version: PuzzleVersion) -> list[Submission]:
    """A recorded line of each other text of the box that is this answer written otherwise and stands as it does: not
    ruled on, or ruled on by the same press. In the order recorded; five queries."""
    if line.mark != Mark.WRITTEN:
        return []
    texts = _texts(line, version)
    stands = _Presses(version.puzzle_id)
    first: dict[str, Submission] = {}
    for other in equal_lines(line, version.puzzle_id, texts).order_by("pk"):
        if other.digest != line.digest and stands.on(other) == stands.on(line):
            first.setdefault(other.digest, other)
    return list(first.values())


def _texts(line: Submission, version: PuzzleVersion) -> list[str]:
    """The digests of the other texts that are written and taken alike."""
    verdicts = Verdict.objects.filter(
        puzzle_version=version, engine=ENGINE_VERSION, box=line.box, edition=line.sheet.round.edition_id
    )
    wanted = plainly(line.text)
    written = [pk for pk, text in verdicts.values_list("pk", "text") if plainly(text) == wanted]
    said = {each.digest: manner(each) for each in verdicts.filter(pk__in=written)}
    own = said.pop(line.digest, None)
    return [digest for digest, other in said.items() if other == own]


class _Presses:
    """What is ruled or proposed for all who wrote a text of one puzzle."""

    def __init__(self, puzzle_id: int):
        self._rulings = Rulings(given_on([puzzle_id]).get(puzzle_id, ()))
        self._waiting = [each.ruling for each in unsigned_on([puzzle_id]).get(puzzle_id, ())]

    def on(self, line: Submission) -> list[tuple]:
        """By which presses the rulings were given that hold or wait for all who wrote this."""
        at = ("everywhere", line.box, line.digest, line.mark)
        held = self._rulings.in_force_at(at)
        waiting = [each for each in self._waiting if scope_of(each) == at]
        return [(each.given_by_id, each.given_at) for each in ([held] if held else []) + waiting]
