"""The page of the third person: two readings of one sheet side by side, with a choice wherever they differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from judging.games.paper import Box

from ..common.refusals import Refused
from ..double_keying.comparison import ComparedPlace, Readings, Spans, readings_of, spans
from ..models import DraftLine, Keying, Mark, Round, Submission
from ..scoring.mathml import as_mathematics
from ..sheets.scans import visible
from ..web.client_address import client_address
from ..web.pages import PageRequest, go_on, tell
from . import actions as keyings
from .actions import PlaceChoice, settle
from .forms import posted_choices, posted_more
from .page import about_sheet, read_only_page


@dataclass(frozen=True)
class LineBeside:
    """A line of one reading as the page shows it; `parts` mark where the other one differs."""

    line: Submission | DraftLine
    parts: Spans
    mathematics: SafeString


@dataclass(frozen=True)
class PlaceOnPage:
    number: int
    left: LineBeside | None
    right: LineBeside | None
    choice: PlaceChoice | None = None
    error: str = ""


@dataclass(frozen=True)
class ComparedBox:
    """A box as runs of places; each run has places on which the readings agree, or places on which they differ."""

    index: int
    question: Box
    runs: list[tuple[bool, list[PlaceOnPage]]]
    more: str = ""
    error: str = ""

    @property
    def differs(self) -> bool:
        return any(not is_same for is_same, _places in self.runs)


def settling_page(request: PageRequest, keying: Keying, crumbs: list) -> HttpResponse:
    """GET shows both readings, POST settles them or puts the sheet back. After a refusal the choices stay on the
    page."""
    if request.method != "POST":
        return _page(request, keying, crumbs) if not keying.closed_at else read_only_page(request, keying, crumbs)
    try:
        if request.POST.get("do") == "put_back":
            keyings.put_back(by=request.user, keying=keying)
            message = _("The sheet is put back.")
        else:
            _settle(request, keying)
            message = _("Sheet %(number)s is settled. Your reading counts.")
            message %= {"number": keying.sheet.label}
    except Refused as refused:
        tell(request, refused)
        return _page(request, keying, crumbs, refused)
    return go_on(request, message, "keying-round", keying.sheet.round.position)


def _settle(request: PageRequest, keying: Keying) -> None:
    settle(
        by=request.user,
        keying=keying,
        choices=posted_choices(request.POST),
        more=posted_more(request.POST, len(readings_of(keying.sheet, keying.turn).boxes)),
        address=client_address(request.META),
    )


def _page(request: PageRequest, keying: Keying, crumbs: list, refused: Refused | None = None) -> HttpResponse:
    sheet, readings = keying.sheet, readings_of(keying.sheet, keying.turn)
    choices = posted_choices(request.POST)
    more = posted_more(request.POST, len(readings.boxes))
    context = {
        "keying": keying,
        **about_sheet(sheet),
        "boxes": boxes_on_page(sheet.round, readings, choices, more, refused.fields if refused else {}),
        "differing": len(readings.differing),
        "scans": visible(request.user, request.capabilities, sheet),
        "marks": [Mark.ILLEGIBLE, Mark.STRUCK_OUT],
        "crumbs": crumbs,
    }
    return render(request, "keying/settle.html", context, status=refused.status if refused else 200)


def boxes_on_page(
    round_: Round,
    readings: Readings,
    choices: Mapping[int, PlaceChoice],
    more: Mapping[int, str],
    errors: Mapping[str, str],
) -> list[ComparedBox]:
    """The boxes in which at least one of the readings has a line."""
    boxes = []
    for index, question in enumerate(readings.boxes):
        places = [place for place in readings.places if place.box == index]
        runs = [
            (is_same, [_beside(round_, question, place, choices, errors) for place in run])
            for is_same, run in groupby(places, key=lambda place: place.is_same)
        ]
        if runs:
            boxes.append(ComparedBox(index, question, runs, more.get(index, ""), errors.get(f"more-{index}", "")))
    return boxes


def _beside(
    round_: Round, box: Box, place: ComparedPlace, choices: Mapping[int, PlaceChoice], errors: Mapping[str, str]
) -> PlaceOnPage:
    left, right = (
        LineBeside(line, _parts(line, other), _mathematics(round_, box, line)) if line else None
        for line, other in ((place.left, place.right), (place.right, place.left))
    )
    error = errors.get(f"choice-{place.number}", "")
    return PlaceOnPage(place.number, left, right, choices.get(place.number), error)


def _parts(line: Submission | DraftLine, other: Submission | DraftLine | None) -> Spans:
    return spans(line.text, other.text) if other else [(line.text, False)]


def _mathematics(round_: Round, box: Box, line: Submission | DraftLine) -> SafeString:
    return as_mathematics(round_, box, line.text) if line.mark == Mark.WRITTEN else SafeString()
