"""Questions on paper and on slides: puzzle sheets, answer keys, the booklet of a day. Facts in, a PDF out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from judging.games.paper import Box

from ..common.wording.sentences import sentence, signed
from . import typesetting
from .mathematics import nested
from .sheets import PaperSize

QuestionLayout = Literal["targets", "sets", "each", "dealt"]
# Questions that stand together: more go on another page or slide
MOST_ON_A_PAGE: dict[QuestionLayout, int] = {"targets": 60, "sets": 24, "each": 12, "dealt": 60}
MOST_ON_A_SLIDE: dict[QuestionLayout, int] = {"targets": 40, "sets": 10, "each": 3, "dealt": 40}


@dataclass(frozen=True)
class PrintedMethod:
    """A method as text, and as the MathML that the engine wrote of it; empty where there is none."""

    text: str
    mathematics: str = ""


@dataclass(frozen=True)
class PrintedKey:
    """The answer key of a question: its methods, simplest first, and sentences about them."""

    methods: Sequence[PrintedMethod] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class QuestionPaper:
    """The questions of some grades in one round. `task` says what to do, `time` how long; `mark` is the version, such
    as v2. With `one_by_one` each box is played in a time of its own. `keys` has a key for each box, or nothing."""

    round: str
    grades: str
    boxes: Sequence[Box]
    task: str = ""
    time: str = ""
    mark: str = ""
    one_by_one: bool = False
    keys: Sequence[PrintedKey] = ()

    @property
    def layout(self) -> QuestionLayout:
        """What the questions share: the numbers of all `targets`, the target of all `sets`, or nothing; `dealt` has no
        numbers."""
        numbers, goals = {box.numbers for box in self.boxes}, {box.target for box in self.boxes}
        if numbers == {()}:
            return "dealt"
        if self.one_by_one or len(self.boxes) == 1:
            return "each"
        if len(numbers) == 1:
            return "targets"
        return "sets" if len(goals) == 1 else "each"


@dataclass(frozen=True)
class Booklet:
    """A cover with `title`, and papers in their order."""

    title: str
    papers: Sequence[QuestionPaper]


def puzzle_sheet(event: str, papers: Sequence[QuestionPaper], *, paper: PaperSize = "a4", draft: bool = False) -> bytes:
    """Only the questions, each paper on pages of its own. Raises ValueError for none."""
    return _pdf("puzzles.typ", event, [page for each in papers for page in _sheets(each)], draft, paper=paper)


def answer_key(event: str, papers: Sequence[QuestionPaper], *, paper: PaperSize = "a4", draft: bool = False) -> bytes:
    """The questions with their keys, each paper on pages of its own. Raises ValueError for none."""
    return _pdf("puzzles.typ", event, [_page("key", each) for each in papers], draft, paper=paper)


def booklet(
    event: str,
    day: str,
    booklets: Sequence[Booklet],
    *,
    keys: bool = False,
    paper: PaperSize = "a4",
    draft: bool = False,
) -> bytes:
    """Each booklet with its cover, from a right-hand page on; with `keys`, each paper is followed by its key. Raises
    ValueError for none."""
    pages: list[dict[str, object]] = []
    for each in booklets:
        contents = [{"round": one.round, "time": one.time} for one in each.papers]
        aside = _("With answers. Only for judges and organisers.") if keys else ""
        pages.append({"kind": "cover", "title": each.title, "day": day, "contents": contents, "aside": aside})
        for one in each.papers:
            pages += _sheets(one)
            if keys:
                pages.append(_page("key", one))
    return _pdf("puzzles.typ", event, pages, draft, paper=paper)


def slides(event: str, papers: Sequence[QuestionPaper], *, draft: bool = False) -> bytes:
    """16:9: for each paper a slide with the round's name and time, then one for each question that is asked on its own.
    Raises ValueError for none."""
    pages = [page for each in papers for page in (_page("title", each), *_split("slide", each, MOST_ON_A_SLIDE))]
    return _pdf("slides.typ", event, pages, draft)


def _sheets(paper: QuestionPaper) -> list[dict[str, object]]:
    return _split("sheet", paper, MOST_ON_A_PAGE)


def _split(kind: str, paper: QuestionPaper, most: dict[QuestionLayout, int]) -> list[dict[str, object]]:
    """Pages with so many questions each. What all share stands on each of them."""
    step = 1 if kind == "slide" and paper.one_by_one else most[paper.layout]
    whole = _page(kind, paper)
    starts = range(0, len(paper.boxes), step)
    return [{**whole, "boxes": [_box(box) for box in paper.boxes[start : start + step]]} for start in starts]


def _page(kind: str, paper: QuestionPaper) -> dict[str, object]:
    return {
        "kind": kind,
        "round": paper.round,
        "grades": paper.grades,
        "task": paper.task,
        "time": paper.time,
        "mark": paper.mark,
        "layout": paper.layout,
        "boxes": [_box(box) for box in paper.boxes],
        "keys": [_key(each) for each in paper.keys] if kind == "key" else [],
    }


def _box(box: Box) -> dict[str, object]:
    return {
        "label": sentence(box.label),
        "numbers": [signed(number) for number in box.numbers],
        "target": signed(box.target),
        "void": box.void,
    }


def _key(key: PrintedKey) -> dict[str, object]:
    methods = [{"text": each.text, "math": nested(each.mathematics)} for each in key.methods]
    return {"methods": methods, "notes": list(key.notes)}


def _pdf(template: str, event: str, pages: Sequence[dict], draft: bool, **facts: object) -> bytes:
    if not pages:
        raise ValueError("there is nothing to print")
    words = {
        "key": _("Answer key"),
        "target": _("Target"),
        "numbers": _("Numbers"),
        "void": _("This question was withdrawn. It counts for nobody."),
        "dealt": _("The cards are dealt at the table."),
        "draft": _("Draft") if draft else "",
    }
    language = (get_language() or "en").split("-")[0]
    return typesetting.pdf(template, {"event": event, "language": language, "words": words, "pages": pages, **facts})
