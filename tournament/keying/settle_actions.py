"""A third person decides what a sheet says where two blind readings differ."""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..double_keying.comparison import SILENT, ComparedPlace, Readings, readings_of
from ..double_keying.slots import THIRD
from ..models import Keying, Mark, Submission, User
from ..web.permissions import require
from . import actions as keyings
from .actions import TypedLine

LEFT, RIGHT, OWN = "left", "right", "own"


@dataclass(frozen=True)
class PlaceChoice:
    """The third person's reading at a place where the two differ: the `left` line, the `right` line (either may be
    missing) or their `own`."""

    side: str
    text: str = ""
    mark: str = Mark.WRITTEN


@transaction.atomic
def settle(
    *,
    by: User,
    keying: Keying,
    choices: Mapping[int, PlaceChoice],
    more: Mapping[int, str] | None = None,
    address: str | None = None,
) -> list[Submission]:
    """Hand in the third reading: the lines on which both agree, the choice for each differing place by its number, and
    in `more`, by box, a line that both left out. A repeated call changes nothing.

    Raises Refused `undecided` with a sentence a place, under “choice-1” or “more-0” as the page names them.
    """
    sheet = keying.sheet
    require(by, "key", sheet.round.event)
    if keying.slot != THIRD:
        raise Refused("not_third", _("This sheet is typed line by line, not settled."))
    readings = readings_of(sheet, keying.turn)
    _decided(readings, choices)
    names = dict(_named(readings, choices, more or {}))
    lines = [
        TypedLine(_line_key(keying, name), box, at, text, mark, revision=1)
        for at, (name, (box, text, mark)) in enumerate(names.items())
    ]
    try:
        return keyings.hand_in(by=by, keying=keying, lines=lines or [_blank(keying)], address=address)
    except Refused as refused:
        places = {str(_line_key(keying, name)): name for name in names}
        fields = {places.get(key, key): sentence for key, sentence in refused.fields.items()}
        raise Refused(refused.code, refused.sentence, status=refused.status, fields=fields) from refused


def _decided(readings: Readings, choices: Mapping[int, PlaceChoice]) -> None:
    wrong = {}
    for place in readings.differing:
        choice = choices.get(place.number)
        if choice is None or choice.side not in {LEFT, RIGHT, OWN}:
            wrong[f"choice-{place.number}"] = _("Choose what the sheet says here.")
        elif choice.side == OWN and not choice.text.strip() and choice.mark == Mark.WRITTEN:
            wrong[f"choice-{place.number}"] = _("Type what you read, or mark it as illegible.")
    if wrong:
        message = _("Look at each place where the readings differ, and choose.")
        raise Refused("undecided", message, status=400, fields=wrong)


SettledLine = tuple[int, str, str]  # box, text, mark


def _named(
    readings: Readings, choices: Mapping[int, PlaceChoice], more: Mapping[int, str]
) -> Iterator[tuple[str, SettledLine]]:
    """The lines of the third reading in the order of the sheet, each with a name that is the same every time."""
    for box in range(len(readings.boxes)):
        for at, place in enumerate(place for place in readings.places if place.box == box):
            name = f"choice-{place.number}" if place.number else f"alike-{box}-{at}"
            if chosen := _chosen_line(place, choices):
                yield name, (box, *chosen)
        if more.get(box, "").strip():
            yield f"more-{box}", (box, more[box], Mark.WRITTEN)
        silent = (line for line in readings.left_lines if line.box == box and line.mark in SILENT)
        for line in silent:
            yield f"silent-{line.pk}", (box, line.text, line.mark)


def _chosen_line(place: ComparedPlace, choices: Mapping[int, PlaceChoice]) -> tuple[str, str] | None:
    if place.is_same and place.left:
        return place.left.text, place.left.mark
    choice = choices[place.number]
    if choice.side == OWN:
        return choice.text, choice.mark
    line = place.left if choice.side == LEFT else place.right
    return (line.text, line.mark) if line else None


def _line_key(keying: Keying, name: str) -> uuid.UUID:
    return uuid.uuid5(uuid.UUID(int=keying.pk), name)


def _blank(keying: Keying) -> TypedLine:
    return TypedLine(_line_key(keying, "blank"), 0, 0, "", Mark.BLANK, revision=1)
