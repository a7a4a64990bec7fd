"""Whether expressions make what they have to make, with each number of their set exactly once (TF-C-2)."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise, product

from judging.games.twentyfour.state import NumberSet
from judging.language.editions import EDITIONS
from judging.language.verdict import Verdict, judge

EDITION = EDITIONS["basic-24"]
RIGHT, MISSES, MISSING = "right", "misses", "missing"
MAX_SPLITS = 64
_X = re.compile(r"([+-]?[0-9]{1,9})(?:/([0-9]{1,9})|\.([0-9]{1,6}))?", re.ASCII)
_WHOLE = re.compile(r"[0-9]+")
_SIGNS = "+-*/×÷−–:"


def code_of(text: str, numbers: NumberSet, wanted: Iterable[Fraction]) -> str:
    """`right`, or why this expression is not: `misses`, `missing` where nothing stands, or the engine's code."""
    if not text.strip():
        return MISSING
    verdict = judge(text, numbers, None, EDITION)
    value = _value(verdict)
    if value is not None:
        return RIGHT if value in tuple(wanted) else MISSES
    return verdict.reasons[0].code if verdict.reasons else "unreadable"


def codes_of(texts: Sequence[str], sets: Sequence[NumberSet], wanted: Iterable[Fraction]) -> tuple[str, ...]:
    """The code of each set's expression; a set without one has `missing`, an expression without a set `misses`."""
    goals = tuple(wanted)
    codes = [code_of(text, numbers, goals) for text, numbers in zip(texts, sets, strict=False)]
    missing = [MISSING] * (len(sets) - len(texts))
    beyond = [MISSES] * (len(texts) - len(sets))
    return (*codes, *missing, *beyond)


def value_of(text: str, numbers: NumberSet) -> Fraction | None:
    """The value of the expression, or None where it is not allowed."""
    return _value(judge(text, numbers, None, EDITION))


def split(texts: Sequence[str], sets: Sequence[NumberSet]) -> tuple[str, ...]:
    """One expression for each set. A single line is split at spaces if that can be done in one way only (TF-C-3);
    otherwise the texts are given back as they are."""
    if len(texts) != 1 or len(sets) == 1:
        return tuple(texts)
    places = [_places(texts[0], end, begin) for end, begin in _gaps(texts[0], sets)]
    if len(places) != len(sets) - 1 or not all(places):
        return tuple(texts)
    splits = [each for each in _splits(texts[0], places) if all(map(_readable, each))]
    return splits[0] if len(splits) == 1 else tuple(texts)


def read_x(text: str) -> Fraction | None:
    """The x that a player entered: a whole number, a fraction such as -3/2, or a decimal; None if it is no number."""
    match = _X.fullmatch(text.strip().replace("−", "-").replace("–", "-").replace(" ", "").replace(",", "."))
    if not match or (match[2] and not int(match[2])):
        return None
    if match[2]:
        return Fraction(int(match[1]), int(match[2]))
    return Fraction(f"{match[1]}.{match[3] or 0}")


def _value(verdict: Verdict) -> Fraction | None:
    """The value of what is allowed. Of several readings the first counts: it is the one that the page shows."""
    if verdict.verdict == "accepted" and verdict.value is not None:
        return Fraction(verdict.value)
    if verdict.verdict == "needs_ruling" and verdict.readings:
        first = verdict.readings[0]
        return Fraction(first.value) if first.verdict == "accepted" and first.value is not None else None
    return None


def _gaps(line: str, sets: Sequence[NumberSet]) -> Iterable[tuple[int, int]]:
    """The end of each set's last number, and the beginning of the next set's first one."""
    spans = [match.span() for match in _WHOLE.finditer(line)]
    if len(spans) != sum(map(len, sets)):
        return
    at = 0
    for numbers in sets[:-1]:
        at += len(numbers)
        yield spans[at - 1][1], spans[at][0]


def _places(line: str, end: int, begin: int) -> list[int]:
    return [end + match.start() for match in re.finditer(r" +", line[end:begin])]


def _splits(line: str, places: Sequence[Sequence[int]]) -> Iterable[tuple[str, ...]]:
    for chosen, _ in zip(product(*places), range(MAX_SPLITS), strict=False):
        cuts = [0, *chosen, len(line)]
        yield tuple(line[one:other].strip() for one, other in pairwise(cuts))


def _readable(text: str) -> bool:
    return bool(text) and text[0] not in _SIGNS and bool(judge(text, (), None, EDITION).trees)
