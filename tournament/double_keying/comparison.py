"""Two readings of a sheet side by side, and whether they say the same, compared by meaning and not by how they were
typed."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from judging.games.paper import Box
from judging.language.editions import edition as read_edition
from judging.language.evaluation import dealt_hands
from judging.language.parsing.tokens import KINDS
from judging.language.parsing.writing import plain
from judging.language.verdict import judge

from ..models import DraftLine, Mark, Round, Sheet, Submission
from ..scoring.questions import version_of
from .slots import BLIND

Line = DraftLine | Submission
LinePair = tuple[bool, Line | None, Line | None]  # whether both say the same, and the two lines
SILENT = {Mark.STRUCK_OUT, Mark.BLANK}  # they count for nothing, so readings may differ in them
BETWEEN_DIGITS = re.compile(r"(?<=[0-9]) +(?=[0-9])")


@dataclass(frozen=True)
class ComparedPlace:
    """A place on the sheet and the line that each of two keyings has there; None where it has none.

    `number` counts the differing places of the sheet from 1, and is 0 where both say the same.
    """

    box: int
    left: Line | None
    right: Line | None
    number: int = 0

    @property
    def is_same(self) -> bool:
        return self.number == 0


class Comparison:
    """Compares lines of one round's puzzle. Each different text is judged once."""

    def __init__(self, round_: Round, boxes: Sequence[Box]):
        self._edition, self._boxes = read_edition(round_.edition), boxes
        self._known: dict[tuple[int, str], tuple] = {}

    def essence(self, line: Line) -> tuple:
        """A value that is equal for two lines of a box that say the same. All illegible lines have the same value."""
        if line.mark == Mark.ILLEGIBLE:
            return ("illegible",)
        place = (line.box, line.text)
        if place not in self._known:
            self._known[place] = self._essence(*place)
        return self._known[place]

    def _essence(self, at: int, text: str) -> tuple:
        if at >= len(self._boxes):
            return ("text", unified(text))
        box = self._boxes[at]
        cards, rest = dealt_hands.split_hand(text) if self._edition.hand and not box.numbers else ((), text)
        verdict = judge(text, box.numbers, box.target, self._edition)
        if not verdict.trees:
            return ("text", cards, unified(rest))
        codes = tuple(sorted({reason.code for reason in verdict.reasons}))
        return ("trees", cards, verdict.verdict, verdict.value, codes, tuple(map(plain, verdict.trees)))

    def same(self, left: Iterable[Line], right: Iterable[Line]) -> bool:
        """Whether the lines of two keyings, each in the order of the sheet, say the same."""
        left, right = list(_saying(left)), list(_saying(right))
        if _typed(left) == _typed(right):
            return True
        return len(left) == len(right) and all(
            a.box == b.box and self.essence(a) == self.essence(b) for a, b in zip(left, right, strict=True)
        )

    def places(self, left: Iterable[Line], right: Iterable[Line]) -> list[ComparedPlace]:
        """The lines of both side by side, box by box: first aligned where they agree, then one by one."""
        left, right = list(_saying(left)), list(_saying(right))
        compared: list[ComparedPlace] = []
        for at in sorted({line.box for line in (*left, *right)}):
            pairs = self._pairs([line for line in left if line.box == at], [line for line in right if line.box == at])
            for is_same, a, b in pairs:
                number = 0 if is_same else 1 + sum(not place.is_same for place in compared)
                compared.append(ComparedPlace(at, a, b, number))
        return compared

    def _pairs(self, left: list[Line], right: list[Line]) -> Iterable[LinePair]:
        """The lines of one box in pairs. If both were typed the same way, as most are, nothing is judged."""
        if self.same(left, right):
            yield from ((True, a, b) for a, b in zip(left, right, strict=True))
            return
        matcher = SequenceMatcher(None, list(map(self.essence, left)), list(map(self.essence, right)), autojunk=False)
        for tag, i, j, k, l in matcher.get_opcodes():  # noqa: E741
            for a, b in zip_longest(left[i:j], right[k:l]):
                yield tag == "equal", a, b


def _saying(lines: Iterable[Line]) -> Iterable[Line]:
    return (line for line in lines if line.mark not in SILENT)


def _typed(lines: Iterable[Line]) -> list[tuple[int, str, str]]:
    return [(line.box, line.mark, line.text) for line in lines]


def unified(text: str) -> str:
    """A text as it is compared if the engine reads no method in it: one sign for each meaning, and no spaces except
    between two numbers."""
    signs = "".join(" " if KINDS.get(each) == "space" else KINDS.get(each, each) for each in text.lower())
    marked = BETWEEN_DIGITS.sub("\0", signs)
    return marked.replace(" ", "").replace("\0", " ")


Spans = list[tuple[str, bool]]  # a part of a text, and whether the other text has something else there


@dataclass(frozen=True)
class Readings:
    boxes: tuple[Box, ...]
    left_lines: list[Submission]
    places: list[ComparedPlace]

    @property
    def differing(self) -> list[ComparedPlace]:
        return [place for place in self.places if not place.is_same]


def readings_of(sheet: Sheet, turn: int) -> Readings:
    """The two blind readings of the sheet's turn, as they were handed in."""
    held = sheet.keyings.filter(turn=turn)
    recorded = Submission.objects.filter(keying__in=held.filter(slot__in=BLIND)).select_related("keying")
    left, right = (
        [line for line in recorded.order_by("box", "position") if line.keying.slot == slot] for slot in BLIND
    )
    return side_by_side(sheet, left, right)


def side_by_side(sheet: Sheet, left: Sequence[Submission], right: Sequence[Submission]) -> Readings:
    boxes = version_of(sheet).read_boxes()
    places = Comparison(sheet.round, boxes).places(left, right)
    return Readings(boxes, list(left), places)


def spans(text: str, other: str) -> Spans:
    """The text in parts, so that a page can mark where the other one differs."""
    matcher = SequenceMatcher(None, text, other, autojunk=False)
    return [(text[i:j], tag != "equal") for tag, i, j, _k, _l in matcher.get_opcodes() if i < j]
