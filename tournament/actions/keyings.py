"""Typing a sheet: save drafts as they are typed, hand it in. Only handing in makes a record."""

import uuid
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import DraftLine, Keying, Round, Sheet, Submission, User
from ..permissions import require
from ..texts import digest
from . import agreement, audit, drafts
from .drafts import Line, passed_over, says_something
from .opening import close, keyable, open_sheet, unrelated
from .refusals import Refused

__all__ = ["Line", "hand_in", "open_sheet", "passed_over", "put_back", "save", "says_something"]


def _locked(by: User, keying: Keying) -> Keying:
    """The keying, locked, if it is hers."""
    keying = (
        Keying.objects.select_for_update(of=("self",))
        .select_related("sheet__round__event", "sheet__entrant")
        .get(pk=keying.pk)
    )
    require(by, "key", keying.sheet.round.event)
    if keying.keyer_id != by.pk:
        raise Refused("taken", _("%(name)s has this sheet.") % {"name": keying.keyer}, status=403)
    return keying


def _still_open(keying: Keying) -> None:
    if keying.state == Keying.State.DROPPED:
        raise Refused("taken_over", _("This sheet was put back or taken over. Open it again by its number."))
    if keying.state != Keying.State.OPEN:
        said = _("This sheet has been handed in already, so its lines can no longer be changed.")
        raise Refused("recorded", said)
    keyable(keying.sheet.round, keying.sheet)


@transaction.atomic
def save(*, by: User, keying: Keying, lines: list[Line]) -> list[DraftLine]:
    """Save drafts, all or none; sending the same lines again changes nothing. All drafts of the keying, in order:
    whoever sent a line that was `passed_over` finds there what stands in its place."""
    keying = _locked(by, keying)
    _still_open(keying)
    drafts.check(lines, keying)
    return drafts.store(keying, lines)


@transaction.atomic
def hand_in(
    *, by: User, keying: Keying, lines: Sequence[Line] = (), channel: str = "page", address: str | None = None
) -> list[Submission]:
    """Close the keying, record its lines for ever and see whether its reading is agreed. Handing in twice hands in
    once; of two people handing in the same sheet the second finds the first one's reading."""
    # no step of the round comes between our look at it and our commit: nothing is recorded in a final round
    Round.objects.select_for_update(no_key=True).get(pk=keying.sheet.round_id)
    Sheet.objects.select_for_update(no_key=True).get(pk=keying.sheet_id)
    keying = _locked(by, keying)
    if keying.is_recorded and not _unrecorded(keying, lines):
        return list(keying.submissions.all())
    _still_open(keying)
    unrelated(by, keying.sheet.entrant)
    drafts.check(lines, keying)
    stored = drafts.store(keying, lines)
    said = [draft for draft in stored if says_something(draft)]
    _complete(keying, lines, stored, said)
    submissions = Submission.objects.bulk_create(_record(keying, said, channel, address))
    close(keying, Keying.State.HANDED_IN)
    _tell(by, "sheet.handed_in", keying, {"sheet": keying.sheet_id, "lines": len(submissions)})
    agreement.follow(by, keying)
    return submissions


def _tell(by: User, verb: str, keying: Keying, after: dict) -> None:
    sheet = keying.sheet
    audit.record(sheet.round.event, by, verb, keying, after=after, about=[sheet, sheet.round])


def _unrecorded(keying: Keying, lines: Iterable[Line]) -> bool:
    """Whether these lines say anything that the record of this keying does not."""
    recorded = {line.key: (line.text, line.mark) for line in keying.submissions.all()}
    return any(
        says_something(line) and recorded.get(_recorded_key(keying, line)) != (line.text, line.mark)
        for line in lines
    )


def _complete(keying: Keying, lines: Iterable[Line], stored: list[DraftLine], said: list[DraftLine]) -> None:
    """Refuse to record what she has not seen, what the sheet has no box for, or nothing at all."""
    if changed := passed_over(lines, stored):
        raise Refused(
            "changed_elsewhere",
            _("Some lines were changed elsewhere in the meantime. Look at them, then hand in again."),
            fields=changed,
        )
    drafts.check(said, keying)
    if not said:
        raise Refused(
            "nothing_typed",
            _("Nothing has been typed. If the paper is empty, mark its first line as blank."),
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
    """Give the sheet back unfinished. Whoever opens it next goes on from these drafts; in a round that is keyed twice
    she alone does."""
    keying = _locked(by, keying)
    _still_open(keying)
    close(keying, Keying.State.DROPPED)
    _tell(by, "sheet.put_back", keying, {"drafts": keying.drafts.count()})
