"""When a sheet's reading is agreed: at once where one person types it, when two blind readings say the same, or when a
third person has settled where they differ. Only the lines of an agreed keying count."""

from ..audit import trail as audit
from ..jobs import queue as jobs
from ..models import Keying, Round, User
from ..scoring.questions import version_for
from .comparison import Comparison
from .slots import this_turn


def follow(by: User, keying: Keying) -> None:
    """Put a keying that was just handed in into force if its reading is agreed. The caller has locked the sheet's
    row."""
    agreed = _agreed_with(keying) if keying.is_blind else keying
    if agreed is None:
        return
    round_, state = agreed.sheet.round, _state(agreed)
    if state == Keying.State.AGREED:
        put_in_force(agreed)
    else:
        set_state(agreed, state)
    if round_.is_blind or state != Keying.State.AGREED:
        audit.record(
            round_.event,
            by,
            "sheet.agreed" if state == Keying.State.AGREED else "sheet.proposed",
            agreed,
            after={"sheet": agreed.sheet_id, "turn": agreed.turn, "settled_by_a_third": agreed.slot == 3},
            about=[agreed.sheet, round_],
        )


def _agreed_with(keying: Keying) -> Keying | None:
    """The first of the two blind readings if they say the same; None if one is missing or they differ."""
    other = (
        this_turn(keying.sheet).filter(state=Keying.State.HANDED_IN).exclude(pk=keying.pk)
        .select_related("sheet__round__event").first()
    )  # fmt: skip
    if other is None:
        return None
    sheet = keying.sheet
    boxes = version_for(sheet.round, sheet.entrant).read_boxes()
    first, second = sorted((keying, other), key=lambda each: each.slot)
    same = Comparison(sheet.round, boxes).same(first.submissions.all(), second.submissions.all())
    return first if same else None


def _state(keying: Keying) -> str:
    """The state of an agreed reading: unconfirmed if it would replace another one or change a final round, else in
    force."""
    replaces = keying.sheet.keyings.filter(state=Keying.State.AGREED).exists()
    final = keying.sheet.round.status == Round.Status.FINAL
    return Keying.State.PROPOSED if replaces or final else Keying.State.AGREED


def put_in_force(keying: Keying) -> None:
    """Let this reading of the sheet count instead of the one that counted until now, and have the sheet judged."""
    for old in keying.sheet.keyings.filter(state=Keying.State.AGREED):
        set_state(old, Keying.State.SUPERSEDED)
    set_state(keying, Keying.State.AGREED)
    jobs.judge([keying.sheet_id])


def set_state(keying: Keying, state: str) -> None:
    keying.state = state
    keying.save(update_fields=["state"])
