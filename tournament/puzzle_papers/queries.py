"""Questions ready to be printed or shown: of some grades in a round, of the day, or of a set that no round asks yet."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _, ngettext

from judging.games.formats import FORMATS
from judging.games.paper import Box, PaperFormat

from ..models import Division, Event, PuzzleSet, PuzzleVersion, Round
from ..models.rounds import TIEBREAKER
from ..organiser.checklist import grades_in_words
from ..printing.puzzles import Booklet, QuestionPaper
from ..puzzle_sets import boxes as set_boxes
from ..roster.substitutes import playing
from ..scoring import questions
from .answer_keys import AnswerKeys


@dataclass(frozen=True)
class GradesQuestion:
    """The question in force for some grades that have the same time for it."""

    round: Round
    version: PuzzleVersion
    seconds: int
    divisions: list[Division] = field(default_factory=list)

    @property
    def grades(self) -> str:
        """The grades in words, such as “Grades 3-5”."""
        if len(self.divisions) == 1:
            return self.divisions[0].label
        return _("Grades %(grades)s") % {"grades": grades_in_words([each.grade for each in self.divisions])}

    def paper(self, keys: AnswerKeys | None = None) -> QuestionPaper:
        """The question as it is printed; with `keys`, with a key for each box."""
        boxes: tuple[Box, ...] = self.version.read_boxes()
        return QuestionPaper(
            str(self.round),
            self.grades,
            boxes,
            task=_(self.round.rules.question),
            time=time_in_words(self.seconds, self.round.rules),
            mark=self.version.mark,
            one_by_one=self.round.rules.one_by_one,
            keys=keys.of(self.round, self.version) if keys else (),
        )


def time_in_words(seconds: int, rules: PaperFormat) -> str:
    """“15 minutes”, or “90 seconds each” where the boxes are played one by one."""
    if seconds % 60 or seconds < 120:
        time = ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}
    else:
        time = ngettext("%(n)s minute", "%(n)s minutes", seconds // 60) % {"n": seconds // 60}
    return _("%(time)s each") % {"time": time} if rules.one_by_one else time


def asked(round_: Round, divisions: Collection[Division]) -> list[GradesQuestion]:
    """The questions of these grades, one row for each different question; grades without one, and in a round for teams
    those without a team, are left out. One query, for teams two."""
    versions = questions.versions(round_)
    grouped: dict[tuple[int, int], GradesQuestion] = {}
    for division in playing(round_, divisions):
        if version := versions.get(division.pk):
            seconds = round_.settings_for(division.grade).whole("time_seconds")
            known = grouped.setdefault((version.pk, seconds), GradesQuestion(round_, version, seconds))
            known.divisions.append(division)
    return list(grouped.values())


def programme(event: Event) -> list[Round]:
    """The rounds in their order, without the games of ties."""
    return [each for each in event.rounds.all() if each.format != TIEBREAKER]


def booklets(event: Event, divisions: Collection[Division], keys: AnswerKeys | None = None) -> Iterator[Booklet]:
    """A booklet of the whole day for each of these grades that is asked something."""
    rounds = programme(event)
    for division in divisions:
        papers = [each.paper(keys) for round_ in rounds for each in asked(round_, [division])]
        if papers:
            yield Booklet(division.label, papers)


def draft_paper(draft: PuzzleSet, keys: AnswerKeys | None = None) -> QuestionPaper | None:
    """The questions of the set as it is now; None if it has no numbers yet, or has words."""
    asked = set_boxes.asked(draft) if draft.round else _boxes_of_library(draft)
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
        time=_time_of(draft.round, draft.grade) if draft.round else "",
        one_by_one=bool(rules and rules.one_by_one),
        keys=keys.of_boxes(like, asked, draft.read_puzzles()) if keys else (),
    )


def _time_of(round_: Round, grade: int | None) -> str:
    return time_in_words(round_.settings_for(grade).whole("time_seconds"), round_.rules)


def _boxes_of_library(draft: PuzzleSet) -> tuple[Box, ...]:
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
