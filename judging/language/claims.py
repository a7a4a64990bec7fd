"""The texts around a method: a label in front of it, the answer beside it, a full stop behind it."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from judging.language.evaluation.legality import VerdictReason, reason
from judging.language.numbers.exact import shown
from judging.language.numbers.rationals import Value
from judging.language.parsing.signs import MINUS, SPACES
from judging.messages import message

TextSpan = tuple[int, int]
_SPACE = f"[{SPACES}]*"
_BARE = re.compile(rf"{_SPACE}[{re.escape(MINUS)}]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+){_SPACE}")
_PLAIN_MINUS = str.maketrans(dict.fromkeys(MINUS, "-"))
_STOPS = ".,;。、"
_MAY_END_STOP = _STOPS + SPACES
# 1) and a) close nothing that was opened; 1. is no decimal where a space and then a value follow
_VALUE = r"[0-9(\[{|√∛∜²³△Δ∆]|(?i:[tr][0-9(]|sqrt|root|cbrt|gcd|lcm|log|abs|[cp]\()"
_LABEL = re.compile(
    rf"{_SPACE}(?:(?P<number>[0-9]{{1,4}})(?:{_SPACE}\)|\.(?=[{SPACES}]+(?:{_VALUE})))"
    rf"|(?i:[a-z])(?:\)|\.(?=[{SPACES}]))"
    rf"|\((?i:[a-z])\)(?=[{SPACES}]+(?:{_VALUE}))"
    rf"|[•∙·](?=[{SPACES}])"
    rf"|(?i:ans|answer|method|solution|way|working|question|q(?=[0-9])|target|no\.?|#){_SPACE}[0-9]{{0,3}}"
    rf"{_SPACE}[:=).{re.escape(MINUS)}])"
)
_MAY_BEGIN_LABEL = re.compile(rf"{_SPACE}(?:[0-9]+{_SPACE}[).:∶]|[A-Za-z#•∙·]|\([A-Za-z]\))")
_NUMBER_AND_COLON = re.compile(rf"{_SPACE}(?P<number>[0-9]+){_SPACE}[:∶](?=[^{SPACES}]|[{SPACES}]+[^{SPACES}])")

_new = tuple.__new__  # half the time of calling the class


class LineLayout(NamedTuple):
    """The place of the method, the places of the answers beside it, and those of further steps behind it (`rest`)."""

    method: TextSpan
    claims: list[TextSpan]
    rest: list[TextSpan]


def layout(text: str, target: object = None, numbers: Sequence[int] = ()) -> LineLayout:
    """The parts of a text: the method, and the answers around it. A number and a colon in front are an answer where it
    is the target, which is not one of the given numbers; elsewhere the colon divides."""
    start, claims = _behind_label(text, target, numbers) if _MAY_BEGIN_LABEL.match(text) else (0, [])
    end = _before_stop(text, start) if text[-1:] in _MAY_END_STOP else len(text)
    if "=" not in text:
        return _new(LineLayout, ((start, end), claims, []))
    places = [place for place in _parts(text, start, end) if text[slice(*place)].strip(SPACES)]
    if not places:
        return LineLayout((start, start), claims, [])
    bare = [is_bare(text, place) for place in places]
    method = next((i for i, is_bare in enumerate(bare) if not is_bare), 0)
    ends = sorted({0, len(places) - 1} - {method})
    claims += [_trimmed(text, *places[i]) for i in ends if bare[i]]
    rest = places[method + 1 :]
    return LineLayout(places[method], claims, rest if not all(bare[method + 1 :]) else [])


def is_bare(text: str, place: TextSpan) -> bool:
    """Whether a bare number stands there."""
    return bool(_BARE.fullmatch(text, *place))


def reads_target(text: str) -> bool:
    """Whether the target may decide how the text is read: a verdict on it does not hold for another target."""
    return bool(_NUMBER_AND_COLON.match(text) or _LABEL.match(text))


def _behind_label(text: str, target: object, numbers: Sequence[int]) -> tuple[int, list[TextSpan]]:
    """The place where the text begins behind a label, and the label's number where it is the target."""
    label = _NUMBER_AND_COLON.match(text)
    if label and not (int(label["number"]) == target and target not in numbers):
        label = None
    label = label or _LABEL.match(text)
    if label is None:
        return 0, []
    number = label["number"]
    return label.end(), [label.span("number")] if number and int(number) == target else []


def _before_stop(text: str, start: int) -> int:
    """The end of the text without the stop that a sentence ends with, and the spaces around it; three dots stay."""
    plain = text.rstrip(SPACES)
    if not plain or plain[-1] not in _STOPS:
        return len(text)
    before = plain[:-1].rstrip(SPACES)
    return len(text) if len(before) <= start or before[-1] in _STOPS else len(before)


def _parts(text: str, start: int, end: int) -> list[TextSpan]:
    """The places of the texts between the signs =."""
    places, at = [], start
    for part in text[start:end].split("="):
        places.append((at, at + len(part)))
        at += len(part) + 1
    return places


def _trimmed(text: str, start: int, end: int) -> TextSpan:
    part = text[start:end]
    left = start + len(part) - len(part.lstrip(SPACES))
    return left, left + len(part.strip(SPACES))


def wrong(text: str, claims: list[TextSpan], value: Value) -> list[VerdictReason]:
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
        if Fraction(text[start:end].translate(_PLAIN_MINUS)) != value
    ]
