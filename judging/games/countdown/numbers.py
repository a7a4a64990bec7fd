"""The points of a numbers round (CD-20 to CD-27)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Generic, NamedTuple

from judging.games.countdown.round_scores import PlayerT, RoundScore
from judging.language.editions import EDITIONS
from judging.language.verdict import judge

RULES = EDITIONS["countdown"]
LARGE, SMALL = (25, 50, 75, 100), tuple(range(1, 11))
TILES = (*LARGE, *SMALL, *SMALL)
NUMBERS = 6
FEWEST, MOST = 100, 999  # of a target
FURTHEST = 10


class JudgedCalculation(NamedTuple):
    """The engine's verdict on a calculation. `accepted` is None where a judge has to decide; `method_key` is equal for
    the same calculation; `reasons` are codes of docs/rules/methods.md."""

    accepted: bool | None
    value: int | None
    method_key: str | None
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Calculation(Generic[PlayerT]):
    """The calculation that a player gave; `judged` is None if they gave none.

    `declared` is the number that they declared, None for the value of the calculation. `paper`, `late` and `ruled` are
    those of a word. `proved`: the judge lets the declared number count without a calculation.
    """

    player: PlayerT
    declared: int | None
    judged: JudgedCalculation | None = None
    paper: bool | None = True
    late: bool = False
    ruled: bool | None = None
    proved: bool = False

    @property
    def says(self) -> int | None:
        """The number that they declared."""
        if self.declared is not None or self.judged is None:
            return self.declared
        return self.judged.value


@lru_cache(maxsize=2000)
def judged(text: str, numbers: tuple[int, ...]) -> JudgedCalculation:
    """The engine's verdict on a calculation with these numbers: whole and above 0 at each step (CD-1)."""
    verdict = judge(text, numbers, None, RULES)
    codes = tuple(reason.code for reason in verdict.reasons)
    if verdict.verdict != "accepted":
        return JudgedCalculation(None if verdict.verdict == "needs_ruling" else False, None, None, codes)
    return JudgedCalculation(True, int(verdict.value or 0), verdict.method_key, codes)


def points_of(distance: int) -> int:
    """10 for the target, 7 up to 5 away, 5 up to 10 away (CD-26)."""
    if distance == 0:
        return 10
    if distance <= 5:
        return 7
    return 5 if distance <= FURTHEST else 0


def score(target: int, calculations: Sequence[Calculation[PlayerT]]) -> dict[PlayerT, RoundScore]:
    """The points of each player. Equally close ones stand in the order in which they were given."""
    scores = {each.player: RoundScore(0, _without_number(each)) for each in calculations}
    settled, given = False, set[str]()
    for distance, equal in groupby(nearest_first(target, calculations), key=lambda each: distance_of(each, target)):
        group = {each.player: _score(each, distance, settled, given) for each in equal}
        settled = settled or any(each.points for each in group.values())
        scores |= group
    return scores


def nearest_first(target: int, calculations: Sequence[Calculation[PlayerT]]) -> list[Calculation[PlayerT]]:
    """The calculations of players who declared a number in time, the closest first; equally close ones stay in their
    order."""
    numbered = [each for each in calculations if each.says is not None and not each.late]
    return sorted(numbered, key=lambda each: distance_of(each, target))


def distance_of(calculation: Calculation[PlayerT], target: int) -> int:
    return abs((calculation.says or 0) - target)


def _without_number(each: Calculation[PlayerT]) -> str:
    if each.late:
        return "late"
    return "no_number" if each.judged is None else _unaccepted(each.judged)


def _score(each: Calculation[PlayerT], distance: int, settled: bool, given: set[str]) -> RoundScore:
    if distance > FURTHEST:
        return RoundScore(0, "too_far")
    if settled:
        return RoundScore(0, "not_closest")
    problem = _problem(each, given)
    if each.judged is not None and each.judged.method_key is not None:
        given.add(each.judged.method_key)
    if problem is not None:
        return RoundScore(0, problem)
    points = points_of(distance)
    return RoundScore(points, {10: "exact", 7: "within_five", 5: "within_ten"}[points])


def _problem(each: Calculation[PlayerT], given: set[str]) -> str | None:
    if each.proved:
        return None
    if each.judged is None:
        return "no_calculation"
    if each.ruled is False:
        return "ruled_out"
    if each.ruled is None and (problem := _invalid(each.judged, each.says)):
        return problem
    if each.judged.method_key in given and not each.paper:
        return "paper_not_seen" if each.paper is None else "no_paper"
    return None


def _invalid(judged: JudgedCalculation, declared: int | None) -> str | None:
    if not judged.accepted:
        return _unaccepted(judged)
    return None if judged.value == declared else "other_number"


def _unaccepted(judged: JudgedCalculation) -> str:
    return "waits_for_judge" if judged.accepted is None else "wrong_calculation"
