"""What a puzzle must be under its settings, told as problems with the box they stand in (NT-P-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from judging.games.paper import Box, BoxProblem, Checker, Shaper
from judging.games.settings import Settings


def count_is(shape: Shaper) -> Checker:
    """The sheet has as many boxes as the settings say."""

    def check(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
        wanted = shape(settings).boxes
        if len(boxes) != wanted:
            yield BoxProblem(None, "box_count", f"The sheet needs {_boxes(wanted)} and has {len(boxes)}.")

    return check


def numbers_fit(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """Each box has its count of numbers, all within the range."""
    wanted, low, high = (settings.whole(n) for n in ("numbers_count", "number_from", "number_to"))
    for i, box in enumerate(boxes):
        if len(box.numbers) != wanted:
            yield BoxProblem(
                i, "number_count", f"{box.label} needs {wanted} numbers and has {len(box.numbers)}."
            )
        for number in dict.fromkeys(box.numbers):
            if not low <= number <= high:
                yield BoxProblem(i, "number_range", f"{box.label}: {number} is not from {low} to {high}.")


def targets_fit(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """Each target is one that these settings allow."""
    for i, box in enumerate(boxes):
        if sentence := target_problem(settings, box.target):
            yield BoxProblem(i, "target_range", f"{box.label}: {sentence}")


def target_problem(settings: Settings, target: Fraction) -> str | None:
    """Why a target cannot be used, or None. Negatives mirror the range; a fraction may be below its low end."""
    low, high = settings.whole("target_from"), settings.whole("target_to")
    if target.denominator != 1 and not _allows(settings, "target_fractions"):
        return f"the target {target} is not a whole number."
    if target < 0 and not _allows(settings, "target_negatives"):
        return f"the target {target} is negative."
    least = Fraction(low) if target.denominator == 1 else Fraction(0)
    if not least <= abs(target) <= high:
        return f"the target {target} is not from {low} to {high}."
    if _product_wanted(settings) and not _is_product(settings, target):
        return f"the target {target} is not the product of two of the numbers in range."
    return None


def one_set(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """All boxes share the first one's numbers."""
    for i, box in enumerate(boxes):
        if sorted(box.numbers) != sorted(boxes[0].numbers):
            yield BoxProblem(i, "other_set", f"{box.label} must have the same numbers as {boxes[0].label}.")


def one_target(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """All boxes share the first one's target."""
    for i, box in enumerate(boxes):
        if box.target != boxes[0].target:
            yield BoxProblem(i, "other_target", f"{box.label} must have the same target as {boxes[0].label}.")


def target_is_set(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """Every target is the one in the settings."""
    wanted = settings.whole("target")
    for i, box in enumerate(boxes):
        if box.target != wanted:
            yield BoxProblem(i, "target", f"{box.label}: the target is {wanted}, not {box.target}.")


def no_repeats(settings: Settings, boxes: Sequence[Box]) -> Iterator[BoxProblem]:
    """No question is asked twice, whatever the order of its numbers: one method would score in both."""
    first: dict[tuple[tuple[int, ...], Fraction], Box] = {}
    for i, box in enumerate(boxes):
        earlier = first.setdefault((tuple(sorted(box.numbers)), box.target), box)
        if earlier is not box:
            yield BoxProblem(i, "repeat", f"{box.label} asks the same as {earlier.label}.")


def _boxes(count: int) -> str:
    return "1 box" if count == 1 else f"{count} boxes"


def _allows(settings: Settings, name: str) -> bool:
    return name in settings and settings.flag(name)


def _product_wanted(settings: Settings) -> bool:
    return "target_kind" in settings and settings.choice("target_kind") == "product"


def _is_product(settings: Settings, target: Fraction) -> bool:
    low, high = settings.whole("number_from"), settings.whole("number_to")
    return any(a * b == target for a in range(low, high + 1) for b in range(a, high + 1))
