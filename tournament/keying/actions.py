"""Typing a sheet: save drafts as they are typed, hand it in. Only handing in makes a record."""

from collections.abc import Sequence

from django.db import transaction

from ..audit import trail as audit
from ..double_keying import agreement
from ..models import DraftLine, Keying, Submission, User
from . import drafts
from .claim import open_sheet, refuse_related_typist
from .drafts import TypedLine, passed_over, says_something

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
