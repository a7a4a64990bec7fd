"""Typing a sheet: open it, save drafts as they are typed, hand it in. Only handing in makes a record."""

import uuid
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ..models import DraftLine, Entrant, Keying, Round, Sheet, Submission, User
from ..permissions import require
from ..record.replay import version_for
from ..texts import digest
from . import audit, drafts, jobs
from .drafts import Line, passed_over, says_something
from .refusals import Refused

__all__ = ["Line", "hand_in", "open_sheet", "passed_over", "put_back", "save", "says_something"]

# A sheet somebody opened and left alone for so long may be taken over by another volunteer.
CLAIM_LASTS = timedelta(minutes=10)


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
    if version_for(round, entrant) is None:
        division = entrant.player.division
        raise Refused("no_puzzle", f"{division} has no puzzle in {round.name}. Tell the organiser.")
    sheet, _ = Sheet.objects.get_or_create(round=round, entrant=entrant, number=1)
    sheet = Sheet.objects.select_for_update().get(pk=sheet.pk)
    if sheet.keyings.filter(state=Keying.State.AGREED).exists():
        raise Refused("recorded", "This sheet has been typed and handed in already.")
    being_typed = sheet.keyings.select_for_update(of=("self",)).filter(state=Keying.State.OPEN)
    if held := being_typed.select_related("keyer").first():
        if held.keyer_id == by.pk:
            return held
        _release(held, take_over)
    return _begin(by, round, sheet)


def _release(held: Keying, take_over: bool) -> None:
    """Put back what somebody else has open, if she has left it alone for long enough."""
    free = timezone.now() - held.touched_at >= CLAIM_LASTS
    if not (free and take_over):
        raise Refused("taken_may_take_over" if free else "taken", f"{held.keyer} has this sheet open.")
    _close(held, Keying.State.DROPPED)


def _begin(by: User, round_: Round, sheet: Sheet) -> Keying:
    """A new keying. What was typed in the one put back last goes along; that one keeps its own copy."""
    left_off = sheet.keyings.filter(state=Keying.State.DROPPED).order_by("closed_at").last()
    now = timezone.now()
    keying = Keying.objects.create(sheet=sheet, keyer=by, opened_at=now, touched_at=now)
    copies = list(left_off.drafts.all()) if left_off else []
    for draft in copies:
        draft.pk, draft.keying = None, keying
    DraftLine.objects.bulk_create(copies)
    after = {"sheet": sheet.pk, "drafts_taken_over": len(copies)}
    audit.record(round_.event, by, "sheet.opened", keying, after=after)
    return keying


def _close(keying: Keying, state: str) -> None:
    keying.state, keying.closed_at = state, timezone.now()
    keying.save(update_fields=["state", "closed_at"])


def _locked(by: User, keying: Keying) -> Keying:
    """The keying, locked, if it is hers."""
    keying = (
        Keying.objects.select_for_update(of=("self",))
        .select_related("keyer", "sheet__round__event", "sheet__entrant__player")
        .get(pk=keying.pk)
    )
    require(by, "key", keying.sheet.round.event)
    if keying.keyer_id != by.pk:
        raise Refused("taken", f"{keying.keyer} has this sheet.", status=403)
    return keying


def _still_open(keying: Keying) -> None:
    if keying.state == Keying.State.AGREED:
        raise Refused(
            "recorded", "This sheet has been handed in already, so its lines can no longer be changed."
        )
    if keying.state == Keying.State.DROPPED:
        raise Refused("taken_over", "This sheet was put back or taken over. Open it again by its number.")
    _keyable(keying.sheet.round)


@transaction.atomic
def save(*, by: User, keying: Keying, lines: list[Line]) -> list[DraftLine]:
    """Save drafts, all or none; sending the same lines again changes nothing. All drafts of the keying, in order:
    whoever sent a line that was `passed_over` finds there what stands in its place."""
    keying = _locked(by, keying)
    _still_open(keying)
    drafts.check(lines, keying)
    drafts.store(keying, lines)
    return list(keying.drafts.all())


@transaction.atomic
def hand_in(
    *, by: User, keying: Keying, lines: list[Line] = (), channel: str = "page", address: str | None = None
) -> list[Submission]:
    """Close the keying and record its lines for ever, then have the sheet judged. Handing in twice hands in once."""
    # no step of the round comes between our look at it and our commit: nothing is recorded in a final round
    Round.objects.select_for_update(no_key=True).get(pk=keying.sheet.round_id)
    keying = _locked(by, keying)
    if keying.state == Keying.State.AGREED and not _unrecorded(keying, lines):
        return list(keying.submissions.all())
    _still_open(keying)
    drafts.check(lines, keying)
    drafts.store(keying, lines)
    said = [draft for draft in keying.drafts.all() if says_something(draft)]
    _complete(keying, lines, said)
    submissions = Submission.objects.bulk_create(_record(keying, said, channel, address))
    _close(keying, Keying.State.AGREED)
    jobs.ensure("judge_sheet", keying.sheet_id)
    after = {"sheet": keying.sheet_id, "lines": len(submissions)}
    audit.record(keying.sheet.round.event, by, "sheet.handed_in", keying, after=after)
    return submissions


def _unrecorded(keying: Keying, lines: Iterable[Line]) -> bool:
    """Whether these lines say anything that the record of this keying does not."""
    recorded = {line.key: (line.text, line.mark) for line in keying.submissions.all()}
    return any(
        says_something(line) and recorded.get(_recorded_key(keying, line)) != (line.text, line.mark)
        for line in lines
    )


def _complete(keying: Keying, lines: Iterable[Line], said: list[DraftLine]) -> None:
    """Refuse to record what she has not seen, what the sheet has no box for, or nothing at all."""
    if changed := passed_over(lines, keying.drafts.all()):
        raise Refused(
            "changed_elsewhere",
            "Some lines were changed elsewhere in the meantime. Look at them, then hand in again.",
            fields=changed,
        )
    drafts.check(said, keying)
    if not said:
        raise Refused(
            "nothing_typed",
            "Nothing has been typed. If the paper is empty, mark its first line as blank.",
            status=400,
        )


def _recorded_key(keying: Keying, line: Line | DraftLine) -> uuid.UUID:
    return uuid.uuid5(line.key, str(keying.pk))


def _record(keying: Keying, said: list[DraftLine], channel: str, address: str | None) -> list[Submission]:
    now = timezone.now()
    places: dict[int, int] = {}
    lines = []
    for draft in said:
        places[draft.box] = places.get(draft.box, 0) + 1
        lines.append(
            Submission(
                keying=keying,
                sheet=keying.sheet,
                key=_recorded_key(keying, draft),
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
    keying = _locked(by, keying)
    _still_open(keying)
    _close(keying, Keying.State.DROPPED)
    after = {"drafts": keying.drafts.count()}
    audit.record(keying.sheet.round.event, by, "sheet.put_back", keying, after=after)
