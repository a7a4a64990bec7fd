"""Questions on paper and on slides: puzzle sheets, answer keys, the booklet of a day. Facts in, a PDF out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from django.utils.translation import gettext as _

from judging.games.paper import Box

from ..common.wording.cards import VALUES, as_cards
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
    """The answer key of a question: its methods, simplest first, and sentences about them; where cards are dealt,
    a hand that makes the target, ace to king as 1 to 13."""

    methods: Sequence[PrintedMethod] = ()
    notes: Sequence[str] = ()
    cards: Sequence[int] = ()


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
    """The questions with their keys, each round on pages of its own. Raises ValueError for none."""
    pages = [_key_page(list(of_round)) for _round, of_round in groupby(papers, key=lambda each: each.round)]
    return _pdf("puzzles.typ", event, pages, draft, paper=paper)


def booklet(
    event: str,
    day: str,
    booklets: Sequence[Booklet],
    *,
    keys: bool = False,
    paper: PaperSize = "a4",
    draft: bool = False,
) -> bytes:
    """Each booklet with its cover, from a right-hand page on. With `keys`, each paper is followed by its key; without,
    questions with a time of their own have right-hand pages, so that none is seen beside another. Raises ValueError for
    none."""
    pages: list[dict[str, object]] = []
    for each in booklets:
        contents = [{"round": one.round, "time": one.time} for one in each.papers]
        aside = _("With answers. Only for judges and organisers.") if keys else ""
        pages.append({"kind": "cover", "title": each.title, "day": day, "contents": contents, "aside": aside})
        for one in each.papers:
            pages += _sheets(one, together=keys)
            if keys:
                pages.append(_key_page([one]))
    return _pdf("puzzles.typ", event, pages, draft, paper=paper, right_hand=True)


def slides(event: str, papers: Sequence[QuestionPaper], *, draft: bool = False) -> bytes:
    """16:9: for each paper a slide with the round's name and time, then one for each question that is asked on its own.
    Raises ValueError for none."""
    pages = [page for each in papers for page in (_page("title", each), *_split("slide", each, MOST_ON_A_SLIDE))]
    return _pdf("slides.typ", event, pages, draft)


def _sheets(paper: QuestionPaper, together: bool = False) -> list[dict[str, object]]:
    return _split("sheet", paper, MOST_ON_A_PAGE, together)


def _split(
    kind: str, paper: QuestionPaper, most: dict[QuestionLayout, int], together: bool = False
) -> list[dict[str, object]]:
    """Pages with so many questions each. What all share stands on each. Where questions have a time of their own, each
    is on a page by itself, unless they may stand `together`."""
    alone = paper.one_by_one and not together
    step = 1 if alone else most[paper.layout]
    whole = _page(kind, paper) | {"alone": alone}
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
    }


def _key_page(papers: Sequence[QuestionPaper]) -> dict[str, object]:
    """The keys of one round; what is said of every question of a paper stands there once."""
    parts = []
    for each in papers:
        shared = [note for note in each.keys[0].notes if all(note in key.notes for key in each.keys)]
        keys = [_key(key, shared if len(each.keys) > 1 else []) for key in each.keys]
        parts.append(_page("key", each) | {"keys": keys, "notes": shared if len(each.keys) > 1 else []})
    alone = parts[0] if len(parts) == 1 else {"grades": "", "mark": ""}
    is_dealt = all(each.layout == "dealt" for each in papers)
    return {
        "kind": "key",
        "round": papers[0].round,
        "title": _("Hands of cards to deal") if is_dealt else _("Answer key"),
        "parts": parts,
        "grades": alone["grades"],
        "mark": alone["mark"],
    }


def _box(box: Box) -> dict[str, object]:
    return {
        "label": sentence(box.label),
        "numbers": [signed(number) for number in box.numbers],
        "target": signed(box.target),
        "void": box.void,
    }


def _key(key: PrintedKey, shared: Collection[str]) -> dict[str, object]:
    methods = [{"text": each.text, "math": nested(each.mathematics)} for each in key.methods]
    notes = [note for note in key.notes if note not in shared]
    return {"methods": methods, "notes": notes, "cards": as_cards(key.cards)}


def _pdf(template: str, event: str, pages: Sequence[dict], draft: bool, **facts: object) -> bytes:
    if not pages:
        raise ValueError("there is nothing to print")
    words = {
        "target": _("Target"),
        "numbers": _("Numbers"),
        "void": _("This question was withdrawn. It counts for nobody."),
        "dealt": _("The cards are dealt at the table."),
        "hands": _("Hands to deal, if you do not deal from a shuffled pack. Each makes its number."),
        "court": VALUES,
        "simplest": _("The simplest methods of each question. There may be others."),
        "draft": _("Draft") if draft else "",
    }
    return typesetting.pdf(template, {"event": event, "words": words, "pages": pages, **facts})
