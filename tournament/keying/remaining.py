"""What is still to be typed of a round before its readings are agreed, in counts."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from ..double_keying.slots import BLIND, needs_third, this_turn
from ..models import Keying, Round, Sheet
from ..rounds.expected_sheets import counting_as_nothing

Live = dict[int, list[Keying]]  # sheet id -> its keyings of this turn


@dataclass(frozen=True)
class UnfinishedWork:
    """Counts: `open` keyings; `half_typed` sheets with one blind reading and nobody at the second; sheets with
    `differing` readings; `recalled` sheets that nobody has opened; `unconfirmed` readings."""

    open: int
    half_typed: int
    differing: int
    recalled: int
    unconfirmed: int


def live_keyings(round_: Round) -> Live:
    """The keyings of each sheet's present turn that were not put back; `is_nothing` where the sheet is lost and counts
    as nothing."""
    live: Live = defaultdict(list)
    sheets = Sheet.objects.filter(round=round_)
    is_nothing = Exists(counting_as_nothing(Keying.objects.filter(pk=OuterRef("pk"))))
    for keying in this_turn(sheets).select_related("keyer").annotate(is_nothing=is_nothing):
        live[keying.sheet_id].append(keying)
    return live


def of_round(round_: Round) -> UnfinishedWork:
    live, blind = live_keyings(round_), round_.is_blind
    states = [{keying.state for keying in keyings} for keyings in live.values()]
    recalled = Sheet.objects.filter(round=round_, turn__gt=1, spoilt_at__isnull=True).exclude(pk__in=live)
    return UnfinishedWork(
        open=sum(keying.state == Keying.State.OPEN for keyings in live.values() for keying in keyings),
        half_typed=sum(blind and len(keyings) < len(BLIND) and _is_in(keyings) for keyings in live.values()),
        differing=sum(needs_third(keyings, blind=blind) for keyings in live.values()),
        recalled=recalled.aggregate(sheets=Count("pk"))["sheets"],
        unconfirmed=sum(Keying.State.PROPOSED in each for each in states),
    )


def _is_in(keyings: list[Keying]) -> bool:
    return all(keying.state == Keying.State.HANDED_IN for keying in keyings)
