"""What a judge reads before ruling on two methods: whose points and places it would change, and what was ruled
before."""

from ..effects import preview as effects
from ..effects.preview_page import EffectPage
from ..models import Event, PairRuling, Sheet, Verdict
from ..scoring.loader import papers_of_sheets
from ..scoring.same_methods import in_force, pair_of
from ..scoring.what_if import WhatIf
from .actions import check, sheets_touched

PAIRS_LISTED = 5


def sheets_with_both(event: Event, first: Verdict, second: Verdict) -> list[Sheet]:
    """The sheets with both methods in one box, with round and entrant."""
    written = [_sheets_with(event, each) for each in (first, second)]
    on_both = {sheet for sheet, _box in written[0] & written[1]}
    related = ("round", "entrant__player", "entrant__team", "entrant__division")
    return list(
        Sheet.objects.filter(pk__in=on_both)
        .select_related(*related)
        .order_by("round__position", "entrant__player__number")
    )


def _sheets_with(event: Event, verdict: Verdict) -> set[tuple[int, int]]:
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, method_key=verdict.method_key)
    lines = Sheet.objects.filter(
        round__event=event,
        submissions__keying__state="agreed",
        submissions__mark="written",
        submissions__digest__in=verdicts.values("digest"),
    )
    return set(lines.values_list("pk", "submissions__box"))


def effect_of(event: Event, first: Verdict, second: Verdict, says: str) -> EffectPage:
    """The effect that the ruling would have. Raises Refused where it cannot be given."""
    ruling = check(event, first, second, says)
    papers = papers_of_sheets(sheets_touched(event, ruling))
    return EffectPage(event, effects.of(event, WhatIf(pairs=(ruling,)), papers))


def precedents(event: Event, first: Verdict, second: Verdict) -> list[PairRuling]:
    """Rulings in force on other pairs: first those on one of these methods or a near-duplicate, then the latest."""
    here = {key for each in (first, second) for key in (each.method_key, each.kin_key) if key}
    this_pair = pair_of(first, second)
    others = [ruling for keys, ruling in in_force(event).items() if keys != this_pair]
    others.sort(key=lambda ruling: (not here & _method_keys(ruling), -ruling.pk))
    return others[:PAIRS_LISTED]


def _method_keys(ruling: PairRuling) -> set[str]:
    return {ruling.first_key, ruling.second_key, ruling.first_kin, ruling.second_kin}
