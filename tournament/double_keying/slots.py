"""Who may type which sheet now: one slot where a round is keyed once; where it is keyed twice, two that are blind and,
if these differ, a third."""

from collections.abc import Iterable

from django.db.models import F, QuerySet

from ..models import Keying, Sheet

ALONE, THIRD = 1, 3
BLIND = (1, 2)


def this_turn(sheets: QuerySet[Sheet] | Sheet) -> QuerySet[Keying]:
    """The keyings of the sheets' present turn, without those that were put back."""
    keyings = Keying.objects.filter(sheet__in=[sheets] if isinstance(sheets, Sheet) else sheets)
    return keyings.filter(turn=F("sheet__turn")).exclude(state=Keying.State.DROPPED).order_by("slot")


def free_slot(keyings: Iterable[Keying], *, blind: bool, user_id: int) -> int | None:
    """The slot in which this person may start to type, given the sheet's keyings of this turn; None if there is none.

    Nobody types a sheet twice in one turn, so that two readings are two people's.
    """
    held = {keying.slot: keying for keying in keyings}
    if any(keying.state in Keying.DONE or keying.keyer_id == user_id for keying in held.values()):
        return None
    wanted = [slot for slot in (BLIND if blind else (ALONE,)) if slot not in held]
    if not wanted and needs_third(held.values(), blind=blind):
        wanted = [THIRD]
    return wanted[0] if wanted else None


def needs_third(keyings: Iterable[Keying], *, blind: bool) -> bool:
    """Whether two people have typed the sheet, their readings differ, and nobody has begun to settle it.

    Equal readings are agreed at once when the second is handed in; two that are only handed in therefore differ.
    """
    states = {keying.slot: keying.state for keying in keyings}
    return blind and states == dict.fromkeys(BLIND, Keying.State.HANDED_IN)
