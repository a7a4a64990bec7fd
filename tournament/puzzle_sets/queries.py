"""Puzzle sets as pages show them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from judging.language.numbers.rationals import Rational
from judging.messages import Message, message
from puzzles.sets.puzzles import Report
from puzzles.sets.settings import ANY, IMPOSSIBLE

from ..common.line_text import with_signs
from ..common.wording.sentences import sentence
from ..models import Division, DivisionPuzzle, Event, Job, PuzzleSet, PuzzleSetUse, PuzzleVersion, Round
from ..models.rounds import TIEBREAKER
from ..roster.substitutes import grades_with_teams, playing
from ..round_puzzles import completeness
from ..scoring import questions
from .boxes import box_key, is_asked, puzzle_key
from .solve_rates import SolveRate

MAKING, DONE, STOPPED, EMPTIED = PuzzleSet.Making


@dataclass(frozen=True)
class ShownBox:
    """A box with its proof, for a page."""

    number: int
    key: str
    numbers: tuple[int, ...]
    target: Rational | None
    report: Report | None
    facts: dict[str, Any]
    stays: bool
    is_made_again: bool
    rate: SolveRate | None

    @property
    def is_solvable(self) -> bool:
        return self.report is None or self.report.solvable is True

    @property
    def difficulty(self) -> str:
        """The step in words."""
        return sentence(self.report.comparison) if self.report and self.report.comparison else ""

    @property
    def reasons(self) -> list[str]:
        """Reasons why it is harder or easier than usual."""
        codes = self.report.difficulty["why"] if self.report and self.report.difficulty else []
        return [sentence(message(f"hard_{code}")) for code in codes[:3]]

    @property
    def simplest(self) -> str:
        return with_signs(self.report.simplest[0]) if self.report and self.report.simplest else ""

    @property
    def needs(self) -> str:
        """The operations that each of its methods needs, in a few words."""
        if self.report is None:
            return ""
        if self.report.needs_functions:
            return _("needs functions")
        return _("needs fractions") if self.report.needs_fractions else ""


def boxes(draft: PuzzleSet, rates: Mapping[int, SolveRate] = {}) -> list[ShownBox]:
    """The boxes of a set in the order of the sheet, with how often children solved such questions."""
    shown: list[ShownBox] = []
    for puzzle in draft.read_puzzles():
        rows: list[Any] = [(box_key(each), *each) for each in puzzle.questions] or [
            (puzzle_key(puzzle), (), None, None)
        ]
        for key, numbers, target, report in rows:
            rate, marks = rates.get(report.step) if report else None, (key in draft.kept, key in draft.todo)
            shown.append(ShownBox(len(shown) + 1, key, numbers, target, report, dict(puzzle.facts), *marks, rate))
    return shown


def unsolved(draft: PuzzleSet, shown: Iterable[ShownBox]) -> list[int]:
    """The numbers of the boxes for which no method was found, in a set that is to be solved."""
    may_be_impossible = draft.settings.get("solvable") in (IMPOSSIBLE, ANY)
    return [] if may_be_impossible else [each.number for each in shown if not each.is_solvable]


def spread(shown: Iterable[ShownBox]) -> list[dict[str, Any]]:
    """How many boxes of a set each step of difficulty has, as bars; none where no box has a step."""
    counts = Counter(box.report.step for box in shown if box.report and box.report.step)
    words = (_("very easy"), _("easy"), _("medium"), _("hard"), _("very hard")) if counts else ()
    return [
        {
            "step": step,
            "words": word,
            "count": counts[step],
            "percent": round(100 * counts[step] / max(counts.values())),
        }
        for step, word in enumerate(words, start=1)
    ]


@dataclass
class GradeOfDay:
    """A grade in a round on the page of the whole day: its set, if there is one, and whether the round has puzzles.
    `is_used`: it asks the boxes of the set as it is now; `is_older`: those of an earlier version of the set."""

    division: Division
    set: PuzzleSet | None
    has_puzzles: bool
    is_used: bool
    is_older: bool

    @cached_property
    def boxes(self) -> list[ShownBox]:
        return boxes(self.set) if self.set else []

    @property
    def spread(self) -> list[dict[str, Any]]:
        return spread(self.boxes)

    @property
    def percent(self) -> int:
        return percent_made(self.set) if self.set else 0

    @property
    def is_ready(self) -> bool:
        """Whether its set can be used with no question asked: the round has no puzzles, or an earlier version of it."""
        return self.set is not None and self.set.making == DONE and (not self.has_puzzles or self.is_older)


def percent_made(draft: PuzzleSet) -> int:
    made = len(draft.puzzles) - len(draft.todo) / max(1, len(draft.todo) + len(draft.kept))
    return round(100 * max(0.0, made) / draft.count)


@dataclass
class RoundOfDay:
    round: Round
    grades: list[GradeOfDay] = field(default_factory=list)

    @property
    def ready(self) -> list[GradeOfDay]:
        return [each for each in self.grades if each.is_ready]

    @property
    def is_complete(self) -> bool:
        return all(each.has_puzzles or each.set for each in self.grades)


def day(event: Event) -> list[RoundOfDay]:
    """The rounds of the programme with the sets of each grade, in a fixed number of queries."""
    divisions = list(event.divisions.all())
    sets = {(each.round_id, each.grade): each for each in event.puzzle_sets.filter(round__isnull=False)}
    held = DivisionPuzzle.objects.filter(round__event=event, puzzle__active__isnull=False)
    active = {
        (round_, division): (version, asked)
        for round_, division, version, asked in held.values_list(
            "round", "division", "puzzle__active", "puzzle__active__boxes"
        )
    }
    used = set(PuzzleSetUse.objects.filter(version__set__event=event).values_list("version__set", "puzzle_version"))

    def grade(round_: Round, division: Division) -> GradeOfDay:
        draft = sets.get((round_.pk, division.grade))
        version, asked = active.get((round_.pk, division.pk), (None, None))
        from_here = draft is not None and (draft.pk, version) in used
        same = from_here and draft is not None and is_asked(draft, asked)
        return GradeOfDay(division, draft, version is not None, same, from_here and not same)

    def grades(round_: Round) -> list[GradeOfDay]:
        """Those that play the round, and those that have a set or a puzzle although they do not."""
        play = playing(round_, divisions, with_teams)
        every = [(division in play, grade(round_, division)) for division in divisions]
        return [each for plays, each in every if plays or each.set or each.has_puzzles]

    with_teams = grades_with_teams(event.pk)
    return [RoundOfDay(round_, grades(round_)) for round_ in event.rounds.exclude(format=TIEBREAKER)]


@dataclass(frozen=True)
class SetStatus:
    """`state`: "empty" (the round has no puzzle for the grade), "same" (it has these), "older" (it has an earlier
    version of this set), "other" (it has other puzzles). `is_typed`: sheets have been typed, so only a re-score changes
    it."""

    state: str
    is_typed: bool
    is_final: bool

    @property
    def needs_tick(self) -> bool:
        return self.state == "other"

    @property
    def needs_rescore(self) -> bool:
        return self.state in {"older", "other"} and (self.is_typed or self.is_final)


def set_status(draft: PuzzleSet, division: Division | None) -> SetStatus | None:
    """How a set stands to the puzzle of its round: what an organiser may do with it, and what is in the way."""
    if draft.round is None or division is None:
        return None
    held = questions.versions(draft.round).get(division.pk)
    is_typed = completeness.in_use(draft.round, [division])
    if held is None:
        state = "empty"
    elif is_asked(draft, held.boxes):
        state = "same"
    else:
        state = "older" if is_from(held, draft) else "other"
    return SetStatus(state, is_typed, draft.round.status == Round.Status.FINAL)


def is_from(held: PuzzleVersion, draft: PuzzleSet) -> bool:
    """Whether the puzzle came from this set, so that it may follow the set."""
    return PuzzleSetUse.objects.filter(puzzle_version=held, version__set=draft).exists()


def problem(draft: PuzzleSet) -> str:
    """Why the search ended without a puzzle, as a sentence."""
    return sentence(Message.read(draft.problem["message"])) if draft.problem else ""


def has_failed(draft: PuzzleSet) -> bool:
    """Whether the worker has tried in vain as often as it does."""
    jobs = Job.objects.filter(kind=Job.MAKE_PUZZLES, subject=draft.pk)
    last = jobs.order_by("pk").last()
    return draft.making == MAKING and last is not None and last.state == Job.State.FAILED


def find_set(event: Event, set_id: int) -> PuzzleSet:
    return get_object_or_404(event.puzzle_sets.select_related("round", "event"), pk=set_id)
