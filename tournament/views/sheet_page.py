"""The page of one sheet: its boxes with their lines, each with what the engine says of it."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from judging.games.paper import Box

from ..actions.drafts import MOST_LINES
from ..actions.keyings import typed_elsewhere
from ..forms.keyings import Row, stored_rows
from ..models import Keying, Mark, Round
from ..record.questions import version_for
from ..record.scans import visible
from ..record.typed import Typed, as_typed
from ..texts import LONGEST_LINE
from .requests import PageRequest

SPARE_ROWS, MOST_SPARE_ROWS = 3, 30
# Readings worked out while the page is made; the script asks for the rest one by one.
MOST_READINGS = 60
BLIND_TAGS = ["pending", "illegible", "struck_out", "blank"]
TAGS = ["accepted", "refused", "needs_ruling", *BLIND_TAGS]


@dataclass(frozen=True)
class LineOnPage:
    row: Row
    number: int
    typed: Typed | None
    is_spare: bool = False
    is_extra: bool = False
    has_focus: bool = False

    @property
    def state(self) -> str:
        """What the tag says: the mark, or the engine's verdict, or nothing."""
        if self.row.mark != Mark.WRITTEN:
            return self.row.mark
        return (self.typed and self.typed.verdict) or ""

    @property
    def note(self) -> str:
        """The line below the text: why it was not taken, or what the engine says."""
        return self.row.error or (self.typed.note if self.typed else "")


@dataclass(frozen=True)
class BoxOnPage:
    """A box; `question` is None for lines of a box that the puzzle no longer has."""

    index: int
    question: Box | None
    lines: list[LineOnPage]


def typing_page(
    request: PageRequest, keying: Keying, rows: Sequence[Row], *, spare: int, crumbs: list, status: int = 200
) -> HttpResponse:
    round_, entrant = keying.sheet.round, keying.sheet.entrant
    questions = version_for(round_, entrant).read_boxes()
    context = {
        "keying": keying,
        "round": round_,
        "entrant": entrant,
        "sheet": keying.sheet,
        "entrant_name": "" if entrant.team_id else entrant.public_name(round_.event),
        "boxes": _boxes(round_, questions, rows, spare),
        "new_line": LineOnPage(Row(uuid.UUID(int=0), 0), 0, None, is_spare=True),
        "longest_line": LONGEST_LINE,
        "most_lines": MOST_LINES,
        "tag_states": BLIND_TAGS if round_.is_blind else TAGS,
        "may_save": round_.takes_keying or keying.sheet.is_recalled,
        "is_open": keying.state == Keying.State.OPEN,
        "scans": visible(request.user, request.capabilities, keying.sheet),
        "crumbs": crumbs,
    }
    return render(request, "keyings/sheet.html", context, status=status)


def read_only_page(request: PageRequest, keying: Keying, crumbs: list) -> HttpResponse:
    """What she handed in, or what is saved of a sheet that is not typed in this browser."""
    round_, entrant = keying.sheet.round, keying.sheet.entrant
    questions = version_for(round_, entrant).read_boxes()
    rows = [Row(line.key, line.box, line.text, line.mark) for line in keying.submissions.all()]
    elsewhere = None if keying.is_recorded else typed_elsewhere(keying)
    if elsewhere:
        rows = stored_rows(keying.drafts.all())
    context = {
        "keying": keying,
        "round": round_,
        "entrant": entrant,
        "sheet": keying.sheet,
        "entrant_name": "" if entrant.team_id else entrant.public_name(round_.event),
        "boxes": [box for box in _boxes(round_, questions, rows, 0) if box.lines],
        "lines": len(rows),
        "elsewhere": elsewhere,
        "crumbs": crumbs,
    }
    return render(request, "keyings/read_only.html", context)


def _boxes(round_: Round, questions: Sequence[Box], rows: Sequence[Row], spare: int) -> list[BoxOnPage]:
    indices = sorted({*range(len(questions)), *(row.box for row in rows)})
    focus = _focus(rows)
    readings = iter(range(MOST_READINGS))
    found = []
    for index in indices:
        question = questions[index] if index < len(questions) else None
        lines: list[Any] = []
        for row in (row for row in rows if row.box == index):
            readable = question is not None and _is_read(row) and next(readings, None) is not None
            typed = as_typed(round_, question, row.text, blind=round_.is_blind) if readable else None
            lines.append(LineOnPage(row, len(lines) + 1, typed, has_focus=row is focus))
        for at in range(spare if question else 0):
            first = at == 0 and not isinstance(focus, Row) and index == focus
            row = Row(uuid.uuid4(), index)
            lines.append(
                LineOnPage(row, len(lines) + 1, None, is_spare=True, is_extra=at > 0, has_focus=first)
            )
        found.append(BoxOnPage(index, question, lines))
    return found


def _is_read(row: Row) -> bool:
    return row.mark == Mark.WRITTEN and bool(row.text.strip()) and len(row.text) <= LONGEST_LINE


def _focus(rows: Sequence[Row]) -> Row | int:
    """Where the cursor stands first: at the first line with an error, else in the first empty row where she left off."""
    wrong = next((row for row in rows if row.error), None)
    return wrong or max((row.box for row in rows), default=0)
