"""Typing a sheet: open it, save drafts as they are typed, hand it in. Only handing in makes a record."""

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ..models import DivisionPuzzle, DraftLine, Entrant, Keying, Mark, Round, Sheet, Submission, User
from ..permissions import require
from ..texts import digest, unwritable
from . import audit, jobs
from .refusals import Refused, invalid

# A sheet somebody opened and left alone for so long may be taken over by another volunteer.
CLAIM_LASTS = timedelta(minutes=10)
MOST_LINES = 400


@dataclass(frozen=True)
class Line:
    """A line as the page sends it. `key` is made once in the browser; `revision` grows with each edit there."""

    key: uuid.UUID
    box: int
    position: int
    text: str
    mark: str = Mark.WRITTEN
    revision: int = 0


def _keyable(round_: Round) -> None:
    if round_.takes_keying:
        return
    why = {
        Round.Status.FINAL: "is final, so nothing more can be typed in. Give the paper to a judge.",
        Round.Status.CLOSED: "is closed but marking has not begun. The organiser starts it.",
    }.get(round_.status, "is not over yet. Sheets are typed once marking has begun.")
    raise Refused("round_not_in_marking", f"{round_.name} {why}")


@transaction.atomic
def open_sheet(*, by: User, round: Round, entrant: Entrant, take_over: bool = False) -> Keying:
    """Begin, or go on with, typing the entrant's sheet. Raises Refused `recorded` when it is done already and
    `taken` while somebody else has it; `take_over` works once she has left it alone for `CLAIM_LASTS`."""
    require(by, "key", round.event)
    _keyable(round)
    if not DivisionPuzzle.objects.filter(round=round, division=entrant.player.division).exists():
        raise Refused(
            "no_puzzle", f"{entrant.player.division} has no puzzle in {round.name}. Tell the organiser."
        )
    sheet, _ = Sheet.objects.get_or_create(round=round, entrant=entrant, number=1)
    sheet = Sheet.objects.select_for_update().get(pk=sheet.pk)
    if sheet.keyings.filter(state=Keying.State.AGREED).exists():
        raise Refused("recorded", "This sheet has been typed and handed in already.")
    if held := sheet.keyings.filter(state=Keying.State.OPEN).select_related("keyer").first():
        if held.keyer_id == by.pk:
            return held
        free = timezone.now() - held.touched_at >= CLAIM_LASTS
        if not (free and take_over):
            raise Refused("taken_may_take_over" if free else "taken", f"{held.keyer} has this sheet open.")
        _close(held, Keying.State.DROPPED)
    left_off = sheet.keyings.filter(state=Keying.State.DROPPED).order_by("closed_at").last()
    now = timezone.now()
    keying = Keying.objects.create(sheet=sheet, keyer=by, opened_at=now, touched_at=now)
    drafts = list(left_off.drafts.all()) if left_off else []
    for draft in drafts:  # what was typed goes along; the keying put back keeps its own copy
        draft.pk, draft.keying = None, keying
    DraftLine.objects.bulk_create(drafts)
    audit.record(
        round.event, by, "sheet.opened", keying, after={"sheet": sheet.pk, "drafts_taken_over": len(drafts)}
    )
    return keying


def _close(keying: Keying, state: str) -> None:
    keying.state, keying.closed_at = state, timezone.now()
    keying.save(update_fields=["state", "closed_at"])


def _held(by: User, keying: Keying) -> Keying:
    """The keying locked, and still open in the hands of `by`; Refused with the reason otherwise."""
    keying = (
        Keying.objects.select_for_update(of=("self",))
        .select_related("sheet__round__event", "sheet__entrant__player")
        .get(pk=keying.pk)
    )
    require(by, "key", keying.sheet.round.event)
    if keying.keyer_id != by.pk:
        raise Refused("taken", f"{keying.keyer} has this sheet open.", status=403)
    if keying.state == Keying.State.AGREED:
        raise Refused(
            "recorded", "This sheet has been handed in already, so its lines can no longer be changed."
        )
    if keying.state == Keying.State.DROPPED:
        raise Refused("taken_over", "This sheet was put back or taken over. Open it again by its number.")
    _keyable(keying.sheet.round)
    return keying


