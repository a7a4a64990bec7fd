"""Results -> places: the standings of a division, for players and for teams, in a fixed number of queries.

Only rounds that contestants have stopped playing count: an earlier one must not say anything of what is asked.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from judging.results.standings import Ranked, Row, rank
from judging.results.teams import COUNTING, shares, team_grade, team_row

from ..models import Division, Entrant, Event, Job, Keying, Player, Result, Round, Sheet, Team

Generations = Mapping[int, int]  # a round's id -> which of its results are read
AS_THEY_HOLD: Generations = MappingProxyType({})
Supposed = Mapping[tuple[int, int], Result | None]  # (entrant id, round id) -> in place of what is stored
NOTHING: Supposed = MappingProxyType({})


@dataclass(frozen=True)
class Cell:
    """Points in one round; None where nothing is recorded. Provisional while a line waits for its verdict or a judge."""

    points: int | None
    provisional: bool


@dataclass(frozen=True)
class Contender:
    """Who stands in a table, with the entrants whose points she has: her own, or her team's."""

    who: Player | Team
    row: Row
    entrants: tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """One line of a table: who, where, and the points round by round."""

    who: Player | Team
    ranked: Ranked
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        return self.ranked.row.name

    @property
    def total(self) -> int:
        return self.ranked.total

    @property
    def provisional(self) -> bool:
        return self.ranked.provisional

    @property
    def counts(self) -> bool:
        """Whether these points go to the player's team."""
        return self.ranked.row.status in COUNTING


@dataclass(frozen=True)
class Table:
    """A standing as a page shows it. `entries` have places; `apart` are those who are not ranked."""

    rounds: tuple[Round, ...]
    entries: tuple[Entry, ...]
    apart: tuple[Entry, ...]

    @property
    def everyone(self) -> tuple[Entry, ...]:
        return (*self.entries, *self.apart)

    @property
    def provisional(self) -> bool:
        return any(entry.provisional for entry in self.everyone)

    @property
    def has_points(self) -> bool:
        return any(cell.points is not None for entry in self.entries for cell in entry.cells)

    @property
    def shares_places(self) -> bool:
        return any(entry.ranked.is_shared for entry in self.entries)

    @property
    def has_gaps(self) -> bool:
        return any(cell.points is None for entry in self.everyone for cell in entry.cells)

    def of(self, who: Player | Team) -> Entry:
        """Raises KeyError for who is not in this table."""
        return {entry.who.pk: entry for entry in self.everyone}[who.pk]


class Points:
    """What some entrants have in some rounds: three queries, whatever their number, and no line is loaded.

    `generations`, by round, are read in place of those that hold: a re-score looks at what it has prepared.
    `supposed` results stand in place of those that are read.
    """

    def __init__(
        self,
        rounds: Iterable[Round],
        entrants: Iterable[Entrant],
        generations: Generations = AS_THEY_HOLD,
        supposed: Supposed = NOTHING,
    ):
        self.rounds, ids = tuple(rounds), [entrant.pk for entrant in entrants]
        results = Result.objects.filter(round__in=self.rounds, entrant__in=ids).defer("lines")
        holds = {round_.pk: generations.get(round_.pk, round_.generation) for round_ in self.rounds}
        results = results.filter(generation__in=set(holds.values()))
        self.results = {
            (each.entrant_id, each.round_id): each
            for each in results
            if each.generation == holds[each.round_id]
        }
        kept = {place: each for place, each in self.results.items() if place not in supposed}
        self.results = kept | {place: each for place, each in supposed.items() if each}
        sheets = Sheet.objects.filter(
            round__in=self.rounds, entrant__in=ids, keyings__state=Keying.State.AGREED
        )
        undone = Job.objects.filter(kind="judge_sheet", subject__in=sheets.values("pk")).exclude(
            state=Job.State.DONE
        )
        jobs = set(undone.values_list("subject", flat=True))
        self.waiting = {
            (entrant, round_)
            for sheet, entrant, round_ in sheets.values_list("pk", "entrant_id", "round_id")
            if sheet in jobs or (entrant, round_) not in self.results
        }

    def has(self, entrant: Entrant, round_: Round) -> bool:
        return (entrant.pk, round_.pk) in self.results

    def provisional(self, entrant_id: int, round_: Round) -> bool:
        place = entrant_id, round_.pk
        return place in self.waiting or place in self.results and self.results[place].provisional

    def row(self, entrant: Entrant, name: str = "", display: tuple[int | str, ...] = ()) -> Row:
        return Row(
            entrant=entrant.pk,
            points={
                str(round_.position): self.results[entrant.pk, round_.pk].points
                for round_ in self.rounds
                if (entrant.pk, round_.pk) in self.results
            },
            pending=sum(self.provisional(entrant.pk, round_) for round_ in self.rounds),
            status=entrant.status,
            display=display,
            name=name,
        )

    def table(self, contenders: Iterable[Contender]) -> Table:
        """Contenders ranked by their totals."""
        known = {each.row.entrant: each for each in contenders}
        standing = rank(each.row for each in known.values())

        def entries(all_ranked: Iterable[Ranked]) -> tuple[Entry, ...]:
            found = [(known[ranked.entrant], ranked) for ranked in all_ranked]
            return tuple(Entry(each.who, ranked, self._cells(each)) for each, ranked in found)

        return Table(self.rounds, entries(standing.ranked), entries(standing.apart))

    def _cells(self, each: Contender) -> tuple[Cell, ...]:
        return tuple(
            Cell(
                each.row.points.get(str(round_.position)),
                any(self.provisional(entrant, round_) for entrant in each.entrants),
            )
            for round_ in self.rounds
        )


