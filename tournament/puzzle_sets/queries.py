"""Puzzle sets as pages show them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from judging.language.numbers.rationals import Rational
from judging.messages import Message, message
from puzzles.sets.reports import Report
from puzzles.sets.settings import ANY, IMPOSSIBLE

from ..common.wording.sentences import sentence
from ..models import Division, DivisionPuzzle, Event, Job, PuzzleSet, PuzzleSetUse, Round
from ..models.rounds import TIEBREAKER
from .boxes import box_key, is_asked, puzzle_key
from .solve_rates import SolveRate

MAKING, DONE, STOPPED, EMPTIED = PuzzleSet.Making
OUTLIER = 2.5  # times as hard, or as easy, as the middle of its set


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
    def step(self) -> int:
        return self.report.step if self.report else 0

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
    def is_estimated(self) -> bool:
        return bool(self.report and self.report.difficulty and self.report.difficulty["estimated"])

    @property
    def simplest(self) -> str:
        return in_signs(self.report.simplest[0]) if self.report and self.report.simplest else ""

    @property
    def needs(self) -> str:
        """The operations that each of its methods needs, in a few words."""
        if self.report is None:
            return ""
        if self.report.needs_functions:
            return _("needs functions")
        return _("needs fractions") if self.report.needs_fractions else ""


def in_signs(method: str) -> str:
    """A method with the signs of print."""
    return method.replace("*", "×").replace("/", "÷").replace(" - ", " − ")


def boxes(draft: PuzzleSet, rates: Mapping[int, SolveRate] = {}) -> list[ShownBox]:
    """The boxes of a set in the order of the sheet, with how often children solved such questions."""
    shown: list[ShownBox] = []
    for puzzle in draft.read_puzzles():
        for question in puzzle.questions:
            key = box_key(question)
            rate = rates.get(question.report.step)
            shown.append(_shown(draft, len(shown) + 1, key, *question, dict(puzzle.facts), rate))
        if not puzzle.questions:
            key = puzzle_key(puzzle)
            shown.append(_shown(draft, len(shown) + 1, key, (), None, None, dict(puzzle.facts), None))
    return shown


def unsolved(draft: PuzzleSet, shown: Iterable[ShownBox]) -> list[int]:
    """The numbers of the boxes for which no method was found, in a set that is to be solved."""
    may_be_impossible = draft.settings.get("solvable") in (IMPOSSIBLE, ANY)
    return [] if may_be_impossible else [each.number for each in shown if not each.is_solvable]


def _shown(draft: PuzzleSet, number: int, key: str, numbers, target, report, facts, rate) -> ShownBox:
    return ShownBox(number, key, numbers, target, report, facts, key in draft.kept, key in draft.todo, rate)


@dataclass(frozen=True)
class Spread:
    """How many boxes of a set each step of difficulty has, and the boxes that are far from the rest."""

    counts: tuple[int, ...]
    outliers: tuple[ShownBox, ...]

    @property
    def is_rated(self) -> bool:
        return any(self.counts)

    @property
    def bars(self) -> list[dict[str, Any]]:
        most = max(self.counts) or 1
        words = (_("very easy"), _("easy"), _("medium"), _("hard"), _("very hard"))
        return [
            {"step": step, "words": word, "count": count, "percent": round(100 * count / most)}
            for step, (word, count) in enumerate(zip(words, self.counts, strict=True), start=1)
        ]


def spread(shown: Iterable[ShownBox]) -> Spread:
    rated = [(box, box.report.value) for box in shown if box.report and box.step]
    counts = Counter(box.step for box, _value in rated)
    middle = median(value for _box, value in rated) if len(rated) > 2 else 0.0
    outliers = [box for box, value in rated if middle and not middle / OUTLIER <= value <= middle * OUTLIER]
    return Spread(tuple(counts[step] for step in range(1, 6)), tuple(outliers))


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
    def spread(self) -> Spread:
        return spread(self.boxes)

    @property
    def percent(self) -> int:
        return percent_made(self.set) if self.set else 0

    @property
    def is_ready(self) -> bool:
        """Whether its set can be used and is not yet."""
        return self.set is not None and self.set.making == DONE and not self.is_used


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

    return [
        RoundOfDay(round_, [grade(round_, division) for division in divisions])
        for round_ in event.rounds.exclude(format=TIEBREAKER)
    ]


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
