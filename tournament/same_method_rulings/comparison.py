"""Two methods side by side, with what differs marked in the text and in the formula."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction

from django.utils.safestring import SafeString, mark_safe

from judging.language.differences import differing_parts
from judging.language.editions import edition as read_edition
from judging.language.expression import Node
from judging.language.parsing.writing import mathml
from judging.language.verdict import judge

from ..models import Verdict

TOKENS = re.compile(r"\d+|[A-Za-z]+|\S")


@dataclass(frozen=True)
class MethodPiece:
    """A part of a text; `differs` where the other text has something else."""

    text: str
    differs: bool


def differences(one: str, other: str) -> tuple[list[MethodPiece], list[MethodPiece]]:
    """Both texts in pieces, word for word, what differs marked; spaces make no difference."""
    starts = [[each.start() for each in TOKENS.finditer(text)] for text in (one, other)]
    tokens = [TOKENS.findall(text) for text in (one, other)]
    matched = SequenceMatcher(None, tokens[0], tokens[1], autojunk=False).get_opcodes()
    return (
        [MethodPiece(_part(one, starts[0], a, b), kind != "equal") for kind, a, b, _c, _d in matched if a < b],
        [MethodPiece(_part(other, starts[1], c, d), kind != "equal") for kind, _a, _b, c, d in matched if c < d],
    )


def _part(text: str, starts: list[int], first: int, end: int) -> str:
    return text[starts[first] : starts[end] if end < len(starts) else len(text)]


def formulas(first: Verdict, second: Verdict) -> tuple[SafeString, SafeString]:
    """The MathML of two accepted methods, what differs marked. Unmarked as it is stored where the engine reads one of
    them no longer."""
    one, other = _tree(first), _tree(second)
    if one is None or other is None:
        return first.mathematics, second.mathematics
    marked = differing_parts(one, other)
    return mark_safe(mathml(one, marked[0])), mark_safe(mathml(other, marked[1]))


def _tree(verdict: Verdict) -> Node | None:
    version = verdict.puzzle_version
    box, edition = version.read_boxes()[verdict.box], read_edition(version.puzzle.round.edition)
    return next(iter(judge(verdict.text, box.numbers, Fraction(str(box.target)), edition).trees), None)