def counted_rounds(event: Event) -> tuple[Round, ...]:
    """The rounds whose puzzles, lines and points may be shown, in order."""
    return tuple(round_ for round_ in event.rounds.all() if round_.shows_puzzles)


def players_table(
    event: Event,
    division: Division,
    generations: Generations = AS_THEY_HOLD,
    supposed: Supposed = NOTHING,
) -> Table:
    """The standing of a division's players over all rounds that count."""
    entrants = list(Entrant.objects.filter(player__division=division).select_related("player__team"))
    points = Points(counted_rounds(event), entrants, generations, supposed)
    return points.table(player_contender(event, points, entrant) for entrant in entrants)


def teams_table(
    event: Event,
    division: Division,
    generations: Generations = AS_THEY_HOLD,
    supposed: Supposed = NOTHING,
) -> Table:
    """The standing of the teams that play in a division: those whose highest member is in it (NT-ST-3)."""
    teams = list(Entrant.objects.filter(team__isnull=False, division=division).select_related("team"))
    members = _members(teams)
    everyone = [*teams, *(member for each in members.values() for member in each)]
    points = Points(counted_rounds(event), everyone, generations, supposed)
    return points.table(team_contender(points, team, members[team.team_id]) for team in teams)


def members_table(event: Event, team: Team) -> Table:
    """A team's members, the one with the most points first. They need not be of one division."""
    entrants = _members([team.entrant])[team.pk]
    points = Points(counted_rounds(event), entrants)
    return points.table(player_contender(event, points, entrant) for entrant in entrants)


def team_entry(event: Event, team: Team) -> tuple[Division | None, Entry | None]:
    """The division a team plays in and its line there; neither for a team without members."""
    members = _members([team.entrant])[team.pk]
    if not members:
        return None, None
    division = event.divisions.get(grade=grade_of(members))
    return division, teams_table(event, division).of(team)


def grade_of(members: Iterable[Entrant]) -> int:
    """The grade that a team of these players plays in. Raises ValueError where there are none."""
    return team_grade(member.player.division.grade for member in members)


def player_contender(event: Event, points: Points, entrant: Entrant) -> Contender:
    player = entrant.player
    return Contender(player, points.row(entrant, player.public_name(event), (player.number,)), (entrant.pk,))


def team_contender(points: Points, entrant: Entrant, members: list[Entrant]) -> Contender:
    team, rows = entrant.team, [points.row(member) for member in members]
    own = points.row(entrant, team.name, (team.name.casefold(), team.pk))
    counting = [share.entrant for share in shares(rows) if share.counts]
    return Contender(team, team_row(own, rows), (entrant.pk, *counting))


def _members(teams: Iterable[Entrant]) -> dict[int, list[Entrant]]:
    """Each team's members as entrants, by the team's id."""
    found: dict[int, list[Entrant]] = defaultdict(list)
    ids = [team.team_id for team in teams]
    for entrant in Entrant.objects.filter(player__team__in=ids).select_related("player__division"):
        found[entrant.player.team_id].append(entrant)
    return found
