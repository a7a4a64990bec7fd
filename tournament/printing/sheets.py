"""Answer sheets: a page or more for each paper, with its code, its QR code, and ruled lines below each box."""

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import segno
from django.utils.translation import gettext as _

from judging.games.paper import Box

from ..common import limits
from ..common.sheet_codes import shown
from ..common.wording.cards import VALUES
from ..common.wording.sentences import sentence
from . import typesetting

PaperSize = Literal["a4", "us-letter"]
PAPERS = (("a4", "A4"), ("us-letter", "US Letter"))

# Millimetres. The template takes them from here, so that what is found to fit fits.
HEIGHT: dict[PaperSize, float] = {"a4": 297.0, "us-letter": 279.4}
MARGIN, SIDE, HEAD, FOOT = 11.0, 15.0, 42.0, 9.0
LINE, BOX_HEAD, BETWEEN = 9.0, 11.5, 3.0
FOLD = 9.0  # between boxes that are played one after the other
ROW = 17.0  # a box without numbers whose only line stands beside its target
FEWEST_LINES = 3
MOST_IN_ONE_COLUMN = 4  # boxes; more stand in two columns, where their numbers leave room for it
MOST_NUMBERS_IN_HALF = 5


def paper_size(asked: str) -> PaperSize:
    return "us-letter" if asked == "us-letter" else "a4"


@dataclass(frozen=True)
class SheetToPrint:
    """One paper. A player has a number and a name, a team only a name; a spare has neither, and they are written in.

    `boxes` empty: only lines. `mark` says in which version they are, such as v2; it stands beside the code. With
    `one_by_one` there is a fold between boxes, so that nobody reads ahead; with `one_method` a box has one line. With
    `to_copy` each box has a place to copy its question. With `deals_cards` it says where its numbers come from. A spare
    with the question of one grade has that `grade`. `same_name` says that another player has this name too.
    """

    code: str
    round: str
    boxes: Sequence[Box] = ()
    mark: str = ""
    number: int | None = None
    name: str = ""
    grade: str = ""
    team: str = ""
    for_team: bool = False
    one_by_one: bool = False
    one_method: bool = False
    to_copy: bool = False
    deals_cards: bool = False
    same_name: bool = False

    @property
    def is_spare(self) -> bool:
        return self.number is None and not self.name

    @property
    def columns(self) -> int:
        wide = any(len(box.numbers) > MOST_NUMBERS_IN_HALF for box in self.boxes)
        return 1 if wide or self.one_by_one or len(self.boxes) <= MOST_IN_ONE_COLUMN else 2

    @property
    def between(self) -> float:
        return FOLD if self.one_by_one else BETWEEN

    @property
    def rows(self) -> list[Sequence[Box]]:
        """Its boxes, those beside one another together."""
        starts = range(0, len(self.boxes), self.columns)
        return [self.boxes[start : start + self.columns] for start in starts] or [()]


@dataclass(frozen=True)
class Strip:
    """Boxes beside one another on one page, with their lines from `first` on."""

    boxes: Sequence[Box]
    first: int
    lines: int
    to_copy: bool = False

    @property
    def is_row(self) -> bool:
        """Whether the only line of each box stands beside its target."""
        has_numbers = self.to_copy or any(box.numbers for box in self.boxes)
        return bool(self.boxes) and (self.first, self.lines) == (1, 1) and not has_numbers

    @property
    def height(self) -> float:
        return ROW if self.is_row else BOX_HEAD + self.lines * LINE


