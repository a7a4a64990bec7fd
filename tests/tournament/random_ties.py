"""Tiebreakers of the random events: rows past the actions, as in `random_events`."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from judging.games.formats import FORMATS
from judging.games.paper import Box, label_of
from judging.results.ties import has_tiebreak, ties_at
from tournament.models import (
    Division,
    DivisionPuzzle,
    Entrant,
    Player,
    Puzzle,
    PuzzleVersion,
    Round,
    Team,
    Tie,
    TieGame,
    TieSide,
)
from tournament.models.rounds import TIEBREAKER
from tournament.ties.actions import seed_of
from tournament.ties.queries import TABLES

if TYPE_CHECKING:
    from tests.tournament.random_events import Drawn

MOST_GAMES = 6


def play_ties(drawn: Drawn, arrival: int) -> None:
    """Draw most ties for an award and play some of their games; mostly the right sides meet."""
    for division in drawn.event.divisions.order_by("grade"):
        for kind in sorted(TABLES):
            table = TABLES[kind](drawn.event, division)
            for level in ties_at(table.standing, drawn.event.award_places):
                if has_tiebreak(table.chain) and drawn.chance.random() < 0.85:
                    tie = _tie(drawn, division, kind, level)
                    while drawn.chance.random() < 0.9 and _game(drawn, tie, arrival):
                        pass
                    _call_otherwise(tie)


def _call_otherwise(tie: Tie) -> None:
    """Sometimes give a side another number or name after the draw; the draw stays."""
    chance = Random(tie.seed)  # of its own, so that another name changes nothing else in the event
    side = chance.choice(list(tie.sides.select_related("player", "team").order_by("pk")))
    if chance.random() < 0.3:
        if side.player:
            Player.objects.filter(pk=side.player_id).update(number=side.player.number + 500)
        else:
            Team.objects.filter(pk=side.team_id).update(name=f"{side.team.name} of today")


def _tie(drawn: Drawn, division: Division, kind: str, level) -> Tie:
    from tests.tournament.random_events import NOW

    tie = Tie.objects.create(
        event=drawn.event,
        division=division,
        kind=kind,
        place=level.first,
        seed=seed_of(drawn.event, division.grade, kind, level.first),
        made_by=drawn.helper,
        made_at=NOW,
    )
    for side in Entrant.objects.filter(pk__in=level.entrants).select_related("player", "team").order_by("pk"):
        TieSide.objects.create(tie=tie, entrant=side, drawn_as=side.label)
    return tie


def _game(drawn: Drawn, tie: Tie, arrival: int) -> bool:
    """Play one more game; False if none is due."""
    from tests.tournament import random_events

    chance, games = drawn.chance, tie.games.count()
    table = TABLES[tie.kind](drawn.event, tie.division)
    played = next(each for each in table.ties if each.tie == tie)
    pair = played.bracket.next
    if pair is None or played.going or games >= MOST_GAMES:
        return False
    sides = sorted(Entrant.objects.in_bulk([int(each) for each in pair]).values(), key=lambda each: each.pk)
    if chance.random() < 0.1:  # a ruling can cause this: two sides that should not meet
        sides = list(tie.sides.order_by("pk")[:2])
    round_ = _round(drawn, tie)
    first, second = chance.sample(sides, 2)
    TieGame.objects.create(tie=tie, number=games + 1, round=round_, first=first, second=second)
    puzzle = _puzzle(drawn, tie, round_)
    typed = [each for each in (first, second) if chance.random() < 0.97]
    for side in typed:
        random_events.write_sheet(drawn, round_, side, 1)
        drawn.papers.append((round_, side))
    random_events.rule(drawn, puzzle, chance.randint(0, 3))
    drawn.count(arrival, [round_])
    return True


def _round(drawn: Drawn, tie: Tie) -> Round:
    rules = FORMATS[TIEBREAKER]
    last = drawn.event.rounds.order_by("position").last()
    return Round.objects.create(
        event=drawn.event,
        position=last.position + 1,
        name="Tiebreaker",
        format=TIEBREAKER,
        preset=rules.presets[0].slug,
        settings={"values": {}, "by_grade": {}},
        edition={"edition": rules.edition},
        status=drawn.chance.choice(("marking", "final")),
    )


def _puzzle(drawn: Drawn, tie: Tie, round_: Round) -> Puzzle:
    from tests.tournament import random_events

    puzzle = Puzzle.objects.create(round=round_)
    stored = [Box(label_of("Set", 1), (1, 2, 3, 4), Fraction(24)).export()]
    puzzle.active = PuzzleVersion.objects.create(puzzle=puzzle, number=1, boxes=stored)
    puzzle.save()
    DivisionPuzzle.objects.create(round=round_, division=tie.division, puzzle=puzzle)
    random_events.judge(drawn, round_, puzzle.active)
    return puzzle
