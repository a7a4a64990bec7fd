"""One round, grade by grade: what was asked and what it brought."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from judging.games.paper import Box

from ..models import Division, DivisionPuzzle, Entrant, Event, PuzzleVersion, Round
from .points import Points
from .standings import player_contender
from .tables import Contender, Table


@dataclass(frozen=True)
class GradeInRound:
    """A division in a round. `table` ranks whose sheets are in; `missing` counts who is present and has none."""

    division: Division
    boxes: tuple[Box, ...]
    table: Table
    missing: int

    @property
    def one_set(self) -> tuple[int, ...]:
        """The numbers that all boxes share; empty where they differ."""
        sets = {box.numbers for box in self.boxes}
        return self.boxes[0].numbers if len(sets) == 1 else ()

    @property
    def one_target(self) -> Fraction | None:
        """The target that all boxes share."""
        targets = {box.target for box in self.boxes}
        return self.boxes[0].target if len(targets) == 1 else None


def grades_in(event: Event, round_: Round) -> list[GradeInRound]:
    """Every division in a round that may be shown; none in a round that contestants still have before them."""
    if not round_.shows_puzzles:
        return []
    entrants = list(Entrant.objects.filter(event=event).exclude(player=None).select_related("player__team"))
    points, versions = Points([round_], entrants), asked_in(round_)
    players: dict[int, list[Contender]] = defaultdict(list)
    missing: dict[int, int] = defaultdict(int)
    for entrant in entrants:
        if points.has(entrant, round_):
            players[entrant.player.division_id].append(player_contender(event, points, entrant))
        elif entrant.status == Entrant.Status.PRESENT:
            missing[entrant.player.division_id] += 1
    return [
        GradeInRound(
            each,
            versions[each.pk].read_boxes() if each.pk in versions else (),
            points.table(players[each.pk]),
            missing[each.pk],
        )
        for each in event.divisions.all()
    ]


def asked_in(round_: Round) -> dict[int, PuzzleVersion]:
    """What every division is asked in a round: the puzzle version by the division's id."""
    held = DivisionPuzzle.objects.filter(round=round_).select_related("puzzle__active")
    return {each.division_id: each.puzzle.version for each in held if each.puzzle.active}
