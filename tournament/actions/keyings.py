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

__all__ = [
    "Line",
    "hand_in",
    "open_sheet",
    "passed_over",
    "put_back",
    "save",
    "says_something",
    "typed_elsewhere",
]


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


def typed_elsewhere(keying: Keying, **more) -> Refused:
    """Why nothing more is saved in this keying, by what became of its sheet since."""
    now = keying.sheet.keyings.filter(turn=keying.turn, slot=keying.slot).exclude(state=Keying.State.DROPPED)
    holder = now.select_related("keyer").first()
    if holder is None:
        return Refused("taken_over", _("This sheet was put back."), **more)
    if holder.state != Keying.State.OPEN:
        said = _("This sheet has been handed in already, so its lines can no longer be changed.")
        return Refused("recorded", said, **more)
    if holder.keyer_id != keying.keyer_id:
        said = _("%(name)s has taken this sheet over and types it now.") % {"name": holder.keyer}
        return Refused("taken_over", said, **more)
    said = _("You type this sheet on another computer or in another browser now. Here you can only read it.")
    return Refused("taken_over", said, **more)


def _still_open(keying: Keying, lines: Iterable[Line] = ()) -> None:
    """Refuse what comes for a keying that is closed; the refusal names the lines that are not saved."""
    if keying.state != Keying.State.OPEN:
        raise typed_elsewhere(keying, fields=_unsaved(keying, lines))
    keyable(keying.sheet.round, keying.sheet)


def _unsaved(keying: Keying, lines: Iterable[Line]) -> dict[str, str]:
    """The lines that say anything which was not saved in this keying."""
    return passed_over((line for line in lines if says_something(line)), keying.drafts.all())


@transaction.atomic
def save(*, by: User, keying: Keying, lines: list[Line]) -> list[DraftLine]:
    """Save drafts, all or none; sending the same lines again changes nothing, also when the keying has been closed since.
    All drafts of the keying, in order: whoever sent a line that was `passed_over` finds there what stands in its place."""
    keying = _locked(by, keying)
    if lines and keying.state != Keying.State.OPEN and not _unsaved(keying, lines):
        return list(keying.drafts.all())
    _still_open(keying, lines)
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
    if keying.is_recorded and not _unsaved(keying, lines):
        return list(keying.submissions.all())
    _still_open(keying, lines)
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


def _complete(keying: Keying, lines: Iterable[Line], stored: list[DraftLine], said: list[DraftLine]) -> None:
    """Refuse to record what she has not seen, what the sheet has no box for, or nothing at all."""
    if changed := passed_over(lines, stored):
        raise Refused(
            "changed_elsewhere",
            _("Some lines were changed in another tab in the meantime. Look at them, then hand in again."),
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
