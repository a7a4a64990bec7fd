"""How hard a question is for people, and why.

Each method has a rate at which people find it, which its features lower. The rates add up, so many ways make a question
easier than one. The coefficients were fitted to how long people took for sets of the 24 game; how, and what each means,
is in docs/decisions/difficulty.md. Those of functions and of more numbers are estimates without data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

from judging.language.evaluation.legality import BASIC, Edition
from judging.language.numbers.rationals import Rational
from judging.messages import Message, message
from puzzles import sentences as sentences
from puzzles.rating.easy_methods import EasyMethods
from puzzles.rating.features import Features, features

# ln seconds = BASE + SHARE * (what the easiest ways cost, less what having many takes off) + what the numbers add
BASE, SHARE = 1.68, 0.36
METHOD_COSTS: Mapping[str, float] = {
    "fractions": 3.5,
    "below_zero": 0.5,
    "idle_ones": 0.7,
    "last_division": 1.2,
    "size": 0.6,
    "functions": 4.0,
    "unusual_functions": 7.0,
}
DIFFERENT, ONE = 0.23, -0.23
FURTHER_NUMBER = 0.3
MOST = 20.0  # ln seconds
FITTED_NUMBERS, FITTED_TARGET = 4, 24
# what each term is on average over the solvable sets of four numbers from 1 to 13: with that it is worth no word
USUAL: Mapping[str, float] = {
    "fractions": 0.03,
    "below_zero": 0.01,
    "idle_ones": 0.02,
    "last_division": 0.04,
    "size": 0.30,
    "functions": 0.0,
    "unusual_functions": 0.0,
    "ways": -0.27,
    "different": 0.54,
    "ones": -0.07,
    "further_numbers": 0.0,
}
# the reason given where a term is above its usual value, and where it is below
REASONS: Mapping[str, tuple[str, str]] = {
    "fractions": ("fractions", ""),
    "below_zero": ("below_zero", ""),
    "idle_ones": ("idle_ones", ""),
    "last_division": ("last_division", ""),
    "size": ("large_results", "small_results"),
    "functions": ("functions", ""),
    "unusual_functions": ("unusual_functions", ""),
    "ways": ("few_ways", "many_ways"),
    "different": ("different_numbers", "equal_numbers"),
    "ones": ("", "ones"),
    "further_numbers": ("further_numbers", "fewer_numbers"),
}
WORTH_SAYING = 0.12  # of ln seconds: an eighth more time, or less
STEPS = (6.8, 8.3, 10.0, 13.2)  # seconds; each step has about a fifth of the sets of the 24 game


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
    """`value` is how many seconds practised adults take on average, so more is harder; `step` is 1 to 5.

    `reasons` come with the strongest first. `estimated` says that no data of this kind of question stand behind it.
    """

    value: float
    step: int
    reasons: tuple[RatingReason, ...]
    estimated: bool

    @property
    def message(self) -> Message:
        """The step in words."""
        return message(f"difficulty_{self.step}")

    def as_dict(self) -> dict[str, object]:
        return {
            "difficulty": self.value,
            "step": self.step,
            "why": [reason.code for reason in self.reasons],
            "estimated": self.estimated,
        }


def difficulty(numbers: Sequence[int], target: Rational, edition: Edition, easy: EasyMethods) -> Difficulty | None:
    """The difficulty of a question whose easy methods are known; None where there are none."""
    if not easy.methods:
        return None
    terms = _terms(numbers, [features(method.form) for method in easy.methods])
    seconds = exp(min(BASE + sum(terms.values()), MOST))
    return Difficulty(
        round(seconds, 3),
        step_of(seconds),
        tuple(_reasons(terms)),
        not is_fitted(numbers, target, edition, easy),
    )


def is_fitted(numbers: Sequence[int], target: Rational, edition: Edition, easy: EasyMethods) -> bool:
    """Whether the question is of the kind that the coefficients were fitted to."""
    four = len(numbers) == FITTED_NUMBERS and edition.every_number and not edition.whole_steps
    return four and target == FITTED_TARGET and easy.functions <= BASIC


def step_of(seconds: float) -> int:
    """The step, 1 (very easy) to 5 (very hard)."""
    return 1 + sum(seconds >= each for each in STEPS)


def _terms(numbers: Sequence[int], methods: Sequence[Features]) -> dict[str, float]:
    """The terms of ln seconds beside BASE, by name.

    With rates exp(-cost), -ln(sum of rates) is the average cost, each way weighted by its share of the sum, less the
    entropy of the shares. So the terms add up exactly, and each can be told apart.
    """
    costs = [sum(METHOD_COSTS[name] * getattr(method, name) for name in METHOD_COSTS) for method in methods]
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
    effects = {name: term - USUAL[name] for name, term in terms.items()}
    for name, effect in sorted(effects.items(), key=lambda item: (-abs(item[1]), item[0])):
        code = REASONS[name][effect < 0]
        if code and abs(effect) >= WORTH_SAYING:
            yield RatingReason(code, round(effect, 3))
