"""One round, grade by grade: what was asked and what it brought to its players or, in a format for teams, to its teams."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from judging.games.paper import Box

from ..models import Division, Entrant, Event, Round
from .expected import entrants_of
from .points import Points
from .questions import versions
from .snapshot import once
from .standings import player_contender
from .substitutes import instead
from .tables import Contender, Table


@dataclass(frozen=True)
class GradeInRound:
    """A division in a round. `table` ranks whose sheets are in; `missing` counts who is expected and has none. `kind`
    says who they are: "players" or "teams"."""

    division: Division
    boxes: tuple[Box, ...]
    table: Table
    missing: int
    kind: str = "players"

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


@once
def grades_in(event: Event, round_: Round) -> list[GradeInRound]:
    """Every division in a round that may be shown; none in a round that contestants still have before them. A
    tiebreaker has the division of its tie alone. Penalties belong to no round."""
    if not round_.shows_puzzles:
        return []
    entrants = list(entrants_of(round_).select_related("player__team", "team"))
    points, asked = Points([round_], entrants), versions(round_)
    contenders: dict[int, list[Contender]] = defaultdict(list)
    missing: dict[int, int] = defaultdict(int)
    left_out = _left_out(round_, entrants)
    for entrant in entrants:
        if points.has(entrant, round_):
            contenders[entrant.division_id].append(_contender(event, points, entrant))
        elif entrant.status == Entrant.Status.PRESENT and entrant not in left_out:
            missing[entrant.division_id] += 1
    game = round_.tiebreaker
    return [
        GradeInRound(
            each,
            asked[each.pk].read_boxes() if each.pk in asked else (),
            points.table(contenders[each.pk]),
            missing[each.pk],
            "teams" if round_.for_teams else "players",
        )
        for each in event.divisions.all()
        if game is None or game.tie.division_id == each.pk
    ]


def _left_out(round_: Round, entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Who is present and not expected, as another one played in her place; no query where there are no substitutes."""
    if any(each.player_id and each.player.replaces_id for each in entrants):
        return instead([round_]).left_out.get(round_.pk, ())
    return ()


def _contender(event: Event, points: Points, entrant: Entrant) -> Contender:
    if entrant.player_id:
        return player_contender(event, points, entrant)
    team = entrant.team
    return Contender(team, points.row(entrant, team.name, (team.name.casefold(), team.pk)), (entrant.pk,))
