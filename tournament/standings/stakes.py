"""What a change of one paper can move: points in its round, and places in the standings.

Everyone's row is read once, for any number of papers. A paper of a tiebreaker moves no points but may decide the tie,
so the tie is replayed with it.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from judging.games.paper import LineAnswer, Score
from judging.results.criteria import METHODS
from judging.results.standings import EntrantRow
from judging.results.teams import team_grade, team_row

from ..models import Entrant, Event, Result, Round, TieKind
from ..scoring.what_if import WhatIf
from .brackets import PlayedTie, as_played, played_ties
from .criteria import chain_of
from .penalties import points_taken
from .possible_places import AWARD, NOTHING, RANK, DivisionRanking, Places
from .standings import counted_rounds


@dataclass(frozen=True)
class Stakes:
    """Points of the entrant in the round and places in the division. A place is None if the entrant is not ranked or
    has no team. `weight` is AWARD, RANK or NOTHING, of anybody's place. `is_unbounded`: lines that are not typed can
    raise it further. `may_decide`: it is of a tiebreaker that is not decided."""

    now: int = 0
    worst: int = 0
    best: int = 0
    own: Places | None = None
    team: Places | None = None
    weight: int = NOTHING
    is_unbounded: bool = False
    may_decide: bool = False

    @property
    def moves_only_others(self) -> bool:
        """Whether only others' places change, as when somebody who stood alone on a place must share it."""
        ranked = [places for places in (self.own, self.team) if places]
        is_own = self.is_unbounded or self.may_decide or any(places.worst != places.best for places in ranked)
        return self.weight != NOTHING and not is_own

    @property
    def span(self) -> int:
        """The points between the worst and the best."""
        return self.best - self.worst

    @property
    def label(self) -> str:
        """What it can change, and whether that is only another's."""
        if self.moves_only_others:
            return _("can change another’s award") if self.weight == AWARD else _("can change another’s rank")
        weights = {AWARD: _("can change an award"), RANK: _("can change a rank"), NOTHING: _("cannot change a rank")}
        return weights[self.weight]


class SupposedPaper(NamedTuple):
    """One entrant's paper of a round with some lines supposed to count otherwise: its score as recorded, at worst and
    at best. `answers`: for each supposition, what the lines count as."""

    round: Round
    entrant_id: int
    stands: Score
    worst: Score
    best: Score
    answers: Sequence[Mapping[int, LineAnswer]]


class _Competing(NamedTuple):
    """The columns of an entrant that are needed here; a thousand model instances would take too long."""

    pk: int
    status: str
    team: int | None  # the team that it is
    player: int | None
    division: int | None  # a player's
    grade: int | None
    plays_for: int | None


_COLUMNS = ("pk", "status", "team", "player", "player__division", "player__division__grade", "player__team")


