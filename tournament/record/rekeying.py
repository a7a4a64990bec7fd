"""What another reading of a sheet would change: the entrants' points in the round, their places and their teams', and in
a tiebreaker who goes out."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from django.db.models import F, QuerySet

from ..models import Entrant, Event, Keying, Result, Round, Sheet, Submission
from .points import NOTHING, Supposed
from .rescore_page import name_at_desk
from .rescore_tables import ChangedTie
from .scoring import Scoring
from .settling import Readings, side_by_side
from .slots import DONE
from .standings import players_table, teams_table
from .tables import Table
from .ties import is_held
from .what_if import AS_RECORDED, IN_ORDER, Line, WhatIf, counting

Reading = Sequence[Submission]  # the lines that would count on one sheet, in the order of the paper


@dataclass(frozen=True)
class Place:
    """A place in a standing; `place` is None for who is not ranked."""

    place: int | None
    total: int


@dataclass(frozen=True)
class Change:
    """Somebody's place now and as it would be."""

    name: str
    before: Place
    after: Place


@dataclass(frozen=True)
class Outcome:
    """What it would change for one entrant. `before` and `after` are points in the round, None where nothing is
    recorded; `waits` while a line would wait for a judge."""

    entrant: Entrant
    before: int | None
    after: int | None
    waits: bool
    places: tuple[Change, ...]


def proposal_of(sheet: Sheet) -> Keying | None:
    """The new reading that waits to be confirmed."""
    held = sheet.keyings.filter(state=Keying.State.PROPOSED)
    return held.select_related("keyer", "sheet__round__event").first()


def agreed_on(sheet: Sheet) -> Keying | None:
    return sheet.keyings.filter(state=Keying.State.AGREED).select_related("keyer").first()


def compared(sheet: Sheet, new: Keying) -> Readings:
    """The reading in force and the new one, side by side."""
    old = agreed_on(sheet)
    return side_by_side(sheet, list(old.submissions.all()) if old else [], list(new.submissions.all()))


Keyings = Mapping[int, int | None]  # sheet id -> the keying that would count, None for none
NO_KEYINGS: Keyings = MappingProxyType({})


def outcomes(
    round_: Round, readings: Sequence[tuple[Sheet, Reading]], keyings: Keyings = NO_KEYINGS
) -> list[Outcome]:
    """What would be if these lines counted on these sheets, each of another entrant, and no others; `keyings` are where
    they were typed."""
    found = {sheet.entrant: _points(round_, sheet, lines) for sheet, lines in readings}
    supposed = {(entrant.pk, round_.pk): after for entrant, (_before, after) in found.items()}
    places = _places(round_.event, list(found), supposed, _what_if(round_, keyings))
    return [
        Outcome(
            entrant,
            before.points if before else None,
            after.points if after else None,
            bool(after and after.provisional),
            tuple(places[entrant.pk]),
        )
        for entrant, (before, after) in found.items()
    ]


def turned(round_: Round, keyings: Keyings) -> list[ChangedTie]:
    """The tie that this round is a game of, if its tiebreakers came to something else. No query for other rounds."""
    game = round_.tiebreaker
    if game is None or game.tie.dropped_at:
        return []
    played = is_held(game.tie), is_held(game.tie, _what_if(round_, keyings))
    before, after = (each.bracket if each else None for each in played)
    if before == after:
        return []
    sides = game.tie.sides.select_related("player", "team")
    names = {each.pk: name_at_desk(each, round_.event) for each in sides}
    return [ChangedTie(game.tie, before, after, names)]


def _what_if(round_: Round, keyings: Keyings) -> WhatIf:
    """Tiebreakers are counted anew with these keyings; what a round of the programme brings comes in as points."""
    if round_.tiebreaker is None or not keyings:
        return AS_RECORDED
    return WhatIf(keyings=keyings, judges=True)


def _points(round_: Round, sheet: Sheet, lines: Reading) -> tuple[Result | None, Result | None]:
    """The entrant's stored result, and the one they would have: not saved."""
    entrant = sheet.entrant
    now = Result.objects.in_force().filter(round=round_, entrant=entrant).first()
    others = counting([round_], [entrant.pk]).exclude(sheet=sheet.pk or 0).select_related("sheet")
    numbered = [(line.sheet.number, line) for line in others.order_by(*IN_ORDER)]
    numbered = sorted([*numbered, *((sheet.number, line) for line in lines)], key=lambda each: each[0])
    whose = round_.pk, entrant.pk, entrant.division_id  # each line as if it counted for this entrant
    written = [
        Line(line.pk, line.box, line.digest, line.mark, line.text, line.sheet_id, *whose)
        for _number, line in numbered
    ]
    scoring = Scoring([round_], [entrant.pk], WhatIf(judges=True), lines=written)
    worth = scoring.score((round_.pk, entrant.pk))
    if worth is None:
        return now, None
    after = Result(round=round_, entrant=entrant, points=worth.points, provisional=worth.provisional)
    return now, after


def _places(
    event: Event, entrants: Sequence[Entrant], supposed: Supposed, what_if: WhatIf
) -> dict[int, list[Change]]:
    """Each one's place, and that of her team, before and after."""
    tables: dict[tuple, tuple[Table, Table]] = {}
    found: dict[int, list[Change]] = defaultdict(list)
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
                found[entrant.pk].append(Change(one.public_name(event), before, after))
    return found


def _place(table: Table, entrant: Entrant) -> Place | None:
    entry = next((each for each in table.everyone if each.ranked.entrant == entrant.pk), None)
    return Place(entry.ranked.place, entry.total) if entry else None


def _team_of(entrant: Entrant) -> Entrant | None:
    if not (entrant.player and entrant.player.team_id):
        return None
    return Entrant.objects.select_related("team", "division").get(team=entrant.player.team_id)


def to_confirm(event: Event) -> QuerySet[Keying]:
    """The readings that wait to be confirmed, by round."""
    waiting = Keying.objects.filter(sheet__round__event=event, state=Keying.State.PROPOSED)
    parts = ("keyer", "sheet__round", "sheet__entrant__player", "sheet__entrant__team")
    return waiting.select_related(*parts).order_by("sheet__round__position", "pk")


def recalled(event: Event) -> list[Sheet]:
    """The sheets that were called to be typed anew and of which no new reading is there yet; one query."""
    done = Keying.objects.filter(state__in=DONE, turn=F("sheet__turn"))
    sheets = Sheet.objects.filter(round__event=event, turn__gt=1, entrant__isnull=False)
    parts = ("round", "entrant__player", "entrant__team")
    again = sheets.exclude(pk__in=done.values("sheet"))
    return list(again.select_related(*parts).order_by("round__position", "pk"))
