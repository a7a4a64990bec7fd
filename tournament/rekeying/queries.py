"""What another reading of a sheet would change: points in the round, places of entrants and teams, brackets."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from django.db.models import F

from ..double_keying.side_by_side import Readings, side_by_side
from ..models import Entrant, Event, Keying, Result, Round, Sheet, Submission
from ..rescoring.page import number_and_name
from ..rescoring.page_rows import ChangedTie
from ..scoring.loader import EntrantInRound, Scoring
from ..scoring.what_if import AS_RECORDED, IN_ORDER, CountedLine, WhatIf, counting
from ..standings.points import NOTHING, Supposed
from ..standings.standings import players_table, teams_table
from ..standings.table import StandingsTable
from ..ties.queries import is_held

Reading = Sequence[Submission]  # the lines of one sheet, in order


@dataclass(frozen=True)
class PlaceAndTotal:
    """Place and total in a standing; `place` is None if not ranked."""

    place: int | None
    total: int


@dataclass(frozen=True)
class PlaceChange:
    """The place of an entrant or team before and after."""

    name: str
    before: PlaceAndTotal
    after: PlaceAndTotal


@dataclass(frozen=True)
class Outcome:
    """What changes for one entrant. `before` and `after` are points in the round, None if nothing is recorded; `waits` if a
    line would wait for a judge."""

    entrant: Entrant
    before: int | None
    after: int | None
    waits: bool
    places: tuple[PlaceChange, ...]


def unconfirmed_reading(sheet: Sheet) -> Keying | None:
    """The new reading of the sheet, until it is confirmed."""
    proposed = sheet.keyings.filter(state=Keying.State.PROPOSED)
    return proposed.select_related("keyer", "sheet__round__event").first()


def agreed_on(sheet: Sheet) -> Keying | None:
    return sheet.keyings.filter(state=Keying.State.AGREED).select_related("keyer").first()


def compared(sheet: Sheet, new: Keying) -> Readings:
    """The reading in force and the new one, side by side."""
    old = agreed_on(sheet)
    return side_by_side(sheet, list(old.submissions.all()) if old else [], list(new.submissions.all()))


Keyings = Mapping[int, int | None]  # sheet id -> keying id, None for none
NO_KEYINGS: Keyings = MappingProxyType({})


def outcomes(round_: Round, readings: Sequence[tuple[Sheet, Reading]], keyings: Keyings = NO_KEYINGS) -> list[Outcome]:
    """The outcome for each entrant if these lines counted on these sheets. `keyings` are the keyings they come from."""
    results = {sheet.owner: _points(round_, sheet, lines) for sheet, lines in readings}
    supposed = {EntrantInRound(round_.pk, entrant.pk): after for entrant, (_before, after) in results.items()}
    places = _places(round_.event, list(results), supposed, _what_if(round_, keyings))
    return [
        Outcome(
            entrant,
            before.points if before else None,
            after.points if after else None,
            bool(after and after.provisional),
            tuple(places[entrant.pk]),
        )
        for entrant, (before, after) in results.items()
    ]


def changed_ties(round_: Round, keyings: Keyings) -> list[ChangedTie]:
    """The tie of this round if its bracket would change. No query unless the round is a tiebreaker."""
    game = round_.tiebreaker
    if game is None or game.tie.dropped_at:
        return []
    played = is_held(game.tie), is_held(game.tie, _what_if(round_, keyings))
    before, after = (each.bracket if each else None for each in played)
    if before == after:
        return []
    sides = game.tie.sides.select_related("player", "team")
    names = {each.pk: number_and_name(each, round_.event) for each in sides}
    return [ChangedTie(game.tie, before, after, names)]


def _what_if(round_: Round, keyings: Keyings) -> WhatIf:
    """Tiebreakers are counted with these keyings. Rounds of the programme need no WhatIf: their points are supposed."""
    if round_.tiebreaker is None or not keyings:
        return AS_RECORDED
    return WhatIf(keyings=keyings, judges=True)


def _points(round_: Round, sheet: Sheet, lines: Reading) -> tuple[Result | None, Result | None]:
    """The entrant's stored result and the new one, which is not saved."""
    entrant = sheet.owner
    now = Result.objects.in_force().filter(round=round_, entrant=entrant).first()
    others = counting([round_], [entrant.pk]).exclude(sheet=sheet.pk or 0).select_related("sheet")
    numbered = [(line.sheet.number, line) for line in others.order_by(*IN_ORDER)]
    numbered = sorted([*numbered, *((sheet.number, line) for line in lines)], key=lambda each: each[0])
    whose = round_.pk, entrant.pk, entrant.plays_in  # every line counts for this entrant
    written = [
        CountedLine(line.pk, line.box, line.digest, line.mark, line.text, line.sheet_id, *whose)
        for _number, line in numbered
    ]
    scoring = Scoring([round_], [entrant.pk], WhatIf(judges=True), lines=written)
    worth = scoring.score(EntrantInRound(round_.pk, entrant.pk))
    if worth is None:
        return now, None
    after = Result(round=round_, entrant=entrant, points=worth.points, provisional=worth.provisional)
    return now, after


def _places(
    event: Event, entrants: Sequence[Entrant], supposed: Supposed, what_if: WhatIf
) -> dict[int, list[PlaceChange]]:
    """{entrant id: places before and after, of the entrant and of their team}"""
    tables: dict[tuple, tuple[StandingsTable, StandingsTable]] = {}
    results: dict[int, list[PlaceChange]] = defaultdict(list)
    for entrant in entrants:
        for one in (entrant, _team_of(entrant)):
            if one is None or one.division is None:
                continue
            table = teams_table if one.team_id else players_table
            key = (table, one.division_id)
            if key not in tables:
                made = partial(table, event, one.division)
                tables[key] = made(supposed=NOTHING), made(supposed=supposed, what_if=what_if)
            before, after = (_place(each, one) for each in tables[key])
            if before and after:
                results[entrant.pk].append(PlaceChange(one.public_name(event), before, after))
    return results


def _place(table: StandingsTable, entrant: Entrant) -> PlaceAndTotal | None:
    entry = next((each for each in table.everyone if each.ranked.entrant == entrant.pk), None)
    return PlaceAndTotal(entry.ranked.place, entry.total) if entry else None


def _team_of(entrant: Entrant) -> Entrant | None:
    if not (entrant.player and entrant.player.team_id):
        return None
    return Entrant.objects.select_related("team", "division").get(team=entrant.player.team_id)


def recalled_sheets(event: Event) -> list[Sheet]:
    """The sheets that have to be typed again and have no new reading yet. One query."""
    done = Keying.objects.filter(state__in=Keying.DONE, turn=F("sheet__turn"))
    sheets = Sheet.objects.filter(round__event=event, turn__gt=1, entrant__isnull=False)
    parts = ("round", "entrant__player", "entrant__team")
    again = sheets.exclude(pk__in=done.values("sheet"))
    return list(again.select_related(*parts).order_by("round__position", "pk"))
