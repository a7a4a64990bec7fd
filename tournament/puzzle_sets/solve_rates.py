"""How hard questions were for children: solve rates of final rounds in this database correct the model's difficulty.

The model knows how long practised adults take. What a grade solved under the same rules says how far off that is: each
question's share of sheets that hit it is turned into the seconds that it stands for, and the middle of the differences
moves all difficulties of that grade and those rules. Practice and tiebreakers are left out.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, log
from statistics import median

from judging.language.evaluation.legality import edition as read_edition
from puzzles.functions.operations import normalise
from puzzles.rating.raters import Rater

from ..models import PuzzleSet, Result, Round
from ..models.rounds import TIEBREAKER
from ..scoring.questions import held_in

FEWEST = 20  # results; with fewer nothing is corrected
MOST_RESULTS, MOST_QUESTIONS = 2000, 200  # the newest ones
MOST_SHIFT = 0.7  # of ln seconds: twice as hard, or half
USUAL_SECONDS, USUAL_SHARE = 9.0, 0.6  # a question of so many seconds is taken to be solved on so many sheets
HIT = "hits"

RoundAndDivision = tuple[int, int]  # round, division


@dataclass(frozen=True)
class DifficultyCorrection:
    """A correction from the solve rates of `results` results: difficulties are multiplied by `factor`."""

    results: int
    factor: float

    def seconds(self, seconds: float) -> float:
        return seconds * self.factor


def correction_for(draft: PuzzleSet) -> DifficultyCorrection | None:
    """The correction for the rules and the grade of a set; None with too few results."""
    if draft.grade is None or not draft.edition:
        return None
    return correction(draft.edition, draft.grade)


def correction(edition: dict, grade: int) -> DifficultyCorrection | None:
    rounds = Round.objects.filter(status=Round.Status.FINAL, edition=edition).exclude(format=TIEBREAKER)
    results = Result.objects.in_force().filter(round__in=rounds, entrant__division__grade=grade)
    rows = list(results.order_by("-pk").values_list("round", "entrant__division", "lines")[:MOST_RESULTS])
    if len(rows) < FEWEST:
        return None
    shifts = list(_shifts(rows, json.dumps(edition, sort_keys=True)))
    if not shifts:
        return None
    return DifficultyCorrection(len(rows), exp(max(-MOST_SHIFT, min(MOST_SHIFT, median(shifts)))))


def _shifts(rows: list[tuple[int, int, list]], edition: str) -> Iterator[float]:
    """By how much each question was harder than the model says, in ln seconds."""
    sheets: Counter[RoundAndDivision] = Counter()
    hits: defaultdict[RoundAndDivision, Counter[int]] = defaultdict(Counter)
    for round_, division, lines in rows:
        sheets[round_, division] += 1
        hits[round_, division].update({line["box"] for line in lines if line["code"] == HIT})
    left = MOST_QUESTIONS
    for held in held_in({round_ for round_, _division in sheets}).order_by("-round", "division"):
        place = held.round_id, held.division_id
        for at, box in enumerate(held.puzzle.version.read_boxes()) if sheets[place] else ():
            seconds = _seconds(box.numbers, box.target, edition) if left > 0 and box.numbers and not box.void else None
            left -= 1
            if seconds:
                yield _implied(hits[place][at], sheets[place]) - log(seconds)


def _implied(hits: int, sheets: int) -> float:
    """The ln seconds for which so many of so many sheets are usual."""
    share = (hits + 0.5) / (sheets + 1)
    return log(USUAL_SECONDS) + _logit(USUAL_SHARE) - _logit(share)


def _logit(share: float) -> float:
    return log(share / (1 - share))


@lru_cache(maxsize=8192)
def _seconds(numbers: tuple[int, ...], target: Fraction, edition: str) -> float | None:
    rating, _easy = _rater(edition).rate(numbers, normalise(target), functions=False)
    return rating.value if rating else None


@lru_cache(maxsize=4)
def _rater(edition: str) -> Rater:
    return Rater(read_edition(json.loads(edition)))
