"""One question to a command as an object, for a program without a command line: the fields and the answer are those of
a line with --jsonl, or of --json."""

from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import Any

from judging.language import command as judging
from puzzles.commands import duel, letters, rate, referee, solve
from puzzles.words.conundrums import conundrums
from puzzles.words.dictionary import Dictionary

Question = Mapping[str, Any]
Answer = dict[str, Any]
RULES = "number-tournament"  # unless a question names others


class Questions:
    """Answers questions one after the other; `tick` is the solver's. Each raises UsageProblem, LettersProblem or
    RoundProblem."""

    def __init__(self, dictionary: Dictionary, tick: Callable[[], None]):
        self._dictionary = dictionary
        self._solver_of, self._rater_of = solve.solvers(RULES, tick), rate.raters(RULES)

    def judge(self, question: Question) -> Answer:
        """Whether a method is right, and on target."""
        return judging.verdict(question, question.get("steps", False)).as_dict()

    def same(self, question: Question) -> Answer:
        """Whether two methods count once, and why."""
        return judging.relation(question).as_dict()

    def solve(self, question: Question) -> Answer:
        """The best method, or all."""
        wanted, kin = question.get("wanted", "best"), question.get("kin", False)
        solution = solve.solution(question, self._solver_of, wanted, kin)
        return {**solution.as_dict(), "complete": solution.complete}

    def count(self, question: Question) -> Answer:
        """How many distinct methods there are."""
        return self.solve({**question, "wanted": "count"})

    def letters(self, question: Question) -> Answer:
        """The words that some letters make, the longest first."""
        return {"words": letters.rows(self._dictionary, question["letters"], question.get("top"))}

    def conundrum(self, question: Question) -> Answer:
        """Nine-letter words, each shown as a four- and a five-letter word."""
        made = islice(conundrums(self._dictionary, question["seed"]), question.get("count", 1))
        return {"seed": str(question["seed"]), "conundrums": [each.as_dict() for each in made]}

    def rate(self, question: Question) -> Answer:
        """How hard a question is for people."""
        return rate.row(question, self._rater_of)

    def referee(self, question: Question) -> Answer:
        """The points of a round of a live game."""
        return referee.score(question, self._dictionary)

    def duel(self, question: Question) -> Answer:
        """A game of Countdown Duel: who wins, with which turn, and where the win was thrown away."""
        return duel.position(question.get("turns", ()), question.get("level", "medium"), Random())