def pdf(
    sheets: Sequence[SheetToPrint], *, event: str, base_url: str, lines: int | None = None, paper: PaperSize = "a4"
) -> bytes:
    """The sheets in order, each beginning a page of its own.

    `lines` is how many each box gets, 1 to 40; None fills one page, with three lines or more, or is one where one
    method is enough. The QR code is the address `<base_url>/sheets/<code>/`. Raises ValueError where there is no sheet
    or `lines` is out of range.
    """
    if not sheets:
        raise ValueError("there is no sheet to print")
    if lines is not None and not 1 <= lines <= limits.LINES_PRINTED:
        raise ValueError(f"a box has 1 to {limits.LINES_PRINTED} lines, not {lines}")
    facts = {
        "event": event,
        "paper": paper,
        "words": {
            "number": _("Player"),
            "name": _("Name"),
            "grade": _("Grade"),
            "team": _("Team"),
            "spare": _("Spare sheet"),
            "same_name": _("Another player has this name. Check the number."),
            "cards": _(
                "The cards are dealt at the table. A method shows the three cards dealt for its number: %(values)s."
            )
            % {"values": VALUES},
            "fold": _("Fold this part back. Open it when its question begins."),
        },
        "mm": {"margin": MARGIN, "side": SIDE, "head": HEAD, "line": LINE, "box": BOX_HEAD, "row": ROW},
        "sheets": [_facts(sheet, base_url, lines, paper) for sheet in sheets],
    }
    return typesetting.pdf("sheets.typ", facts)


def pages(sheet: SheetToPrint, lines: int | None = None, paper: PaperSize = "a4") -> list[list[Strip]]:
    """The boxes and lines on each page of a sheet. A box is split only if it is longer than a page."""
    room = _room(paper)
    made: list[list[Strip]] = [[]]
    left = room
    for strip in _strips(sheet, lines or _usual_lines(sheet, room), room):
        if strip.height > left:
            made.append([])
            left = room
        made[-1].append(strip)
        left -= strip.height + sheet.between
    return made


def _strips(sheet: SheetToPrint, lines: int, room: float) -> Iterator[Strip]:
    most = math.floor((room - BOX_HEAD) / LINE)
    for boxes in sheet.rows:
        for before in range(0, lines, most):
            yield Strip(boxes, before + 1, min(most, lines - before), sheet.to_copy)


def _usual_lines(sheet: SheetToPrint, room: float) -> int:
    """One where one method is enough, otherwise as many as fill the page."""
    if sheet.one_method and sheet.boxes:
        return 1
    each = (room + sheet.between) / len(sheet.rows) - sheet.between - BOX_HEAD
    return max(FEWEST_LINES, math.floor(each / LINE))


def _room(paper: PaperSize) -> float:
    return HEIGHT[paper] - 2 * MARGIN - HEAD - FOOT


def _facts(sheet: SheetToPrint, base_url: str, lines: int | None, paper: PaperSize) -> dict[str, object]:
    made = pages(sheet, lines, paper)
    return {
        "code": shown(sheet.code),
        "mark": sheet.mark,
        "qr": qr(f"{base_url.rstrip('/')}/sheets/{sheet.code}/"),
        "round": sheet.round,
        "number": "" if sheet.number is None else str(sheet.number),
        "name": sheet.name,
        "grade": sheet.grade,
        "team": sheet.team,
        "spare": sheet.is_spare,
        "for_team": sheet.for_team,
        "same_name": sheet.same_name,
        "columns": sheet.columns,
        "between": sheet.between,
        "fold": sheet.one_by_one,
        "dealt": sheet.deals_cards,
        "pages": [
            {
                "said": _("Page %(page)s of %(pages)s of this sheet") % {"page": page, "pages": len(made)},
                "strips": [_strip(strip) for strip in strips],
            }
            for page, strips in enumerate(made, start=1)
        ],
    }


def _strip(strip: Strip) -> dict[str, object]:
    return {
        "first": strip.first,
        "lines": strip.lines,
        "row": strip.is_row,
        "to_copy": strip.to_copy,
        "boxes": [_box(box) for box in strip.boxes],
    }


def _box(box: Box) -> dict[str, object]:
    return {"label": sentence(box.label), "numbers": [str(n) for n in box.numbers], "target": str(box.target)}


def qr(address: str) -> str:
    """The QR code as SVG. Level M bears a crease. Its mask is given: any can be read, and choosing the neatest of
    eight took longer than everything else on the sheet."""
    drawn = io.BytesIO()
    code = segno.make_qr(address, error="m", mask=3, boost_error=False)
    code.save(drawn, kind="svg", border=0, xmldecl=False)
    return drawn.getvalue().decode()
