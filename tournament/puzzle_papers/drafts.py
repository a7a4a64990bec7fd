"""A set that no round asks yet, as a paper to look at."""

from fractions import Fraction

from django.utils.translation import gettext as _

from judging.games.formats import FORMATS
from judging.games.paper import Box

from ..models import PuzzleSet, Round
from ..printing.puzzles import QuestionPaper
from ..puzzle_sets import boxes as set_boxes
from .answer_keys import AnswerKeys
from .queries import time_in_words


def paper(draft: PuzzleSet, keys: AnswerKeys | None = None) -> QuestionPaper | None:
    """The questions of the set as it is now; None if it has no numbers yet, or has words."""
    asked = set_boxes.asked(draft) if draft.round else _of_library(draft)
    if not asked:
        return None
    rules = FORMATS.get(draft.format)
    division = draft.division
    like = Round(event=draft.event, format=draft.format, edition=draft.edition)
    return QuestionPaper(
        draft.name,
        division.label if division else "",
        asked,
        task=_(rules.question) if rules else "",
        time=_time(draft.round, draft.grade) if draft.round else "",
        one_by_one=bool(rules and rules.one_by_one),
        keys=keys.of_boxes(like, asked, draft.read_puzzles()) if keys else (),
    )


def _time(round_: Round, grade: int | None) -> str:
    return time_in_words(round_.settings_for(grade).whole("time_seconds"), round_.rules)


def _of_library(draft: PuzzleSet) -> tuple[Box, ...]:
    rules = FORMATS.get(draft.format)
    questions = [question for puzzle in draft.read_puzzles() for question in puzzle.questions]
    return tuple(
        Box(
            set_boxes.label(draft.format, at, question.target),
            () if rules and rules.deals_cards else question.numbers,
            Fraction(question.target),
        )
        for at, question in enumerate(questions)
    )
