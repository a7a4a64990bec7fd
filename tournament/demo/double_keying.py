"""A round that is typed twice: another volunteer reads each sheet again, and here and there reads a figure wrong."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import replace

from ..keying import actions as keyings
from ..models import Entrant, Mark, Round, User
from .day import Day

DIFFERING = 4  # sheets on which the two differ, so that a third person has something to decide
TAKEN_FOR = str.maketrans("1234567890", "7289601346")
ANOTHER_HAND = (("*", "×"), ("×", " x "), (" x ", "×"), ("/", "÷"), ("÷", "/"), (" + ", "+"))


def others_who_differ(day: Day, entrants: Sequence[Entrant], without: Collection[int]) -> set[int]:
    """The ids of the entrants whose second reading differs, one in six at most, and none of `without`."""
    ids = [entrant.pk for entrant in entrants if entrant.pk not in without]
    return set(day.chance.sample(ids, min(DIFFERING, len(entrants) // 6)))


def read_again(
    day: Day, round_: Round, entrant: Entrant, first: User, lines: Sequence[keyings.TypedLine], *, differs: bool
) -> None:
    """The sheet as somebody else types it: other signs, the same lines; or one of its figures read as another."""
    second = day.chance.choice([each for each in day.volunteers if each != first])
    typed = [replace(line, key=_key(line), text=_in_another_hand(line)) for line in lines]
    if differs:
        typed = [_misread(typed), *typed[1:]]
    keying = keyings.open_sheet(by=second, round_=round_, entrant=entrant)
    keyings.hand_in(by=second, keying=keying, lines=typed, channel="demo")


def _key(line: keyings.TypedLine) -> uuid.UUID:
    return uuid.uuid5(line.key, "second")


def _in_another_hand(line: keyings.TypedLine) -> str:
    sign, other = next((pair for pair in ANOTHER_HAND if pair[0] in line.text), ("", ""))
    return line.text.replace(sign, other) if sign and line.mark == Mark.WRITTEN else line.text


def _misread(typed: Sequence[keyings.TypedLine]) -> keyings.TypedLine:
    """The first line with its first figure taken for another; a line without one is not there for this reader."""
    line = typed[0]
    at = next((at for at, character in enumerate(line.text) if character in "0123456789"), None)
    if at is None or line.mark != Mark.WRITTEN:
        return replace(line, text="1 + 1", mark=Mark.WRITTEN)
    return replace(line, text=line.text[:at] + line.text[at].translate(TAKEN_FOR) + line.text[at + 1 :])
