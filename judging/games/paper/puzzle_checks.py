"""Checks of a puzzle against its settings; each problem names its box (NT-P-2)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from judging.games.paper import Box, BoxProblem
from judging.games.settings import Settings
from judging.messages import message


def numbers_fit(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """Each box has its count of numbers, all within the range."""
    wanted, low, high = (settings.whole(n) for n in ("numbers_count", "number_from", "number_to"))
    for i, box in enumerate(boxes):
        if len(box.numbers) != wanted:
            why = message("number_count", label=box.label, wanted=wanted, found=len(box.numbers))
            yield BoxProblem(i, "number_count", why)
        for number in dict.fromkeys(box.numbers):
            if not low <= number <= high:
                why = message("number_range", label=box.label, number=number, low=low, high=high)
                yield BoxProblem(i, "number_range", why)


def targets_fit(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """Each target is one that these settings allow."""
    for i, box in enumerate(boxes):
        low, high = settings.whole("target_from"), settings.whole("target_to")
        if code := _target_problem(settings, box.target, low, high):
            ends = {"low": low, "high": high} if code == "target_range" else {}
            why = message(code, label=box.label, target=str(box.target), **ends)
            yield BoxProblem(i, "target_range", why)


def _target_problem(settings: Settings, target: Fraction, low: int, high: int) -> str | None:
    """The code of the problem of a target that cannot be used, or None. Negatives mirror the range; a fraction may be
    below its low end."""
    if target.denominator != 1 and not _allows(settings, "target_fractions"):
        return "target_part"
    if target < 0 and not _allows(settings, "target_negatives"):
        return "target_negative"
    least = Fraction(low) if target.denominator == 1 else Fraction(0)
    if not least <= abs(target) <= high:
        return "target_range"
    if _product_wanted(settings) and not _is_product(settings, target):
        return "target_product"
    return None


def one_set(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """All boxes share the first one's numbers."""
    for i, box in enumerate(boxes):
        if sorted(box.numbers) != sorted(boxes[0].numbers):
            yield BoxProblem(i, "other_set", message("other_set", label=box.label, like=boxes[0].label))


def one_target(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """All boxes share the first one's target."""
    for i, box in enumerate(boxes):
        if box.target != boxes[0].target:
            yield BoxProblem(i, "other_target", message("other_target", label=box.label, like=boxes[0].label))


def target_is_set(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """Every target is the one in the settings."""
    wanted = settings.whole("target")
    for i, box in enumerate(boxes):
        if box.target != wanted:
            why = message("target_other", label=box.label, wanted=wanted, target=str(box.target))
            yield BoxProblem(i, "target", why)


def questions_differ(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """No question is asked twice, whatever the order of its numbers: one method would score in both."""
    first: dict[tuple[tuple[int, ...], Fraction], Box] = {}
    for i, box in enumerate(boxes):
        earlier = first.setdefault((tuple(sorted(box.numbers)), box.target), box)
        if earlier is not box:
            yield BoxProblem(i, "repeat", message("repeat", label=box.label, like=earlier.label))


def _allows(settings: Settings, name: str) -> bool:
    return name in settings and settings.flag(name)


def _product_wanted(settings: Settings) -> bool:
    return "target_kind" in settings and settings.choice("target_kind") == "product"


def _is_product(settings: Settings, target: Fraction) -> bool:
    low, high = settings.whole("number_from"), settings.whole("number_to")
    return any(a * b == target for a in range(low, high + 1) for b in range(a, high + 1))
