"""One round by grade: its questions and the points of its players, or of its teams in a format for teams."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from judging.games.paper import Box

from ..models import Division, Entrant, Event, Round
from ..roster.substitutes import playing, substitutions
from ..rounds.expected_sheets import entrants_of
from ..scoring.questions import versions
from ..standings.points import Points
from ..standings.standings import contender
from ..standings.standings_table import Contender, StandingsTable
from ..web.snapshot import cached_in_snapshot


@dataclass(frozen=True)
class GradeInRound:
    """A division in a round. `table` ranks those with a marked sheet; `missing` is how many have none. `kind` is
    "players" or "teams"."""

    division: Division
    boxes: tuple[Box, ...]
    table: StandingsTable
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


@cached_in_snapshot
def grades_in(event: Event, round_: Round) -> list[GradeInRound]:
    """Every division that plays a round, [] if the round may not be shown yet; of a tiebreaker that of its tie.
    Penalties are not counted."""
    if not round_.shows_puzzles:
        return []
    entrants = list(entrants_of(round_).select_related("player__team", "team"))
    points, version_of = Points([round_], entrants), versions(round_)
    contenders: dict[int, list[Contender]] = defaultdict(list)
    missing: dict[int, int] = defaultdict(int)
    left_out = _left_out(round_, entrants)
    for entrant in entrants:
        if points.has(entrant, round_):
            contenders[entrant.plays_in].append(contender(event, points, entrant))
        elif entrant.status == Entrant.Status.PRESENT and entrant not in left_out:
            missing[entrant.plays_in] += 1
    game = round_.tiebreaker
    return [
        GradeInRound(
            each,
            version_of[each.pk].read_boxes() if each.pk in version_of else (),
            points.table(contenders[each.pk]),
            missing[each.pk],
            "teams" if round_.for_teams else "players",
        )
        for each in playing(round_, event.divisions.all(), {entrant.plays_in for entrant in entrants} - {0})
        if game is None or game.tie.division_id == each.pk
    ]


def _left_out(round_: Round, entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The players who are present but whose substitute played this round. No query without substitutes."""
    if any(each.player and each.player.replaces_id for each in entrants):
        return substitutions([round_]).left_out.get(round_.pk, ())
    return ()
