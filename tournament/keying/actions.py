"""Typing a sheet: save drafts as they are typed, hand it in, settle where two blind readings differ, and report lines
that came too late. Only handing in makes a record."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.line_text import unwritable
from ..common.refusals import Refused, invalid
from ..double_keying import agreement
from ..double_keying.comparison import SILENT, ComparedPlace, Readings, readings_of
from ..double_keying.slots import THIRD
from ..models import AuditEntry, DraftLine, Keying, Mark, Submission, User
from ..web.permissions import require
from . import drafts
from .claim import open_sheet, refuse_related_typist
from .drafts import TypedLine, by_its_keyer, not_too_many, passed_over, says_something

__all__ = ["TypedLine", "hand_in", "open_sheet", "passed_over", "put_back", "save", "says_something"]


@transaction.atomic
def save(*, by: User, keying: Keying, lines: list[TypedLine]) -> list[DraftLine]:
    """Save drafts, all or none, and return all drafts of the keying in order. Sending the same lines again changes
    nothing, even after the keying was closed. The returned drafts show what is stored in place of a `passed_over`
    line."""
    keying = drafts.lock(by, keying)
    if lines and keying.state != Keying.State.OPEN and not drafts.unsaved(keying, lines):
        return list(keying.drafts.all())
    drafts.refuse_closed(keying, lines)
    return drafts.store(keying, lines)


@transaction.atomic
def hand_in(
    *, by: User, keying: Keying, lines: Sequence[TypedLine] = (), channel: str = "page", address: str | None = None
) -> list[Submission]:
    """Close the keying, record its lines for good, and check whether its reading is agreed. A second call changes
    nothing."""
    keying = drafts.lock(by, keying, to_record=True)
    if keying.is_recorded and not drafts.unsaved(keying, lines):
        return list(keying.submissions.all())
    drafts.refuse_closed(keying, lines)
    refuse_related_typist(by, keying.sheet.owner)
    submissions = drafts.record(keying, lines, channel, address)
    agreed = agreement.follow(keying)
    # last, because it locks the audit trail of the whole event
    after = {"sheet": keying.sheet_id, "lines": len(submissions)}
    audit.record_of_sheet(keying.sheet, by, "sheet.handed_in", keying, after=after)
    agreement.audit_agreed(by, agreed)
    return submissions


@transaction.atomic
def put_back(*, by: User, keying: Keying) -> None:
    """Give the sheet back unfinished. The next person to open it continues from these drafts; in a round that is keyed
    twice, only the same person does."""
    keying = drafts.lock(by, keying)
    drafts.refuse_closed(keying)
    agreement.set_state(keying, Keying.State.DROPPED)
    audit.record_of_sheet(keying.sheet, by, "sheet.put_back", keying, after={"drafts": keying.drafts.count()})


@transaction.atomic
def report_late_lines(*, by: User, keying: Keying, lines: Sequence[TypedLine]) -> AuditEntry:
    """Write lines that came too late for a keying into the event's history, word for word, for the organiser. They are
    not part of the record and count for nothing. A repeated call writes nothing. Raises Refused `taken` for somebody
    else's keying and `still_open` where they can simply be saved."""
    keying = Keying.objects.select_for_update(of=("self",)).get(pk=keying.pk)
    event = keying.sheet.round.event
    require(by, "key", event)
    by_its_keyer(by, keying)
    if keying.state == Keying.State.OPEN and keying.sheet.round.takes_keying:
        sentence = _("You still have this sheet open. Open its page to save these lines.")
        raise Refused("still_open", sentence)
    after = _in_words([line for line in lines if says_something(line)])
    reported = AuditEntry.objects.filter(event_id=event.pk, verb="sheet.left_over", subject_id=keying.pk)
    same = reported.filter(after=after).first()
    return same or audit.record(event, by, "sheet.left_over", keying, after=after)


def _in_words(lines: Sequence[TypedLine]) -> dict[str, str]:
    """{box and number: what was typed}, as the history shows it."""
    if not lines:
        raise Refused("nothing_typed", _("There are no lines to report."), status=400)
    not_too_many(lines)
    problems = {str(line.key): unwritable(line.text) for line in lines}
    if any(problems.values()):
        raise invalid(**{key: trouble for key, trouble in problems.items() if trouble})
    texts = {}
    for number, line in enumerate(lines, 1):
        mark = "" if line.mark == Mark.WRITTEN else f" ({line.mark.replace('_', ' ')})"
        texts[f"box {line.box + 1}, line {number}"] = f"{line.text}{mark}"
    return texts


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
        return hand_in(by=by, keying=keying, lines=lines or [_blank(keying)], address=address)
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