class CurrentStandings:
    """Everyone's row, and the ranking of each division, of players and of teams."""

    def __init__(self, event: Event):
        self.awards, self.chain = event.award_places, chain_of(event)
        self.rounds = counted_rounds(event)
        self.ties: dict[tuple[str, int], list[PlayedTie]] = defaultdict(list)
        self.games: dict[int, PlayedTie] = {}  # by the round that the game is
        for each in played_ties(event):
            self.ties[each.tie.kind, each.tie.division.grade].append(each)
            for game in (*each.games, *([each.going] if each.going else ())):
                self.games[game.round_id] = each
        rows = Entrant.objects.filter(event=event).values_list(*_COLUMNS)
        self.entrants = {each.pk: each for each in map(_Competing._make, rows)}
        self.rows = self._rows(event)
        self.members: dict[int | None, list[_Competing]] = defaultdict(list)
        players: dict[int, list[EntrantRow]] = defaultdict(list)
        grades: dict[int, int] = {}
        for one in self.entrants.values():
            if one.division is not None and one.grade is not None:
                players[one.division].append(self.rows[one.pk])
                grades[one.division] = one.grade
            if one.plays_for:
                self.members[one.plays_for].append(one)
        self.players = {
            division: DivisionRanking(rows, self.chain, self.ties[TieKind.PLAYERS, grades[division]])
            for division, rows in players.items()
        }
        self.teams = self._teams()

    def _rows(self, event: Event) -> dict[int, EntrantRow]:
        points: dict[int, dict[str, int]] = defaultdict(dict)
        methods: Counter[int] = Counter()
        results = Result.objects.in_force().filter(round__in=self.rounds)
        columns = ("entrant", "round__position", "points", "methods")
        for entrant, position, brought, hit in results.values_list(*columns):
            points[entrant][str(position)] = brought
            methods[entrant] += hit
        less = points_taken(event, self.rounds)
        return {
            each.pk: EntrantRow(
                entrant=each.pk,
                points=points[each.pk],
                status=each.status,  # type: ignore[arg-type]  # the choices are the same words
                penalty=less[each.pk],
                measures={METHODS.slug: methods[each.pk]},
            )
            for each in self.entrants.values()
        }

    def _teams(self) -> dict[int, DivisionRanking]:
        self.team_of: dict[int | None, _Competing] = {each.team: each for each in self.entrants.values() if each.team}
        rows: dict[int, list[EntrantRow]] = defaultdict(list)
        for team_id, team in self.team_of.items():
            if self.members[team_id]:
                rows[self._grade(team_id)].append(self._team_row(team))
        return {
            grade: DivisionRanking(each, self.chain, self.ties[TieKind.TEAMS, grade]) for grade, each in rows.items()
        }

    def _grade(self, team_id: int | None) -> int:
        return team_grade(each.grade for each in self.members[team_id] if each.grade is not None)

    def _team_row(self, team: _Competing, instead: EntrantRow | None = None) -> EntrantRow:
        """A team's row; `instead` stands in place of the row of its entrant."""
        rows = {pk: self.rows[pk] for pk in (team.pk, *(each.pk for each in self.members[team.team]))}
        if instead:
            rows[instead.entrant] = instead
        return team_row(rows.pop(team.pk), list(rows.values()))

    @cached_property
    def shown(self) -> set[int]:
        """The ids of the rounds that count here."""
        return {each.pk for each in self.rounds} | self.games.keys()

    def stakes(self, of: SupposedPaper) -> Stakes:
        """The stakes of one paper."""
        if of.round.pk not in self.shown:
            return Stakes(of.stands.points, of.worst.points, of.best.points)
        if tie := self.games.get(of.round.pk):
            return self._of_a_game(of, tie)
        entrant, row = self.entrants[of.entrant_id], self.rows[of.entrant_id]
        position = str(of.round.position)
        now = row.points.get(position, of.stands.points)
        rows = [_row_with(row, position, worth, of.stands) for worth in (of.worst, of.best)]
        own, weight = self._own(entrant, row, rows)
        team, of_team = self._team(entrant, rows)
        return Stakes(now, of.worst.points, of.best.points, own, team, min(weight, of_team))

    def _of_a_game(self, of: SupposedPaper, tie: PlayedTie) -> Stakes:
        """The stakes of a tiebreaker's paper. It moves no points, but the line may decide the tie."""
        side, is_team = of.entrant_id, tie.tie.kind == TieKind.TEAMS
        ranking = self.teams[tie.tie.division.grade] if is_team else self.players[tie.tie.division_id]
        instead = [as_played(tie.tie, WhatIf(answers=each)) for each in of.answers]
        places, weight = ranking.places_with_tie(side, tie, instead, self.awards)
        may_decide = not _is_decided(tie, of.round.pk) and ranking.holds(tie)
        if may_decide:
            weight = min(weight, AWARD if tie.tie.place <= self.awards else RANK)
        own, team = (None, places) if is_team else (places, None)
        points = (of.stands.points, of.worst.points, of.best.points)
        return Stakes(*points, own, team, weight, may_decide=may_decide)

    def _own(self, entrant: _Competing, row: EntrantRow, rows: list[EntrantRow]) -> tuple[Places | None, int]:
        if entrant.division is None:
            return None, NOTHING
        worst, best = rows
        return self.players[entrant.division].move(row, worst, best, self.awards)

    def _team(self, entrant: _Competing, rows: list[EntrantRow]) -> tuple[Places | None, int]:
        team = self.team_of.get(entrant.plays_for or entrant.team)
        if team is None or not self.members[team.team]:
            return None, NOTHING
        now, (worst, best) = self._team_row(team), (self._team_row(team, each) for each in rows)
        return self.teams[self._grade(team.team)].move(now, worst, best, self.awards)


def _row_with(row: EntrantRow, round_: str, worth: Score, stands: Score) -> EntrantRow:
    """The row with another score in one round."""
    methods = row.measures[METHODS.slug] + worth.methods - stands.methods
    return replace(row, points={**row.points, round_: worth.points}, measures={METHODS.slug: methods})


def _is_decided(tie: PlayedTie, round_id: int) -> bool:
    """Whether the game of this round is decided."""
    games = zip(tie.games, tie.bracket.played, strict=True)
    return any(game.round_id == round_id and each.state not in ("waits", "held") for game, each in games)
