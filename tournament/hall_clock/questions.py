"""The questions on a screen with the hall clock. Each screen chooses its grades, so that every room shows its own."""

from dataclasses import replace

from django.utils.translation import gettext as _

from ..models import Division, Round
from ..printing.puzzles import QuestionPaper
from ..puzzle_papers.queries import asked

EVERY_GRADE = "all"


def choices(round_: Round) -> list[tuple[str, str]]:
    """The choices of a screen: no question, those of all grades, or those of one."""
    grades = [(str(each.grade), each.label) for each in _divisions(round_)]
    return [("", _("none")), (EVERY_GRADE, _("all grades")), *grades]


def on_screen(round_: Round, show: str) -> list[QuestionPaper]:
    """The questions that a screen shows: none before the clock of the open round has started, and none once the round
    is closed. Nothing is read before that, so nothing can leak. Of a round that is played box by box, the box that the
    clock is for."""
    if not show or round_.status != Round.Status.OPEN or round_.clock_started_at is None:
        return []
    chosen = [each for each in _divisions(round_) if show in (EVERY_GRADE, str(each.grade))]
    papers = [each.paper() for each in asked(round_, chosen)]
    if not round_.rules.one_by_one:
        return papers
    here = slice(round_.clock_box, round_.clock_box + 1)
    return [replace(each, boxes=each.boxes[here]) for each in papers if each.boxes[here]]


def _divisions(round_: Round) -> list[Division]:
    """The grades with players, or all while there is no player."""
    grades = round_.event.divisions.all()
    return list(grades.filter(players__isnull=False).distinct() or grades)
