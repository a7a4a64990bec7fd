"""Positions of the bars and labels of a histogram, in whole SVG units. Templates draw them."""

from collections.abc import Sequence
from dataclasses import dataclass

from .queries import Bin

WIDTH, HEIGHT = 240, 130
TOP, FLOOR = 20, 108  # the bars are between them
LABEL = 11  # width of one digit


@dataclass(frozen=True)
class Bar:
    """A bar with its count above it and, if there is room, its lowest value below."""

    x: int
    y: int
    width: int
    height: int
    middle: int
    above: int
    count: int
    label: str


def bars(bins: Sequence[Bin]) -> list[Bar]:
    """The bars of a histogram from left to right; the highest one reaches the top."""
    if not bins:
        return []
    step, most = WIDTH // max(len(bins), 3), max(each.count for each in bins)
    every = 1 + (max(len(str(each.low)) for each in bins) * LABEL) // step
    start = (WIDTH - step * len(bins)) // 2
    return [_bar(each, start + at * step, step, most, at % every == 0) for at, each in enumerate(bins)]


def _bar(each: Bin, x: int, step: int, most: int, is_labelled: bool) -> Bar:
    height = (FLOOR - TOP) * each.count // most
    top = FLOOR - height
    return Bar(
        x=x + 2,
        y=top,
        width=step - 4,
        height=height,
        middle=x + step // 2,
        above=top - 5,
        count=each.count,
        label=str(each.low) if is_labelled else "",
    )
