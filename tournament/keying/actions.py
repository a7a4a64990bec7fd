"""Typing a sheet: save drafts as they are typed, hand it in. Only handing in makes a record."""

import uuid
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..common.text import digest
from ..double_keying import agreement
from ..models import DraftLine, Keying, Round, Sheet, Submission, User
from ..web.permissions import require
from . import drafts
from .claim import close, keyable, open_sheet, unrelated
from .drafts import TypedLine, passed_over, says_something

__all__ = ["TypedLine", "hand_in", "open_sheet", "passed_over", "put_back", "save", "says_something", "typed_elsewhere"]


def _locked(by: User, keying: Keying) -> Keying:
    """The keying, locked. Raises Refused if somebody else types it."""
    keying = (
        Keying.objects.select_for_update(of=("self",))
        .select_related("sheet__round__event", "sheet__entrant")
        .get(pk=keying.pk)
    )
    require(by, "key", keying.sheet.round.event)
    drafts.by_its_keyer(by, keying)
    return keying


def typed_elsewhere(keying: Keying, **more) -> Refused:
    """The refusal that says why nothing more is saved in this keying."""
    now = keying.sheet.keyings.filter(turn=keying.turn, slot=keying.slot).exclude(state=Keying.State.DROPPED)
    holder = now.select_related("keyer").first()
    if holder is None:
        return Refused("taken_over", _("This sheet was put back."), **more)
    if holder.state != Keying.State.OPEN:
        said = _("This sheet has been handed in already, so its lines can no longer be changed.")
        return Refused("recorded", said, **more)
    if holder.keyer_id != keying.keyer_id:
        said = _("%(name)s has taken over this sheet and is typing it now.") % {"name": holder.keyer}
        return Refused("taken_over", said, **more)
    said = _("You are typing this sheet on another computer or in another browser. Here you can only read it.")
    return Refused("taken_over", said, **more)


def _still_open(keying: Keying, lines: Iterable[TypedLine] = ()) -> None:
    """Refuse what comes for a keying that is closed; the refusal names the lines that are not saved."""
    if keying.state != Keying.State.OPEN:
        raise typed_elsewhere(keying, fields=_unsaved(keying, lines))
    keyable(keying.sheet.round, keying.sheet)


def _unsaved(keying: Keying, lines: Iterable[TypedLine]) -> dict[str, str]:
    """The lines that say anything which was not saved in this keying."""
    return passed_over((line for line in lines if says_something(line)), keying.drafts.all())


@transaction.atomic
def save(*, by: User, keying: Keying, lines: list[TypedLine]) -> list[DraftLine]:
    """Save drafts, all or none, and return all drafts of the keying in order. Sending the same lines again changes
    nothing, even after the keying was closed. The returned drafts show what is stored in place of a `passed_over`
    line."""
    keying = _locked(by, keying)
    if lines and keying.state != Keying.State.OPEN and not _unsaved(keying, lines):
        return list(keying.drafts.all())
    _still_open(keying, lines)
    drafts.check(lines, keying)
    return drafts.store(keying, lines)


@transaction.atomic
def hand_in(
    *, by: User, keying: Keying, lines: Sequence[TypedLine] = (), channel: str = "page", address: str | None = None
) -> list[Submission]:
    """Close the keying, record its lines for good, and check whether its reading is agreed. A second call changes
    nothing."""
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


def _complete(keying: Keying, lines: Iterable[TypedLine], stored: list[DraftLine], said: list[DraftLine]) -> None:
    """Refuse lines that changed unseen, lines without a box, and an empty sheet."""
    if changed := passed_over(lines, stored):
        raise Refused(
            "changed_elsewhere",
            _("Some lines were changed in another tab. Check them, then hand in again."),
            fields=changed,
        )
    drafts.check(said, keying)
    if not said:
        raise Refused(
            "nothing_typed",
            _("Nothing has been typed. If the sheet is empty, mark its first line as blank."),
            status=400,
        )


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
    """Give the sheet back unfinished. The next person to open it continues from these drafts; in a round that is keyed
    twice, only the same person does."""
    keying = _locked(by, keying)
    _still_open(keying)
    close(keying, Keying.State.DROPPED)
    _tell(by, "sheet.put_back", keying, {"drafts": keying.drafts.count()})
