"""The page of one sheet: its boxes with their lines, each with what the engine says of it."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from judging.games.paper import Box
from judging.language.numbers.rationals import Rational

from ..common import limits
from ..common.wording.cards import as_cards
from ..models import Keying, Mark, PuzzleVersion, Sheet
from ..round_puzzles.printed_questions import old_question
from ..scoring.questions import made_from, version_for
from ..sheets.scans import visible
from ..web.pages import PageRequest
from .drafts import typed_elsewhere
from .forms import FormRow, stored_rows
from .preview import LinePreview, as_typed

SPARE_ROWS, MOST_SPARE_ROWS = 3, 30
# Readings worked out while the page is made; the script asks for the rest one by one.
READINGS_SHOWN = 60
BLIND_TAGS = ["pending", "illegible", "struck_out", "blank"]
TAGS = ["accepted", "on_target", "off_target", "refused", "unreadable", "needs_ruling", *BLIND_TAGS]


@dataclass(frozen=True)
class LineOnPage:
    row: FormRow
    number: int
    typed: LinePreview | None
    is_spare: bool = False
    is_extra: bool = False
    has_focus: bool = False

    @property
    def state(self) -> str:
        """What the tag says: the mark, or how the text is read, or nothing."""
        if self.row.mark != Mark.WRITTEN:
            return self.row.mark
        return self.typed.state if self.typed else ""

    @property
    def note(self) -> str:
        """The line below the text: why it was not taken, or what the engine says."""
        return self.row.error or (self.typed.note if self.typed else "")


@dataclass(frozen=True)
class BoxOnPage:
    """A box; `question` is None for lines of a box that the puzzle no longer has. `printed` is what the paper asks
    where that is something else, `cards` the hand that was printed to be dealt for it."""

    index: int
    question: Box | None
    lines: list[LineOnPage]
    printed: Box | None = None
    cards: Sequence[str] = ()


def typing_page(
    request: PageRequest, keying: Keying, rows: Sequence[FormRow], *, spare: int, crumbs: list, status: int = 200
) -> HttpResponse:
    round_ = keying.sheet.round
    about = _context(keying, crumbs)
    context = about | {
        "boxes": _boxes(keying, rows, spare, about["version"]),
        "new_line": LineOnPage(FormRow(uuid.UUID(int=0), 0), 0, None, is_spare=True),
        "longest_line": limits.LINE,
        "most_lines": limits.LINES_SHEET,
        "tag_states": BLIND_TAGS if round_.is_blind else TAGS,
        "may_save": round_.takes_keying or keying.sheet.is_recalled,
        "is_open": keying.state == Keying.State.OPEN,
        "scans": visible(request.user, request.capabilities, keying.sheet),
    }
    return render(request, "keying/sheet.html", context, status=status)


def read_only_page(request: PageRequest, keying: Keying, crumbs: list) -> HttpResponse:
    """The handed-in lines, or the saved lines of a sheet that is typed in another browser."""
    rows = [FormRow(line.key, line.box, line.text, line.mark) for line in keying.submissions.all()]
    elsewhere = None if keying.is_recorded else typed_elsewhere(keying)
    if elsewhere:
        rows = stored_rows(keying.drafts.all())
    about = _context(keying, crumbs)
    context = about | {
        "boxes": [box for box in _boxes(keying, rows, 0, about["version"]) if box.lines],
        "lines": len(rows),
        "elsewhere": elsewhere,
    }
    return render(request, "keying/read_only.html", context)


def _context(keying: Keying, crumbs: list) -> dict[str, Any]:
    return {"keying": keying, "crumbs": crumbs, **about_sheet(keying.sheet)}


def about_sheet(sheet: Sheet) -> dict[str, Any]:
    """The context for the head of a page of a sheet. `version` is the question in force; `old_question` the one on the
    paper, if that is different."""
    round_, entrant = sheet.round, sheet.owner
    name = "" if entrant.team_id else entrant.short_name(round_.event)
    version = version_for(round_, entrant)
    return {
        "sheet": sheet,
        "round": round_,
        "entrant": entrant,
        "entrant_name": name,
        "version": version,
        "old_question": old_question(sheet, version),
    }


def _boxes(keying: Keying, rows: Sequence[FormRow], spare: int, version: PuzzleVersion) -> list[BoxOnPage]:
    round_ = keying.sheet.round
    questions, printed = version.read_boxes(), _printed(keying.sheet, version)
    indices = sorted({*range(len(questions)), *(row.box for row in rows)})
    focus = _focus(rows)
    readings = iter(range(READINGS_SHOWN))
    hands = _hands(version) if round_.rules.deals_cards else {}
    boxes = []
    for index in indices:
        question = questions[index] if index < len(questions) else None
        lines: list[Any] = []
        for row in (row for row in rows if row.box == index):
            typed = None
            if question is not None and _is_read(row) and next(readings, None) is not None:
                typed = as_typed(round_, question, row.text, blind=round_.is_blind)
            lines.append(LineOnPage(row, len(lines) + 1, typed, has_focus=row is focus))
        for at in range(spare if question else 0):
            first = at == 0 and not isinstance(focus, FormRow) and index == focus
            row = FormRow(uuid.uuid4(), index)
            lines.append(LineOnPage(row, len(lines) + 1, None, is_spare=True, is_extra=at > 0, has_focus=first))
        cards = hands.get(question.target, ()) if question else ()
        boxes.append(BoxOnPage(index, question, lines, printed.get(index), cards))
    return boxes


def _hands(version: PuzzleVersion) -> dict[Rational, list[str]]:
    """{target: the cards that the printed list has for it}; empty where the puzzle was typed."""
    questions = (question for puzzle in made_from(version) for question in puzzle.questions)
    return {each.target: as_cards(each.numbers) for each in questions}


def _printed(sheet: Sheet, version: PuzzleVersion) -> dict[int, Box]:
    """{index: box} of the paper where the puzzle in force asks something else that the reader may see."""
    old = old_question(sheet, version)
    if old is None:
        return {}
    pairs = zip(old.read_boxes(), version.read_boxes(), strict=False)
    hidden = sheet.round.is_blind
    return {
        at: box
        for at, (box, now) in enumerate(pairs)
        if box.numbers != now.numbers or (box.target != now.target and not hidden)
    }


def _is_read(row: FormRow) -> bool:
    return row.mark == Mark.WRITTEN and bool(row.text.strip()) and len(row.text) <= limits.LINE


def _focus(rows: Sequence[FormRow]) -> FormRow | int:
    """Where the cursor stands first: at the first line with an error, else in the first empty row of the last box in
    use."""
    wrong = next((row for row in rows if row.error), None)
    return wrong or max((row.box for row in rows), default=0)
