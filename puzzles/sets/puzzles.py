"""What a generator yields: puzzles of questions, each with the proof that the solver gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from judging.language.editions import BASIC, Edition
from judging.language.numbers.rationals import Rational
from judging.messages import Fact, Message, message
from puzzles.enumeration.methods import EnumeratedMethod
from puzzles.enumeration.simplicity import simplicity
from puzzles.functions.operations import normalise
from puzzles.rating.features import has_fractions, whole_steps
from puzzles.rating.model import OF_KIND, Rater, Tenths, compared, comparison, step_of
from puzzles.solver import Solver

SIMPLEST = 12  # methods of a report


@dataclass(frozen=True)
class Report:
    """What is known of a question.

    `solvable` is None where the search ended before it was certain; `nearest` is then unknown too. `methods` counts
    the distinct ones with the four operations, which the edition may have more than; `at_least` says that there are
    more of these. `simplest` are texts, the simplest first; where `needs_functions` is true they use functions.
    """

    solvable: bool | None
    nearest: Rational | None
    methods: int
    at_least: bool
    simplest: tuple[str, ...]
    needs_fractions: bool
    needs_functions: bool
    whole_steps: bool
    difficulty: Mapping[str, Any] | None

    def as_dict(self) -> dict[str, object]:
        """The report as JSON; `read` takes it back."""
        return {
            **{name: getattr(self, name) for name in _PLAIN},
            "nearest": None if self.nearest is None else str(self.nearest),
            "simplest": list(self.simplest),
            "difficulty": None if self.difficulty is None else dict(self.difficulty),
        }

    @staticmethod
    def read(stored: Mapping[str, Any]) -> Report:
        """The report from its JSON."""
        nearest = None if stored["nearest"] is None else normalise(Fraction(stored["nearest"]))
        plain = {name: stored[name] for name in _PLAIN}
        return Report(**plain, nearest=nearest, simplest=tuple(stored["simplest"]), difficulty=stored["difficulty"])

    @property
    def value(self) -> float:
        """The difficulty as a number, 0 where it has none."""
        return self.difficulty["difficulty"] if self.difficulty else 0.0

    @property
    def rank(self) -> int | None:
        """How many of 10 questions of its kind are easier; None where it was compared with none."""
        return self.difficulty.get("harder_than") if self.difficulty else None

    @property
    def step(self) -> int:
        """The difficulty's step, 0 where it has none."""
        return 0 if self.rank is None else step_of(self.rank)

    @property
    def comparison(self) -> Message | None:
        """The step in words."""
        return None if self.rank is None else comparison(self.rank, OF_KIND)


_PLAIN = ("solvable", "methods", "at_least", "needs_fractions", "needs_functions", "whole_steps")


class Reporter:
    """Reports on questions of one edition, and caches what they have in common. Difficulties are compared with the
    questions of `tenths`."""

    def __init__(self, edition: Edition, tenths: Tenths = ()):
        self.edition, self._tenths = edition, tenths
        self._rater = Rater(edition)
        self._solver = Solver(edition)

    @property
    def is_plain(self) -> bool:
        """Whether the edition has no more than the four operations."""
        return self.edition.functions <= BASIC

    def report(self, numbers: Sequence[int], target: Rational, functions: bool = True) -> Report:
        """The report of one question. Without `functions`, one that the four operations do not answer stays open."""
        return self.with_nearest(numbers, target, self.report_without_nearest(numbers, target, functions))

    def report_without_nearest(self, numbers: Sequence[int], target: Rational, functions: bool = True) -> Report:
        """The same, but for the nearest value of a question that cannot be solved: finding it takes the longest, and a
        search drops most questions."""
        rating, easy = self._rater.rate(numbers, target, functions)
        plain = easy.functions <= BASIC
        unsolvable = False if easy.impossible and self.is_plain else None  # else there may be a way
        return Report(
            solvable=True if easy.methods else unsolvable,
            nearest=target if easy.methods else None,
            methods=len(easy.methods) if plain else 0,
            at_least=plain and not easy.complete,
            simplest=tuple(method.text for method in sorted(easy.methods, key=_rank)[:SIMPLEST]),
            needs_fractions=bool(easy.methods) and all(has_fractions(method.form) for method in easy.methods),
            needs_functions=easy.needs_functions,
            whole_steps=any(whole_steps(method.form) for method in easy.methods),
            difficulty=None if rating is None else rating.as_dict(self._tenths),
        )

    def compare(self, report: Report) -> Report:
        """A report made elsewhere, with its difficulty compared anew."""
        return replace(report, difficulty=report.difficulty and compared(report.difficulty, self._tenths))

    def with_nearest(self, numbers: Sequence[int], target: Rational, report: Report) -> Report:
        """The report with the nearest value, where it is certain that nothing makes the target."""
        if report.solvable is not False or report.nearest is not None:
            return report
        return replace(report, nearest=self._solver.solve(numbers, target).value)


def _rank(method: EnumeratedMethod) -> tuple[object, ...]:
    """Sort key of the methods that are shown: whole numbers on the way first, then few decorations and functions, no
    division, and small numbers."""
    simple = simplicity(method.form)
    divided = method.text.count("/")
    return not whole_steps(method.form), *simple[:2], divided, simple.largest, len(method.text), method.text


QuestionKey = tuple[tuple[int, ...], Rational]


class GeneratedQuestion(NamedTuple):
    """One box: numbers in the order they are shown, a target, and the proof."""

    numbers: tuple[int, ...]
    target: Rational
    report: Report

    @property
    def key(self) -> QuestionKey:
        """Equal for the same question, whatever the order of its numbers."""
        return tuple(sorted(self.numbers)), self.target


@dataclass(frozen=True)
class GeneratedPuzzle:
    """One puzzle of a set, at a `position` from 0. `facts` are what is not a question: letters, words, the parts of a
    conundrum, common values. `cost` is what was tried in vain before it, for going on later."""

    position: int
    questions: tuple[GeneratedQuestion, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    cost: int = 0

    def as_dict(self) -> dict[str, object]:
        """The puzzle as JSON; `read` takes it back."""
        return {
            "position": self.position,
            "questions": [
                {"numbers": list(each.numbers), "target": str(each.target), "report": each.report.as_dict()}
                for each in self.questions
            ],
            "facts": dict(self.facts),
            "cost": self.cost,
        }

    @staticmethod
    def read(stored: Mapping[str, Any]) -> GeneratedPuzzle:
        """The puzzle from its JSON."""
        questions = tuple(
            GeneratedQuestion(
                tuple(each["numbers"]), normalise(Fraction(str(each["target"]))), Report.read(each["report"])
            )
            for each in stored["questions"]
        )
        return GeneratedPuzzle(stored["position"], questions, stored["facts"], stored["cost"])


def easy_first(puzzles: Iterable[GeneratedPuzzle]) -> list[GeneratedPuzzle]:
    """The puzzles of a set in the order of their difficulty, with new positions."""
    ordered = sorted(puzzles, key=lambda each: sum(question.report.value for question in each.questions))
    return [replace(each, position=at) for at, each in enumerate(ordered)]


class Emptied(Exception):
    """No puzzle satisfies the constraints, or none was found in the tries allowed.

    `constraint` names the setting that let nothing through, `tries` how many different candidates there were, and
    `every` that these were all there are. `message` says so.
    """

    def __init__(self, constraint: str, tries: int, every: bool, label: Fact):
        self.constraint, self.tries, self.every = constraint, tries, every
        code = "set_emptied_every" if every else "set_emptied"
        self.message: Message = message(code, setting=label, count=tries)
        super().__init__(str(self.message))
