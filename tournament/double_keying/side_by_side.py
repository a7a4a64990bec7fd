"""Two readings of one sheet side by side, for the third person who decides what it says."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from judging.games.paper import Box

from ..models import Sheet, Submission
from ..scoring.questions import version_of
from .comparison import ComparedPlace, Comparison
from .slots import BLIND

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
