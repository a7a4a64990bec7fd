"""A text cut into pieces, so that a page can mark the places that reasons speak of."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A part of the text, the numbers of the reasons that speak of it, and of those whose place ends with it.
    An empty text is a place between two characters."""

    text: str
    reasons: tuple[int, ...]
    ends: tuple[int, ...]


def pieces(text: str, places: Sequence[tuple[int | None, int | None]]) -> list[Piece]:
    """The text cut where a place begins or ends. Places are numbered from 1; one without a start is not shown."""
    spans = [
        (number, start, start if end is None else end)
        for number, (start, end) in enumerate(places, 1)
        if start is not None
    ]
    cuts = sorted({0, len(text), *(at for _, start, end in spans for at in (start, end))})
    cut = []
    for at, following in zip(cuts, [*cuts[1:], None], strict=True):
        if between := tuple(number for number, start, end in spans if start == end == at):
            cut.append(Piece("", between, between))
        if following is not None:
            over = [(number, end) for number, start, end in spans if start <= at and following <= end]
            ends = tuple(number for number, end in over if end == following)
            cut.append(Piece(text[at:following], tuple(number for number, _ in over), ends))
    return cut
