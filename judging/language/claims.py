"""The answer written beside a method: where it stands, and whether it is right."""

from __future__ import annotations

import re
from fractions import Fraction

from judging.language.exact import Value, shown
from judging.language.legality import Reason, reason
from judging.language.tokens import SPACES
from judging.messages import message

_BARE = re.compile(rf"[{SPACES}]*[-−–]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)[{SPACES}]*")
Place = tuple[int, int]


def method_part(text: str) -> tuple[Place, list[Place]]:
    """Where the method stands among parts divided by =, and the places of bare numbers at either end."""
    if "=" not in text:
        return (0, len(text)), []
    places, at = [], 0
    for part in text.split("="):
        if part.strip(SPACES):
            places.append((at, at + len(part)))
        at += len(part) + 1
    if not places:
        return (0, 0), []
    bare = [bool(_BARE.fullmatch(text, *place)) for place in places]
    method = next((i for i, is_bare in enumerate(bare) if not is_bare), 0)
    ends = sorted({0, len(places) - 1} - {method})
    return places[method], [_trimmed(text, *places[i]) for i in ends if bare[i]]


def _trimmed(text: str, start: int, end: int) -> Place:
    part = text[start:end]
    left = start + len(part) - len(part.lstrip(SPACES))
    return left, left + len(part.strip(SPACES))


def wrong(text: str, claims: list[Place], value: Value) -> list[Reason]:
    """A note for each answer that is not the method's value."""
    if value is None:
        return []
    return [
        reason(
            "claim_differs",
            message("claim_differs", claim=text[start:end][:40], value=shown(value)),
            start,
            end,
        )
        for start, end in claims
        if Fraction(text[start:end].replace("−", "-").replace("–", "-")) != value
    ]
