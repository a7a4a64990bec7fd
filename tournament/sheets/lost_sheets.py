"""What a lost sheet counts as (NT-P-14): an organiser or judge decides, and can take it back until the round is final.

The decision is an agreed reading of the sheet: one line with the mark *sheet lost*, or what the one person read who had
typed it. So everything that waits for sheets, counts points or publishes them follows it.
"""

import uuid

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.line_text import digest
from ..common.refusals import Refused, invalid
from ..jobs import queue as jobs
from ..models import Keying, Mark, Round, Sheet, Submission, User
from ..roster.relations import refuse_related
from ..rounds.expected_sheets import expected
from . import steps
from .steps import StepResult


def decision_on(sheet: Sheet) -> Keying | None:
    """The reading that counts by decision, as nobody could type the sheet; None if there is none."""
    in_turn = {each.state: each for each in _in_turn(sheet)} if sheet.lost_at else {}
    agreed = in_turn.pop(Keying.State.AGREED, None)
    if agreed is None or in_turn:
        return None
    return agreed if _counts_as_nothing(agreed) or agreed.is_blind else None


def _in_turn(sheet: Sheet) -> list[Keying]:
    keyings = sheet.keyings.filter(turn=sheet.turn).exclude(state=Keying.State.DROPPED)
    return list(keyings.select_related("sheet__round").order_by("slot"))


def _counts_as_nothing(keying: Keying) -> bool:
    return keying.submissions.filter(mark=Mark.SHEET_LOST).exists()


def counts_as_nothing(sheet: Sheet) -> bool:
    """Whether it does so by decision, even if it has turned up since, as in a final round."""
    return sheet.submissions.filter(mark=Mark.SHEET_LOST, keying__state=Keying.State.AGREED).exists()


@transaction.atomic
def settle(*, by: User, sheet: Sheet, why: str) -> StepResult:
    """Let a lost sheet count as nothing. If it is typed twice and one person had typed it, their reading counts."""
    sheet = _locked(by, sheet)
    if decision_on(sheet):
        return StepResult(sheet, False)
    if not sheet.lost_at:
        raise Refused("not_lost", _("%(sheet)s is not marked as lost.") % steps.code_facts(sheet))
    if not why.strip():
        raise invalid(why=_("Write the reason. It is kept."))
    _refuse_unless_awaited(sheet)
    keying = _only_reading(sheet) or _nothing(by, sheet)
    _put(keying, Keying.State.AGREED)
    after = {"keying": keying.pk, "counts_as": "nothing" if _counts_as_nothing(keying) else "one_reading"}
    audit.record_of_sheet(sheet, by, "sheet.lost_settled", after=after, why=why.strip())
    return StepResult(sheet, True)


def _locked(by: User, sheet: Sheet) -> Sheet:
    steps.locked_round(sheet.round)
    sheet = steps.locked(by, sheet, needs="desk")
    steps.refuse_without_entrant(sheet)
    refuse_related(by, sheet.round.event, [sheet.owner_id])
    steps.refuse_if_final(sheet.round)
    return sheet


def _refuse_unless_awaited(sheet: Sheet) -> None:
    steps.refuse_if_spoilt(sheet)
    if not sheet.round.takes_keying:
        sentence = _("%(round)s is not being marked, so its sheets cannot be typed now.")
        raise Refused("round_not_in_marking", sentence % {"round": sheet.round.name})
    if not expected(sheet.round).filter(pk=sheet.owner_id).exists():
        raise Refused("not_awaited", _("Nobody waits for this sheet."))


def _only_reading(sheet: Sheet) -> Keying | None:
    """The one reading that was handed in, None if there is none. Refused while the sheet is typed or has more."""
    readings = _in_turn(sheet)
    if len(readings) != 1 or readings[0].state != Keying.State.HANDED_IN:
        steps.refuse_if_typed(sheet)
        return None
    return readings[0]


def _nothing(by: User, sheet: Sheet) -> Keying:
    now = timezone.now()
    facts = {"opened_at": now, "touched_at": now, "closed_at": now, "state": Keying.State.HANDED_IN}
    slot = 3 if sheet.round.is_blind else 1  # nobody compares it
    keying = Keying.objects.create(sheet=sheet, keyer=by, turn=sheet.turn, slot=slot, **facts)
    Submission.objects.create(
        keying=keying,
        sheet=sheet,
        key=uuid.uuid4(),
        box=0,
        position=1,
        digest=digest(""),
        mark=Mark.SHEET_LOST,
        typed_by=by,
        typed_at=now,
        recorded_at=now,
        channel="lost",
    )
    return keying


def _put(keying: Keying, state: str) -> None:
    keying.state = state
    keying.save(update_fields=["state"])
    jobs.judge([keying.sheet_id])


@transaction.atomic
def reopen(*, by: User, sheet: Sheet) -> StepResult:
    """Take the decision back: the sheet is lost as before, and the round waits for it."""
    sheet = _locked(by, sheet)
    keying = decision_on(sheet)
    if keying:
        _reopen(by, sheet, keying)
    return StepResult(sheet, keying is not None)


def _reopen(by: User, sheet: Sheet, keying: Keying) -> None:
    state = Keying.State.DROPPED if _counts_as_nothing(keying) else Keying.State.HANDED_IN
    _put(keying, state)
    audit.record_of_sheet(sheet, by, "sheet.lost_reopened", before={"keying": keying.pk})


def turned_up(user: User, sheet: Sheet, reopen: bool) -> None:
    """The sheet, locked by the caller, turned up: a decision on it is taken back, which is refused without `reopen`. In
    a final round the decision stays; then the sheet is typed again, for a re-score."""
    keying = decision_on(sheet)
    if keying is None or sheet.round.status == Round.Status.FINAL:
        return
    if not reopen:
        sentence = _("%(sheet)s was lost, and somebody decided what it counts as. Is it here after all?")
        raise Refused("lost_settled", sentence % steps.code_facts(sheet), status=409)
    _reopen(user, sheet, keying)
