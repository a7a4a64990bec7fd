"""What a dispute can change: the best and the worst that its lines could count as, and the places that follow.

Each disputed line is supposed to count as one more different method that hits, and as nothing; all else stays as it
stands. The standings are worked out once for all disputes, and places are looked up in them. A line of a tiebreaker moves no
points: it may decide who goes out, so the tie is played again with it.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from judging.games.paper import Answer, Score
from judging.results.chains import METHODS
from judging.results.standings import Row
from judging.results.teams import team_grade, team_row

from ..models import Dispute, Entrant, Event, Result, Round, Sheet, TieKind
from .criteria import chain_of
from .ladder import AWARD, NOTHING, RANK, Ladder, Places
from .penalties import taken
from .scoring import Question, Scoring
from .standings import counted_rounds
from .tiebreakers import PlayedTie, as_played, played_ties
from .what_if import Line, WhatIf


@dataclass(frozen=True)
class Reach:
    """Points of the entrant in the round and places in the division. A place is None for who is not ranked, and for
    a team where the contestant has none. `weight` is AWARD, RANK or NOTHING, of anybody's place."""

    now: int = 0
    worst: int = 0
    best: int = 0
    own: Places | None = None
    team: Places | None = None
    weight: int = NOTHING

    @property
    def moves_others_alone(self) -> bool:
        """Whether only others' places change, as when somebody who stood alone on a place must share it."""
        ranked = [places for places in (self.own, self.team) if places]
        return self.weight != NOTHING and all(places.worst == places.best for places in ranked)

    @property
    def said(self) -> str:
        return {
            AWARD: _("can change an award"),
            RANK: _("can change a rank"),
            NOTHING: _("cannot change a rank"),
        }[self.weight]


def reach_of(event: Event, disputes: Sequence[Dispute]) -> dict[int, Reach]:
    """What each dispute can change, by its id; they come with round, sheet and entrant. The queries do not grow with
    them, nor with who competes, but for those about a tiebreaker."""
    if not disputes:
        return {}
    standing = _Standing(event)
    shown = {round_.pk for round_ in counted_rounds(event)} | standing.games.keys()
    papers = _papers([each.sheet for each in disputes if each.sheet.round_id in shown])
    return {
        each.pk: standing.reach(each, of)
        if (of := papers.get((each.sheet.round_id, each.sheet.entrant_id)))
        else Reach()
        for each in disputes
    }


class _Paper(NamedTuple):
    """What one entrant was asked in one round and wrote."""

    question: Question
    lines: list[Line]

    def score(self, answers: Mapping[int, Answer]) -> Score:
        return self.question.score(self.lines[0].division_id, self.lines, answers)


def _papers(sheets: Sequence[Sheet]) -> dict[tuple[int, int], _Paper]:
    """By the ids of round and entrant; who was asked nothing or wrote nothing is left out."""
    rounds = Round.objects.select_related("event").filter(pk__in={each.round_id for each in sheets})
    scoring = Scoring(rounds, {each.entrant_id for each in sheets if each.entrant_id})
    return {
        seat: _Paper(question, lines)
        for seat, lines in scoring.by_seat.items()
        if (question := scoring.question_of(seat))
    }


class _Competing(NamedTuple):
    """An entrant in columns: a thousand rows of the database as objects would take longer than all the rest."""

    pk: int
    status: str
    team: int | None  # the team that it is
    player: int | None
    division: int | None  # a player's
    grade: int | None
    plays_for: int | None


_COLUMNS = (
    "pk",
    "status",
    "team",
    "player",
    "player__division",
    "player__division__grade",
    "player__team",
)


