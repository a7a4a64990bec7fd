"""The search for puzzles: candidates are drawn and go through constraints, one after the other.

What a search may cost is counted in tries, never in seconds, so that it ends in the same place on every machine. Where
nothing is found, the constraint that let nothing through is the last one that any candidate came to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from math import comb

from judging.games.settings import Schema, Settings
from judging.language.rationals import Rational
from judging.messages import text
from puzzles.sets.puzzles import Emptied, Question, QuestionKey
from puzzles.sets.reports import Report, Reporter
from puzzles.sets.settings import ANY, FOUR_OPERATIONS, FUNCTIONS, IMPOSSIBLE

MOST_COST = 4_000  # of a set, about a millisecond each
MOST_DRAWS = 40_000  # of a puzzle, of some microseconds each
COSTS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 12}  # of a question with so many numbers
COST, FUNCTION_COST = 200, 100  # of one with more numbers; of looking for functions
LARGE_NUMBER, LARGE_FACTOR = 20, 4  # with larger numbers questions share little of what is kept
STAGES = ("solvable", "whole_steps", "methods_least", "methods_most", "step_least", "step_most", "no_repeats")
MAX_KEPT = 20_000


class Allowance:
    """What a set may still cost, over all its puzzles, and how far the candidates of one puzzle came."""

    def __init__(self, schema: Schema, spent: int = 0):
        self._schema, self._spent = schema, spent
        self.begin()

    def begin(self) -> None:
        """A new puzzle begins."""
        self.cost, self._draws = 0, 0
        self.begin_part()

    def begin_part(self) -> None:
        """The search begins anew for the next part of a puzzle."""
        self._stage, self._constraint = -1, ""
        self._failed: set[Hashable] = set()

    def draw(self, space: int | None, constraint: str) -> None:
        """One more candidate is drawn, of `space` different ones; None for too many to tell. Raises Emptied where
        enough were tried; `constraint` is named where none came to any."""
        self._draws += 1
        tried = len(self._failed)
        every = space is not None and tried >= space
        if every or self.is_spent:
            name = self._constraint or constraint
            raise Emptied(name, tried, every, text(self._schema[name].label))

    def refuses(self, constraint: str, stage: int, cost: int) -> None:
        """A constraint refuses a question; the later the `stage`, the more it has satisfied."""
        self.cost += cost
        if stage > self._stage:
            self._stage, self._constraint = stage, constraint

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be drawn for this puzzle."""
        return self._draws > MOST_DRAWS or self._spent + self.cost > MOST_COST

    def has_failed(self, candidate: Hashable) -> bool:
        return candidate in self._failed

    def fails(self, candidate: Hashable) -> None:
        """A candidate is done with."""
        self._failed.add(candidate)

    def ends(self) -> int:
        """The puzzle is found; returns what was tried in vain before it."""
        self._spent += self.cost
        return self.cost


class Checker:
    """Checks questions against the constraints of `settings`; `reports` keeps those made before."""

    def __init__(
        self, settings: Settings, reporter: Reporter, allowance: Allowance, reports: dict[QuestionKey, Report]
    ):
        self._settings, self._reporter, self._allowance = settings, reporter, allowance
        self._reports = reports
        self._checks: tuple[Callable[[Report], bool], ...] = (
            self._solvable,
            lambda report: not settings.flag("whole_steps") or not report.simplest or report.whole_steps,
            lambda report: not _is_plain(report) or report.methods >= settings.whole("methods_least"),
            lambda report: not settings.whole("methods_most") or _at_most(report, settings.whole("methods_most")),
            lambda report: not report.step or report.step >= settings.whole("step_least"),
            lambda report: not report.step or report.step <= settings.whole("step_most"),
        )

    def question(
        self, numbers: tuple[int, ...], target: Rational, used: Collection[QuestionKey] = ()
    ) -> Question | None:
        """The question with its report, None where a constraint refuses it."""
        key = tuple(sorted(numbers)), target
        report = self._report(key)
        for stage, check in enumerate(self._checks):
            if not check(report):
                self._allowance.refuses(STAGES[stage], stage, self._cost(numbers))
                return None
        if key in used and self._settings.flag("no_repeats"):
            self._allowance.refuses(STAGES[-1], len(STAGES), 0)
            return None
        return Question(numbers, target, report)

    def _report(self, key: QuestionKey) -> Report:
        if key not in self._reports:
            if len(self._reports) >= MAX_KEPT:
                self._reports.clear()
            functions = self._settings.choice("solvable") != FOUR_OPERATIONS
            self._reports[key] = self._reporter.report(*key, functions)
        return self._reports[key]

    def _solvable(self, report: Report) -> bool:
        wanted = self._settings.choice("solvable")
        return {
            ANY: True,
            FOUR_OPERATIONS: report.solvable is True and not report.needs_functions,
            FUNCTIONS: report.needs_functions,
            IMPOSSIBLE: report.solvable is False,
        }[wanted]

    def _cost(self, numbers: tuple[int, ...]) -> int:
        functions = self._settings.choice("solvable") != FOUR_OPERATIONS and not self._reporter.is_plain
        usual = COSTS.get(len(numbers), COST)
        deciding = max(numbers) if len(numbers) in COSTS else min(numbers)  # Countdown has small ones too
        factor = LARGE_FACTOR if deciding > LARGE_NUMBER else 1
        return usual * factor + FUNCTION_COST * functions


def multisets(count: int, first: int, last: int) -> int:
    """How many different sets of so many numbers there are."""
    return comb(last - first + count, count)


def _is_plain(report: Report) -> bool:
    return report.solvable is True and not report.needs_functions


def _at_most(report: Report, most: int) -> bool:
    return not _is_plain(report) or (report.methods <= most and not report.at_least)
