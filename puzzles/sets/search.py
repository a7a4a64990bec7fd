"""The search for puzzles: candidates are drawn and go through constraints, one after the other.

What a search may cost is counted in tries, never in seconds, so that it ends in the same place on every machine. Where
nothing is found, the constraint that let nothing through is the last one that any candidate came to.
"""

import math
from collections.abc import Callable, Collection, Hashable, Iterable
from math import comb

from judging.games.settings import Schema, Settings
from judging.language.numbers.rationals import Rational
from judging.messages import text
from puzzles.sets.puzzles import Emptied, GeneratedQuestion, QuestionKey, Report, Reporter
from puzzles.sets.settings import ANY, FOUR_OPERATIONS, FUNCTIONS, IMPOSSIBLE

MOST_COST = 2_000  # of a set, about a millisecond each
MADE_COST = 150  # more for each puzzle that was found
MOST_DRAWS = 40_000  # of a puzzle, of some microseconds each
COSTS = {1: 1, 2: 1, 3: 1, 4: 1, 5: 10, 6: 200}  # of a question with so many numbers
HOPELESS_COSTS = {4: 1, 5: 4}  # of one that the four operations do not answer
FUNCTION_COSTS = {1: 10, 2: 10, 3: 30, 4: 75}  # of looking for functions besides
COST, FUNCTION_COST = 300, 150  # of one with more numbers, and functions
LARGE_NUMBER, LARGE_FACTOR = 20, 2  # with larger numbers questions share little of what is kept
MOST_SHARING = 5  # numbers of which anything is kept
STAGES = ("solvable", "whole_steps", "methods_least", "methods_most", "step_least", "step_most", "no_repeats")
BEFORE_CONSTRAINTS = -1  # the stage of what is refused before any constraint was looked at
MAX_REPORTS = 20_000
MOST_FOR_STEP = 20  # what may be spent on finding a question of the wanted step, as `COSTS`


class Allowance:
    """What a set may still cost, over all its puzzles, and how far the candidates of one puzzle came. It grows with the
    puzzles that were found, `made`: a long set of rare questions is no hopeless one. `cost` is that of this puzzle, and
    `failed` are the candidates that are done with."""

    def __init__(self, schema: Schema, spent: int = 0, made: int = 0):
        self._schema, self._left = schema, MOST_COST + MADE_COST * made - spent
        self.cost, self._draws = 0, 0
        self.begin_part()

    def begin_part(self) -> None:
        """The search begins anew for the next part of a puzzle."""
        self._stage, self._constraint = BEFORE_CONSTRAINTS - 1, ""
        self.failed: set[Hashable] = set()

    def draw(self, space: int | None, constraint: str, has_some: bool = False) -> bool:
        """One more candidate is drawn, of `space` different ones; None for too many to tell. False where enough were
        tried and something was found; where nothing was, raises Emptied, and `constraint` is named where none came to
        any."""
        self._draws += 1
        tried = len(self.failed)
        every = space is not None and tried >= space
        if has_some and (every or self.is_spent):
            return False
        if every or self.is_spent:
            name = self._constraint or constraint
            raise Emptied(name, tried, every, text(self._schema[name].label))
        return True

    def refuses(self, constraint: str, stage: int, cost: int) -> None:
        """A constraint refuses a question; the later the `stage`, the more it has satisfied."""
        self.cost += cost
        if stage > self._stage:
            self._stage, self._constraint = stage, constraint

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be drawn for this puzzle."""
        return self._draws > MOST_DRAWS or self.cost > self._left


class ConstraintChecker:
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
    ) -> GeneratedQuestion | None:
        """The question with its report, None where a constraint refuses it."""
        key = tuple(sorted(numbers)), target
        report = self._report(key)
        for stage, check in enumerate(self._checks):
            if not check(report):
                self._allowance.refuses(STAGES[stage], stage, self._cost(numbers, report))
                return None
        if key in used and self._settings.flag("no_repeats"):
            self._allowance.refuses(STAGES[-1], len(STAGES), 0)
            return None
        self._reports[key] = self._reporter.with_nearest(*key, report)
        return GeneratedQuestion(numbers, target, self._reports[key])

    def tries(self, question: GeneratedQuestion) -> int:
        """How many questions like this one to look at for one of the wanted step."""
        return max(1, MOST_FOR_STEP // self._cost(question.numbers, question.report))

    def drop(self, questions: Iterable[GeneratedQuestion]) -> None:
        """Count the cost of checked questions that are used in no puzzle, as for those that are refused."""
        self._allowance.cost += sum(self._cost(each.numbers, each.report) for each in questions)

    def _report(self, key: QuestionKey) -> Report:
        if key not in self._reports:
            if len(self._reports) >= MAX_REPORTS:
                self._reports.clear()
            functions = self._settings.choice("solvable") != FOUR_OPERATIONS
            self._reports[key] = self._reporter.report_without_nearest(*key, functions)
        return self._reports[key]

    def _solvable(self, report: Report) -> bool:
        wanted = self._settings.choice("solvable")
        return {
            ANY: True,
            FOUR_OPERATIONS: report.solvable is True and not report.needs_functions,
            FUNCTIONS: report.needs_functions,
            IMPOSSIBLE: report.solvable is False,
        }[wanted]

    def _cost(self, numbers: tuple[int, ...], report: Report) -> int:
        cost = self._usual_cost(numbers, report)
        if self._reporter.is_plain or self._settings.choice("solvable") == FOUR_OPERATIONS or _is_plain(report):
            return cost  # no functions were looked for
        return cost + FUNCTION_COSTS.get(len(numbers), FUNCTION_COST)

    def _usual_cost(self, numbers: tuple[int, ...], report: Report) -> int:
        count = len(numbers)
        if not self._reporter.edition.every_number:  # with few of the numbers the most methods are soon listed
            return math.ceil(COSTS.get(count, COST) / 2)
        if not _is_plain(report) and count in HOPELESS_COSTS:
            return HOPELESS_COSTS[count]
        wide = count <= MOST_SHARING and max(numbers) > LARGE_NUMBER
        return COSTS.get(count, COST) * (LARGE_FACTOR if wide else 1)


def multisets(count: int, first: int, last: int) -> int:
    """How many different sets of so many numbers there are."""
    return comb(last - first + count, count)


def _is_plain(report: Report) -> bool:
    return report.solvable is True and not report.needs_functions


def _at_most(report: Report, most: int) -> bool:
    return not _is_plain(report) or (report.methods <= most and not report.at_least)