class _Standing:
    """Everyone's row, and the ladders of the divisions, of players and of teams: five queries, and some for each tie."""

    def __init__(self, event: Event):
        self.awards, self.chain = event.award_places, chain_of(event)
        self.ties: dict[tuple[str, int], list[PlayedTie]] = defaultdict(list)
        self.games: dict[int, PlayedTie] = {}  # by the round that the game is
        for each in played_ties(event):
            self.ties[each.tie.kind, each.tie.division.grade].append(each)
            for game in (*each.games, *([each.going] if each.going else ())):
                self.games[game.round_id] = each
        found = Entrant.objects.filter(event=event).values_list(*_COLUMNS)
        self.entrants = {each.pk: each for each in map(_Competing._make, found)}
        self.rows = self._rows(event)
        self.members: dict[int, list[_Competing]] = defaultdict(list)
        players: dict[int, list[Row]] = defaultdict(list)
        grades: dict[int, int] = {}
        for one in self.entrants.values():
            if one.player:
                players[one.division].append(self.rows[one.pk])
                grades[one.division] = one.grade
            if one.plays_for:
                self.members[one.plays_for].append(one)
        self.players = {
            division: Ladder(rows, self.chain, self.ties[TieKind.PLAYERS, grades[division]])
            for division, rows in players.items()
        }
        self.teams = self._teams()

    def _rows(self, event: Event) -> dict[int, Row]:
        points: dict[int, dict[str, int]] = defaultdict(dict)
        methods: Counter[int] = Counter()
        rounds = counted_rounds(event)
        results = Result.objects.in_force().filter(round__in=rounds)
        columns = ("entrant", "round__position", "points", "methods")
        for entrant, position, brought, hit in results.values_list(*columns):
            points[entrant][str(position)] = brought
            methods[entrant] += hit
        less = taken(event, rounds)
        return {
            each.pk: Row(
                entrant=each.pk,
                points=points[each.pk],
                status=each.status,  # type: ignore[arg-type]  # the choices are the same words
                penalty=less[each.pk],
                measures={METHODS.slug: methods[each.pk]},
            )
            for each in self.entrants.values()
        }

    def _teams(self) -> dict[int, Ladder]:
        self.team_of = {each.team: each for each in self.entrants.values() if each.team}
        rows: dict[int, list[Row]] = defaultdict(list)
        for team_id, team in self.team_of.items():
            if self.members[team_id]:
                rows[self._grade(team_id)].append(self._team_row(team))
        return {
            grade: Ladder(each, self.chain, self.ties[TieKind.TEAMS, grade]) for grade, each in rows.items()
        }

    def _grade(self, team_id: int) -> int:
        return team_grade(each.grade for each in self.members[team_id])

    def _team_row(self, team: _Competing, instead: Row | None = None) -> Row:
        """A team's row; `instead` stands in place of the row of its entrant."""
        rows = {pk: self.rows[pk] for pk in (team.pk, *(each.pk for each in self.members[team.team]))}
        if instead:
            rows[instead.entrant] = instead
        return team_row(rows.pop(team.pk), list(rows.values()))

    def reach(self, dispute: Dispute, of: _Paper) -> Reach:
        """The reach of a dispute about a sheet."""
        if tie := self.games.get(of.question.round.pk):
            return self._of_a_game(dispute, of, tie)
        entrant, row = self.entrants[dispute.sheet.entrant_id], self.rows[dispute.sheet.entrant_id]
        stands, worst, best = _worth(dispute, of)
        round_ = str(of.question.round.position)
        now = row.points.get(round_, stands.points)
        rows = [_row_with(row, round_, worth, stands) for worth in (worst, best)]
        own, weight = self._own(entrant, row, rows)
        team, of_team = self._team(entrant, rows)
        return Reach(now, worst.points, best.points, own, team, min(weight, of_team))

    def _of_a_game(self, dispute: Dispute, of: _Paper, tie: PlayedTie) -> Reach:
        """A tiebreaker moves no points. One that is not decided may be decided by the line, whatever else it waits for."""
        stands, worst, best = _worth(dispute, of)
        side, is_team = dispute.sheet.entrant_id, tie.tie.kind == TieKind.TEAMS
        ladder = self.teams[tie.tie.division.grade] if is_team else self.players[tie.tie.division_id]
        instead = [as_played(tie.tie, WhatIf(answers=each)) for each in _otherwise(dispute, of)]
        places, weight = ladder.turn(side, tie, instead, self.awards)
        if not _is_decided(tie, of.question.round.pk) and ladder.holds(tie):
            weight = min(weight, AWARD if tie.tie.place <= self.awards else RANK)
        own, team = (None, places) if is_team else (places, None)
        return Reach(stands.points, worst.points, best.points, own, team, weight)

    def _own(self, entrant: _Competing, row: Row, rows: list[Row]) -> tuple[Places | None, int]:
        if entrant.player is None:
            return None, NOTHING
        worst, best = rows
        return self.players[entrant.division].move(row, worst, best, self.awards)

    def _team(self, entrant: _Competing, rows: list[Row]) -> tuple[Places | None, int]:
        team = self.team_of.get(entrant.plays_for or entrant.team)
        if team is None or not self.members[team.team]:
            return None, NOTHING
        now, (worst, best) = self._team_row(team), (self._team_row(team, each) for each in rows)
        return self.teams[self._grade(team.team)].move(now, worst, best, self.awards)


def _row_with(row: Row, round_: str, worth: Score, stands: Score) -> Row:
    """The row with another score in one round."""
    methods = row.measures[METHODS.slug] + worth.methods - stands.methods
    return replace(row, points={**row.points, round_: worth.points}, measures={METHODS.slug: methods})


def _is_decided(tie: PlayedTie, round_id: int) -> bool:
    """Whether it is known what came of the game that is this round."""
    games = zip(tie.games, tie.bracket.played, strict=True)
    return any(game.round_id == round_id and each.state not in ("waits", "held") for game, each in games)


def _worth(dispute: Dispute, of: _Paper) -> tuple[Score, Score, Score]:
    """The entrant's score in the round: as the record stands, at worst and at best."""
    stands, *others = (of.score(answers) for answers in ({}, *_otherwise(dispute, of)))
    by_worth = sorted((stands, *others), key=lambda worth: (worth.points, worth.methods))
    return stands, by_worth[0], by_worth[-1]


def _otherwise(dispute: Dispute, of: _Paper) -> tuple[Mapping[int, Answer], Mapping[int, Answer]]:
    """What the disputed lines are supposed to count as, by their ids: as hits, and as nothing."""
    disputed = [line for line in of.lines if line.pk == dispute.submission_id] or [
        line for line in of.lines if line.sheet_id == dispute.sheet_id
    ]
    hits = {
        line.pk: Answer(
            line.pk,
            line.box,
            "judged",
            on_target=True,
            distance=0,
            method=f"disputed line {line.pk}",
            value=of.question.on.boxes[line.box].target,
        )
        for line in disputed
        if line.box < len(of.question.on.boxes)
    }
    return hits, {line.pk: Answer(line.pk, line.box, "nothing") for line in disputed}
