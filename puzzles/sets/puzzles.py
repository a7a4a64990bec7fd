"""What a generator yields: puzzles of questions with their reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from judging.language.numbers.rationals import Rational
from judging.messages import Fact, Message, message
from puzzles.functions.operations import normalise
from puzzles.sets.reports import Report

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
