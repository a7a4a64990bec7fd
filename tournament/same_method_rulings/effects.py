"""What a judge reads before ruling on two methods: whose points and places it would change, and what was ruled before."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from ..models import Division, Entrant, Event, PairRuling, Result, Round, Sheet, Team, Verdict
from ..scoring.loader import EntrantInRound, Scoring
from ..scoring.same_methods import in_force, pair_of
from ..scoring.what_if import WhatIf
from ..scoring.worker import as_result
from ..standings.points import Supposed
from ..standings.standings import players_table, teams_table
from ..standings.table import StandingsEntry, StandingsTable
from .actions import check, sheets_touched

MOST_PRECEDENTS = 5
Table = Callable[..., StandingsTable]


@dataclass(frozen=True)
class PairEffect:
    """One entrant's points in a round, and their place, as the record stands and as they would be."""

    entrant: Entrant
    round: Round
    before: int
    after: int
    places: tuple[int | None, int | None]


@dataclass(frozen=True)
class TeamEffect:
    """One team's total and place, as the record stands and as they would be."""

    team: Entrant
    totals: tuple[int, int]
    places: tuple[int | None, int | None]


@dataclass(frozen=True)
class PairEffects:
    """What a ruling changes: the points of who wrote the methods, and the teams that count them."""

    entrants: list[PairEffect]
    teams: list[TeamEffect]


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


def effects_of(event: Event, first: Verdict, second: Verdict, says: str) -> PairEffects:
    """Whose points the ruling would change, by round and number, and which teams. Raises Refused where it cannot be
    given."""
    ruling = check(event, first, second, says)
    sheets = Sheet.objects.filter(pk__in=sheets_touched(event, ruling), entrant__isnull=False)
    papers = {EntrantInRound(*ids) for ids in sheets.values_list("round_id", "entrant_id")}
    rounds = event.rounds.select_related("event").filter(pk__in={round_id for round_id, _entrant in papers})
    now = Scoring(rounds, {entrant for _round, entrant in papers})
    then = now.supposing(WhatIf(pairs=(ruling,)))
    scores = {paper: (now.score(paper), then.score(paper)) for paper in papers}
    changed = {
        paper: (before, after)
        for paper, (before, after) in scores.items()
        if before and after and before.points != after.points
    }
    entrants = Entrant.objects.select_related("player", "team__entrant", "division")
    found = entrants.in_bulk({entrant for _round, entrant in changed})
    supposed = {paper: Result(**as_result(after)) for paper, (_, after) in changed.items()}
    standings = _players(event, found.values(), supposed) | _teams(event, found.values(), supposed)
    return PairEffects(
        sorted(
            (
                PairEffect(
                    found[paper.entrant_id],
                    now.rounds[paper.round_id],
                    before.points,
                    after.points,
                    _places(standings, paper.entrant_id),
                )
                for paper, (before, after) in changed.items()
            ),
            key=lambda each: (each.round.position, each.entrant.label.zfill(9)),
        ),
        _team_effects(standings),
    )


Rows = tuple[StandingsEntry | None, StandingsEntry | None]


def _players(event: Event, entrants: Iterable[Entrant], supposed: Supposed) -> dict[int, Rows]:
    divisions = {each.player.division for each in entrants if each.player}
    return _rows(event, players_table, divisions, supposed)


def _teams(event: Event, entrants: Iterable[Entrant], supposed: Supposed) -> dict[int, Rows]:
    """Of the teams that wrote, and of those whose members did."""
    playing = {each.pk for each in entrants if each.team_id}
    members = {each.player.team_id for each in entrants if each.player and each.player.team_id}
    teams = Entrant.objects.filter(Q(pk__in=playing) | Q(team__in=members))
    return _rows(event, teams_table, set(event.divisions.filter(pk__in=teams.values("division"))), supposed)


def _rows(event: Event, table: Table, divisions: set[Division], supposed: Supposed) -> dict[int, Rows]:
    """Each entrant's row in these standings, as they are and as they would be, by the entrant's id."""
    found: dict[int, Rows] = {}
    for division in divisions:
        now, then = (
            {each.ranked.entrant: each for each in made.everyone}
            for made in (table(event, division), table(event, division, supposed=supposed))
        )
        found |= {pk: (row, then.get(pk)) for pk, row in now.items()}
    return found


def _places(standings: Mapping[int, Rows], entrant: int) -> tuple[int | None, int | None]:
    before, after = standings.get(entrant, (None, None))
    return before.ranked.place if before else None, after.ranked.place if after else None


def _team_effects(standings: Mapping[int, Rows]) -> list[TeamEffect]:
    """The teams whose total or place changes, by their place now."""
    changed = {
        pk: (before, after)
        for pk, (before, after) in standings.items()
        if before
        and after
        and isinstance(before.who, Team)
        and (before.total, before.ranked.place) != (after.total, after.ranked.place)
    }
    teams = Entrant.objects.select_related("team").in_bulk(changed)
    effects = [
        TeamEffect(teams[pk], (before.total, after.total), (before.ranked.place, after.ranked.place))
        for pk, (before, after) in changed.items()
    ]
    return sorted(effects, key=lambda each: (each.places[0] or 0, each.team.label))


def precedents(event: Event, first: Verdict, second: Verdict) -> list[PairRuling]:
    """Rulings in force on other pairs: those on one of these methods or their kin first, then the latest."""
    here = {key for each in (first, second) for key in (each.method_key, each.kin_key) if key}
    this_pair = pair_of(first, second)
    others = [ruling for keys, ruling in in_force(event).items() if keys != this_pair]
    others.sort(key=lambda ruling: (not here & _keys(ruling), -ruling.pk))
    return others[:MOST_PRECEDENTS]


def _keys(ruling: PairRuling) -> set[str]:
    return {ruling.first_key, ruling.second_key, ruling.first_kin, ruling.second_kin}
