"""The standings of a division, for players and for teams.

Only rounds that are over count, so that standings reveal nothing about puzzles still being played.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from judging.results.teams import shares, team_grade, team_row

from ..models import Division, Entrant, Event, Player, Round, Team, TieKind
from ..scoring.what_if import AS_RECORDED, WhatIf
from ..web.snapshot import cached_in_snapshot
from .brackets import played_ties
from .criteria import chain_of, programme_rounds
from .penalties import points_taken
from .points import AS_THEY_HOLD, NOTHING, Generations, Points, Supposed
from .standings_table import Contender, StandingsEntry, StandingsTable

Contenders = dict[int | None, list[Contender]]  # by the division's id
StandingsTables = dict[tuple[Division, str], StandingsTable]  # by division and kind


def counted_rounds(event: Event) -> tuple[Round, ...]:
    """The rounds whose puzzles, lines and points may be shown, in order, without tiebreakers."""
    return tuple(round_ for round_ in programme_rounds(event) if round_.shows_puzzles)


def team_rounds(event: Event) -> tuple[Round, ...]:
    """Those of `counted_rounds` that teams play, whose points no player has."""
    return tuple(round_ for round_ in counted_rounds(event) if round_.rules.for_teams)


def _points(
    event: Event,
    entrants: list[Entrant],
    generations: Generations = AS_THEY_HOLD,
    supposed: Supposed = NOTHING,
    for_players: bool = False,
) -> Points:
    """Their points in `counted_rounds`; `for_players` without the games of teams."""
    programme = programme_rounds(event)
    rounds = tuple(each for each in programme if each.shows_puzzles and not (for_players and each.rules.for_teams))
    is_final = all(each.status == Round.Status.FINAL for each in programme)
    return Points(rounds, entrants, generations, supposed, points_taken(event, rounds), is_final)


def standings_tables(
    event: Event,
    generations: Generations = AS_THEY_HOLD,
    what_if: WhatIf = AS_RECORDED,
    *,
    supposed: Supposed = NOTHING,
    only: Collection[tuple[int, str]] | None = None,
) -> StandingsTables:
    """The standings of the event, or `only` these (ids of divisions, kinds). `generations` of results and `supposed`
    results replace what counts; tiebreakers are counted as in `what_if`. Entrants and points are read once for all."""
    every = [(division, kind) for division in event.divisions.all() for kind in TieKind]
    chosen = [each for each in every if only is None or (each[0].pk, each[1]) in only]
    return _tables(event, chosen, generations, supposed, what_if)


@cached_in_snapshot
def players_table(event: Event, division: Division) -> StandingsTable:
    """The standing of a division's players."""
    return _tables(event, [(division, TieKind.PLAYERS)])[division, TieKind.PLAYERS]


@cached_in_snapshot
def teams_table(event: Event, division: Division) -> StandingsTable:
    """The standing of the teams whose highest member is in this division (NT-ST-3)."""
    return _tables(event, [(division, TieKind.TEAMS)])[division, TieKind.TEAMS]


TABLES: dict[str, Callable[[Event, Division], StandingsTable]] = {
    TieKind.PLAYERS: players_table,
    TieKind.TEAMS: teams_table,
}


def _tables(
    event: Event,
    chosen: Collection[tuple[Division, str]],
    generations: Generations = AS_THEY_HOLD,
    supposed: Supposed = NOTHING,
    what_if: WhatIf = AS_RECORDED,
) -> StandingsTables:
    divisions = {kind: [division for division, of in chosen if of == kind] for kind in TieKind}
    read: dict[str, tuple[Points, Contenders]] = {
        kind: contenders(event, divisions[kind], generations, supposed)
        for kind, contenders in ((TieKind.PLAYERS, _players), (TieKind.TEAMS, _teams))
        if divisions[kind]
    }
    ties = defaultdict(list)
    for each in played_ties(event, chosen, what_if):
        ties[each.tie.division_id, each.tie.kind].append(each)
    chain, tables = chain_of(event), {}
    for division, kind in chosen:
        points, contenders = read[kind]
        played = ties[division.pk, kind]
        tables[division, kind] = points.table(contenders[division.pk], chain, played, event.award_places)
    return tables


def _players(
    event: Event, divisions: list[Division], generations: Generations, supposed: Supposed
) -> tuple[Points, Contenders]:
    entrants = list(Entrant.objects.filter(player__isnull=False, division__in=divisions).select_related("player__team"))
    points = _points(event, entrants, generations, supposed, for_players=True)
    by_division: Contenders = defaultdict(list)
    for each in entrants:
        by_division[each.division_id].append(contender(event, points, each))
    return points, by_division


def _teams(
    event: Event, divisions: list[Division], generations: Generations, supposed: Supposed
) -> tuple[Points, Contenders]:
    teams = list(Entrant.objects.filter(team__isnull=False, division__in=divisions).select_related("team"))
    members = _members(teams)
    everyone = [*teams, *(member for each in members.values() for member in each)]
    points = _points(event, everyone, generations, supposed)
    by_division: Contenders = defaultdict(list)
    for team in teams:
        by_division[team.division_id].append(_with_members(event, points, team, members[team.team_id]))
    return points, by_division


@cached_in_snapshot
def members_table(event: Event, team: Team) -> StandingsTable:
    """A team's members, most points first. They may be of several divisions."""
    entrants = _members([team.entrant])[team.pk]
    points = _points(event, entrants)
    return points.table(contender(event, points, entrant) for entrant in entrants)


@cached_in_snapshot
def team_entry(event: Event, team: Team) -> tuple[Division | None, StandingsEntry | None]:
    """The division a team plays in and its row there; (None, None) for a team without members."""
    members = _members([team.entrant])[team.pk]
    if not members:
        return None, None
    division = event.divisions.get(grade=grade_of(members))
    return division, teams_table(event, division).of(team)


def grade_of(members: Iterable[Entrant]) -> int:
    """The grade that a team of these players plays in. Raises ValueError where there are none."""
    return team_grade(member.player.division.grade for member in members if member.player)


def contender(event: Event, points: Points, entrant: Entrant) -> Contender:
    """A player, or a team with only its own points. Equal ones are in the order of their numbers or names."""
    who = entrant.who
    order = (who.number,) if isinstance(who, Player) else (who.name.casefold(), who.pk)
    return Contender(who, points.row(entrant, entrant.public_name(event), order), (entrant.pk,))


def _with_members(event: Event, points: Points, team: Entrant, members: list[Entrant]) -> Contender:
    own, rows = contender(event, points, team), [points.row(member) for member in members]
    counting = [share.entrant for share in shares(rows) if share.counts]
    return Contender(own.who, team_row(own.row, rows), (team.pk, *counting))


def _members(teams: Iterable[Entrant]) -> dict[int | None, list[Entrant]]:
    """Each team's members as entrants, by the team's id."""
    by_team: dict[int | None, list[Entrant]] = defaultdict(list)
    ids = [team.team_id for team in teams]
    for entrant in Entrant.objects.filter(player__team__in=ids).select_related("player__division"):
        if entrant.player:
            by_team[entrant.player.team_id].append(entrant)
    return by_team
