"""When a sheet's reading is agreed: at once where one person types it, when two blind readings say the same, or when a
third person has settled where they differ. Only the lines of an agreed keying count."""

from collections.abc import Sequence

from django.utils import timezone

from ..audit import trail as audit
from ..jobs import queue as jobs
from ..models import Keying, Round, Sheet, User
from ..scoring.questions import version_of
from .comparison import Comparison


def follow(keying: Keying) -> Keying | None:
    """Close a keying whose lines were just recorded, and put its reading in force if it is agreed. Returns the agreed
    keying; None while there is none. The caller has locked the sheet's row."""
    sheet, state = keying.sheet, Keying.State
    others = list(sheet.keyings.filter(state__in=[state.AGREED, state.HANDED_IN]).exclude(pk=keying.pk))
    agreed = _agreed_with(keying, others) if keying.is_blind else keying
    if agreed is not keying:
        set_state(keying, state.HANDED_IN)
    if agreed:
        set_state(agreed, _agreed_state(sheet, others))
        if agreed.state == state.AGREED:
            jobs.judge([sheet.pk])
    return agreed


def audit_agreed(by: User, agreed: Keying | None) -> None:
    """Write into the audit trail that a reading is agreed, unless it goes without saying: one person types the sheet,
    and its lines count at once."""
    if agreed is None:
        return
    sheet, in_force = agreed.sheet, agreed.state == Keying.State.AGREED
    if sheet.round.is_blind or not in_force:
        after = {"sheet": sheet.pk, "turn": agreed.turn, "settled_by_a_third": agreed.slot == 3}
        audit.record_of_sheet(sheet, by, "sheet.agreed" if in_force else "sheet.proposed", agreed, after=after)


def _agreed_with(keying: Keying, others: Sequence[Keying]) -> Keying | None:
    """The first of the two blind readings if they say the same; None if one is missing or they differ."""
    sheet = keying.sheet
    handed_in = (each for each in others if each.state == Keying.State.HANDED_IN and each.turn == sheet.turn)
    other = next(handed_in, None)
    if other is None:
        return None
    boxes = version_of(sheet).read_boxes()
    first, second = sorted((keying, other), key=lambda each: each.slot)
    same = Comparison(sheet.round, boxes).same(first.submissions.all(), second.submissions.all())
    return first if same else None


def _agreed_state(sheet: Sheet, others: Sequence[Keying]) -> str:
    """The state of an agreed reading: unconfirmed if it would replace another one or change a final round, else in
    force."""
    replaces = any(each.state == Keying.State.AGREED for each in others)
    final = sheet.round.status == Round.Status.FINAL
    return Keying.State.PROPOSED if replaces or final else Keying.State.AGREED


def put_in_force(keying: Keying) -> None:
    """Let this reading of the sheet count instead of the one that counted until now, and have the sheet judged."""
    for old in keying.sheet.keyings.filter(state=Keying.State.AGREED):
        set_state(old, Keying.State.SUPERSEDED)
    set_state(keying, Keying.State.AGREED)
    jobs.judge([keying.sheet_id])


def set_state(keying: Keying, state: str) -> None:
    """Give a keying another state than open; an open one is closed by that."""
    keying.state = state
    keying.closed_at = keying.closed_at or timezone.now()
    keying.save(update_fields=["state", "closed_at"])