def _check(lines: list[Line], boxes: int) -> None:
    if len(lines) > MOST_LINES:
        raise Refused("too_many_lines", f"A sheet has at most {MOST_LINES} lines.", status=400)
    problems = {}
    for line in lines:
        if not 0 <= line.box < boxes:
            problems[str(line.key)] = f"This sheet has {boxes} boxes; the line names box {line.box + 1}."
        elif line.mark not in Mark.values:
            problems[str(line.key)] = "A line is written, illegible, struck out or blank."
        elif trouble := unwritable(line.text):
            problems[str(line.key)] = trouble
    if problems:
        raise invalid(**problems)


def _box_count(keying: Keying) -> int:
    sheet = keying.sheet
    held = DivisionPuzzle.objects.select_related("puzzle__active").get(
        round=sheet.round, division_id=sheet.entrant.player.division_id
    )
    return len(held.puzzle.active.boxes)


def _store(keying: Keying, lines: list[Line]) -> None:
    """Write the drafts. A line that is older than what is stored under its key is passed over."""
    now = timezone.now()
    stored = {draft.key: draft for draft in keying.drafts.all()}
    latest = {line.key: line for line in sorted(lines, key=lambda line: line.revision)}
    if len(stored.keys() | latest.keys()) > MOST_LINES:
        raise Refused("too_many_lines", f"A sheet has at most {MOST_LINES} lines.", status=400)
    for line in latest.values():
        draft = stored.get(line.key)
        if draft is None:
            draft = DraftLine(keying=keying, key=line.key)
        elif line.revision <= draft.revision:
            continue
        draft.box, draft.position, draft.text, draft.mark = line.box, line.position, line.text, line.mark
        draft.revision, draft.saved_at = line.revision, now
        draft.save()
    Keying.objects.filter(pk=keying.pk).update(touched_at=now)


@transaction.atomic
def save(*, by: User, keying: Keying, lines: list[Line]) -> list[DraftLine]:
    """Save drafts, all or none; sending the same lines again changes nothing. All drafts of the keying, in order."""
    keying = _held(by, keying)
    _check(lines, _box_count(keying))
    _store(keying, lines)
    return list(keying.drafts.all())


@transaction.atomic
def hand_in(
    *, by: User, keying: Keying, lines: list[Line] = (), channel: str = "page", address: str | None = None
) -> list[Submission]:
    """Close the keying and record its lines for ever, then have the sheet judged. Handing in twice hands in once."""
    current = (
        Keying.objects.select_for_update(of=("self",)).select_related("sheet__round__event").get(pk=keying.pk)
    )
    if current.state == Keying.State.AGREED and current.keyer_id == by.pk:
        require(by, "key", current.sheet.round.event)
        return list(current.submissions.all())
    keying = _held(by, keying)
    _check(lines, _box_count(keying))
    _store(keying, lines)
    drafts = [draft for draft in keying.drafts.all() if draft.text.strip() or draft.mark != Mark.WRITTEN]
    if not drafts:
        raise Refused(
            "nothing_typed",
            "Nothing has been typed. If the paper is empty, mark its first line as blank.",
            status=400,
        )
    submissions = Submission.objects.bulk_create(_record(keying, drafts, channel, address))
    _close(keying, Keying.State.AGREED)
    jobs.ensure("judge_sheet", keying.sheet_id)
    audit.record(
        keying.sheet.round.event,
        by,
        "sheet.handed_in",
        keying,
        after={"sheet": keying.sheet_id, "lines": len(submissions)},
    )
    return submissions


def _record(keying: Keying, drafts: list[DraftLine], channel: str, address: str | None) -> list[Submission]:
    now = timezone.now()
    places: dict[int, int] = {}
    lines = []
    for draft in drafts:
        places[draft.box] = places.get(draft.box, 0) + 1
        lines.append(
            Submission(
                keying=keying,
                sheet=keying.sheet,
                key=uuid.uuid5(draft.key, str(keying.pk)),
                box=draft.box,
                position=places[draft.box],
                text=draft.text,
                digest=digest(draft.text),
                mark=draft.mark,
                typed_by_id=keying.keyer_id,
                typed_at=draft.saved_at,
                recorded_at=now,
                channel=channel,
                address=address,
            )
        )
    return lines


@transaction.atomic
def put_back(*, by: User, keying: Keying) -> None:
    """Give the sheet back unfinished. Whoever opens it next goes on from these drafts."""
    keying = _held(by, keying)
    _close(keying, Keying.State.DROPPED)
    audit.record(
        keying.sheet.round.event, by, "sheet.put_back", keying, after={"drafts": keying.drafts.count()}
    )
