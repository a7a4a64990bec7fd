"""How hard a question is for people, and why.

Each method has a rate at which people find it, which its features lower. The rates add up, so many ways make a question
easier than one. The coefficients were fitted to how long people took for sets of the 24 game; how, and what each means,
is in docs/decisions/difficulty.md. Those of functions and of more numbers are estimates without data.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Any, NamedTuple

from judging.language.editions import BASIC, Edition
from judging.language.numbers.rationals import Rational
from judging.messages import Message, gettext_noop, message, text
from puzzles import sentences as sentences
from puzzles.rating.easy_methods import EasyMethods, EasyMethodSearch
from puzzles.rating.features import Features, features

# ln seconds = BASE + SHARE * (what the easiest ways cost, less what having many takes off) + what the numbers add
BASE, SHARE = 1.68, 0.36
DIFFERENT, ONE = 0.23, -0.23
FURTHER_NUMBER = 0.3
MOST = 20.0  # ln seconds
FITTED_NUMBERS, FITTED_TARGET = 4, 24


class Term(NamedTuple):
    """A term of ln seconds. `usual` is its average over the solvable sets of four numbers from 1 to 13: with that it is
    worth no word. `above` and `below` are the reasons given where it is more and where it is less. `cost` is by how
    much the feature of that name lowers the rate of a method; 0 where it is none of a method."""

    usual: float
    above: str = ""
    below: str = ""
    cost: float = 0.0


TERMS: Mapping[str, Term] = {
    "fractions": Term(0.03, "fractions", cost=3.5),
    "below_zero": Term(0.01, "below_zero", cost=0.5),
    "idle_ones": Term(0.02, "idle_ones", cost=0.7),
    "last_division": Term(0.04, "last_division", cost=1.2),
    "size": Term(0.30, "large_results", "small_results", cost=0.6),
    "functions": Term(0.0, "functions", cost=4.0),
    "unusual_functions": Term(0.0, "unusual_functions", cost=7.0),
    "ways": Term(-0.27, "few_ways", "many_ways"),
    "different": Term(0.54, "different_numbers", "equal_numbers"),
    "ones": Term(-0.07, below="ones"),
    "further_numbers": Term(0.0, "further_numbers", "fewer_numbers"),
}
METHOD_COSTS = {name: term.cost for name, term in TERMS.items() if term.cost}
WORTH_SAYING = 0.12  # of ln seconds: an eighth more time, or less
Tenths = tuple[float, ...]
SETS_OF_24: Tenths = (5.9, 6.8, 7.4, 8.3, 8.9, 10.0, 11.3, 13.2, 16.7)  # of the solvable sets from 1 to 13
OF_24, OF_KIND = gettext_noop("sets of the 24 game"), gettext_noop("questions of this round’s kind")


@dataclass(frozen=True)
class RatingReason:
    """One thing that makes a question harder or easier than usual; `effect` is its part of ln seconds."""

    code: str
    effect: float

    @property
    def message(self) -> Message:
        """The reason as a sentence."""
        return message(f"hard_{self.code}")


@dataclass(frozen=True)
class Difficulty:
    """`value` is how many seconds practised adults take on average, so more is harder.

    `reasons` come with the strongest first. `estimated` says that no data of this kind of question stand behind it.
    """

    value: float
    reasons: tuple[RatingReason, ...]
    estimated: bool

    def as_dict(self, tenths: Tenths) -> dict[str, Any]:
        """The difficulty as JSON, compared with the questions of `tenths`."""
        why = [reason.code for reason in self.reasons]
        return compared({"difficulty": self.value, "why": why, "estimated": self.estimated}, tenths)


def difficulty(numbers: Sequence[int], target: Rational, edition: Edition, easy: EasyMethods) -> Difficulty | None:
    """The difficulty of a question whose easy methods are known; None where there are none."""
    if not easy.methods:
        return None
    terms = _terms(numbers, [features(method.form) for method in easy.methods])
    seconds = exp(min(BASE + sum(terms.values()), MOST))
    return Difficulty(
        round(seconds, 3),
        tuple(_reasons(terms)),
        not is_fitted(numbers, target, edition, easy),
    )


def is_fitted(numbers: Sequence[int], target: Rational, edition: Edition, easy: EasyMethods) -> bool:
    """Whether the question is of the kind that the coefficients were fitted to."""
    four = len(numbers) == FITTED_NUMBERS and edition.every_number and not edition.whole_steps
    return four and target == FITTED_TARGET and easy.functions <= BASIC


def tenths_of(values: Sequence[float]) -> Tenths:
    """The nine values that divide these into ten equal parts."""
    ordered = sorted(values)
    return tuple(ordered[len(ordered) * part // 10] for part in range(1, 10))


def rank_in(tenths: Tenths, value: float) -> int:
    """How many of 10 questions are easier, 0 to 9; of those that are just as hard, half."""
    return (bisect_left(tenths, value) + bisect_right(tenths, value)) // 2


def compared(difficulty: Mapping[str, Any], tenths: Tenths) -> dict[str, Any]:
    """A difficulty as JSON with its step among the questions of `tenths`; without these it has none."""
    alone = {name: value for name, value in difficulty.items() if name not in ("step", "harder_than")}
    rank = rank_in(tenths, difficulty["difficulty"])
    return alone | ({"step": step_of(rank), "harder_than": rank} if tenths else {})


def step_of(rank: int) -> int:
    """The step, 1 (very easy) to 5 (very hard): the fifths of what a question is compared with."""
    return 1 + rank // 2


def comparison(rank: int, questions: str) -> Message:
    """The step in words, as a comparison with these questions."""
    return message(f"difficulty_{step_of(rank)}", easier=9 - rank, harder=rank, questions=text(questions))


def _terms(numbers: Sequence[int], methods: Sequence[Features]) -> dict[str, float]:
    """The terms of ln seconds beside BASE, by name.

    With rates exp(-cost), -ln(sum of rates) is the average cost, each way weighted by its share of the sum, less the
    entropy of the shares. So the terms add up exactly, and each can be told apart.
    """
    costs = [sum(cost * getattr(method, name) for name, cost in METHOD_COSTS.items()) for method in methods]
    least = min(costs)
    rates = [exp(least - cost) for cost in costs]
    shares = [rate / sum(rates) for rate in rates]
    terms = {
        name: SHARE * cost * sum(share * getattr(method, name) for share, method in zip(shares, methods, strict=True))
        for name, cost in METHOD_COSTS.items()
    }
    terms["ways"] = SHARE * sum(share * log(share) for share in shares if share)
    terms["different"] = DIFFERENT * (len(set(numbers)) - 1)
    terms["ones"] = ONE * list(numbers).count(1)
    terms["further_numbers"] = FURTHER_NUMBER * (len(numbers) - FITTED_NUMBERS)
    return terms


def _reasons(terms: Mapping[str, float]) -> Iterable[RatingReason]:
    effects = {name: term - TERMS[name].usual for name, term in terms.items()}
    for name, effect in sorted(effects.items(), key=lambda item: (-abs(item[1]), item[0])):
        code = TERMS[name].below if effect < 0 else TERMS[name].above
        if code and abs(effect) >= WORTH_SAYING:
            yield RatingReason(code, round(effect, 3))


class Rater:
    """Rates questions of one edition, and caches what they have in common."""

    def __init__(self, edition: Edition):
        self._edition, self._search = edition, EasyMethodSearch(edition)

    def rate(
        self, numbers: Sequence[int], target: Rational, functions: bool = True
    ) -> tuple[Difficulty | None, EasyMethods]:
        """How hard the question is, None where no way was found to make the target; and the ways.
        Without `functions` only the four operations are tried."""
        easy = self._search.find(numbers, target, functions)
        return difficulty(numbers, target, self._edition, easy), easy
