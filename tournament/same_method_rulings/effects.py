"""What a judge reads before ruling on two methods: whose points and places it would change, and what was ruled before."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from judging.games.paper import Score

from ..models import Entrant, Event, PairRuling, Result, Round, Sheet, Verdict
from ..scoring.loader import Scoring, Seat
from ..scoring.same_methods import in_force, pair
from ..scoring.what_if import WhatIf
from ..scoring.worker import as_result
from ..standings.standings import players_table, teams_table
from .actions import check, sheets_touched

MOST_PRECEDENTS = 5
TOKENS = re.compile(r"\d+|[A-Za-z]+|\S")


@dataclass(frozen=True)
class PairEffect:
    """One entrant's points in a round, and their place, as the record stands and as they would be."""

    entrant: Entrant
    round: Round
    before: int
    after: int
    places: tuple[int | None, int | None]


@dataclass(frozen=True)
class Piece:
    """A part of a text; `differs` where the other text has something else."""

    text: str
    differs: bool


def sheets_with_both(event: Event, first: Verdict, second: Verdict) -> list[Sheet]:
    """The sheets with both methods in one box, with round and entrant; two queries."""
    written = [_sheets_with(event, each) for each in (first, second)]
    found = {sheet for sheet, _box in written[0] & written[1]}
    related = ("round", "entrant__player", "entrant__team", "entrant__division")
    return list(
        Sheet.objects.filter(pk__in=found)
        .select_related(*related)
        .order_by("round__position", "entrant__player__number")
    )


def _sheets_with(event: Event, verdict: Verdict) -> set[tuple[int, int]]:
    alike = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, method_key=verdict.method_key)
    lines = Sheet.objects.filter(
        round__event=event,
        submissions__keying__state="agreed",
        submissions__mark="written",
        submissions__digest__in=alike.values("digest"),
    )
    return set(lines.values_list("pk", "submissions__box"))


def effects_of(event: Event, first: Verdict, second: Verdict, says: str) -> list[PairEffect]:
    """Whose points the ruling would change, by round and number. Raises Refused where it cannot be given."""
    ruling = check(event, first, second, says)
    sheets = Sheet.objects.filter(pk__in=sheets_touched(event, ruling), entrant__isnull=False)
    seats = set(sheets.values_list("round_id", "entrant_id"))
    rounds = event.rounds.select_related("event").filter(pk__in={round_id for round_id, _entrant in seats})
    now = Scoring(rounds, {entrant for _round, entrant in seats})
    then = now.supposing(WhatIf(pairs=(ruling,)))
    scores = {seat: (now.score(seat), then.score(seat)) for seat in seats}
    changed = {
        seat: (before, after)
        for seat, (before, after) in scores.items()
        if before and after and before.points != after.points
    }
    entrants = Entrant.objects.select_related("player__division", "team", "division")
    found = entrants.in_bulk({entrant for _round, entrant in changed})
    places = _places(event, list(found.values()), {seat: after for seat, (_before, after) in changed.items()})
    return sorted(
        (
            PairEffect(found[seat[1]], now.rounds[seat[0]], before.points, after.points, places[seat[1]])
            for seat, (before, after) in changed.items()
        ),
        key=lambda each: (each.round.position, each.entrant.label.zfill(9)),
    )


def _places(
    event: Event, entrants: list[Entrant], scores: Mapping[Seat, Score]
) -> dict[int, tuple[int | None, int | None]]:
    """Each entrant's place now and with these scores, by the entrant's id."""
    supposed = {(entrant, round_): Result(**as_result(score)) for (round_, entrant), score in scores.items()}
    found: dict[int, tuple[int | None, int | None]] = {}
    for division, is_team in {(each.division, each.team_id is not None) for each in entrants}:
        table = teams_table if is_team else players_table
        now, then = (
            {each.ranked.entrant: each.ranked.place for each in made.everyone}
            for made in (table(event, division), table(event, division, supposed=supposed))
        )
        found |= {pk: (place, then.get(pk)) for pk, place in now.items()}
    return {each.pk: found.get(each.pk, (None, None)) for each in entrants}


def precedents(event: Event, first: Verdict, second: Verdict) -> list[PairRuling]:
    """Rulings in force on other pairs: those on one of these methods or their kin first, then the latest."""
    here = {key for each in (first, second) for key in (each.method_key, each.kin_key) if key}
    this_pair = pair(first.method_key, second.method_key)
    others = [ruling for keys, ruling in in_force(event).items() if keys != this_pair]
    others.sort(key=lambda ruling: (not here & _keys(ruling), -ruling.pk))
    return others[:MOST_PRECEDENTS]


def _keys(ruling: PairRuling) -> set[str]:
    return {ruling.first_key, ruling.second_key, ruling.first_kin, ruling.second_kin}


def differences(one: str, other: str) -> tuple[list[Piece], list[Piece]]:
    """Both texts in pieces, word for word, what differs marked; spaces make no difference."""
    starts = [[each.start() for each in TOKENS.finditer(text)] for text in (one, other)]
    tokens = [TOKENS.findall(text) for text in (one, other)]
    matched = SequenceMatcher(None, tokens[0], tokens[1], autojunk=False).get_opcodes()
    return (
        [Piece(_part(one, starts[0], a, b), kind != "equal") for kind, a, b, _c, _d in matched if a < b],
        [Piece(_part(other, starts[1], c, d), kind != "equal") for kind, _a, _b, c, d in matched if c < d],
    )


def _part(text: str, starts: list[int], first: int, end: int) -> str:
    return text[starts[first] : starts[end] if end < len(starts) else len(text)]
