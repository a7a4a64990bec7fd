"""The grades of an event with their numbers of players and teams, its rounds with their numbers of sheets, and one
round by grade: its questions and the points of its players, or of its teams in a format for teams."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, Max, OuterRef

from judging.games.paper import Box

from ..models import Division, Entrant, Event, Keying, Round, Sheet, Team
from ..roster.substitutes import playing, substitutions
from ..rounds.expected_sheets import counting_as_nothing, entrants_of
from ..scoring.questions import versions
from ..standings.points import Points
from ..standings.standings import contender
from ..standings.standings_table import Contender, StandingsTable
from ..ties.queries import rounds_of
from ..web.snapshot import cached_in_snapshot


@dataclass(frozen=True)
class Grade:
    """A division with its numbers of players present and of teams (NT-ST-3)."""

    division: Division
    players: int
    teams: int


@dataclass(frozen=True)
class ProgrammeRound:
    """A round with the number of its agreed sheets, without the `lost` ones, which count as nothing."""

    round: Round
    sheets: int
    lost: int

    @property
    def is_tiebreaker(self) -> bool:
        """Whether it is a game between two sides of a tie."""
        return self.round.tiebreaker is not None


def grades(event: Event) -> list[Grade]:
    present = Entrant.objects.filter(event=event, status=Entrant.Status.PRESENT)
    players = dict(present.values_list("player__division").annotate(Count("pk")))
    highest = Team.objects.filter(event=event).annotate(grade=Max("members__division__grade"))
    teams = Counter(highest.values_list("grade", flat=True))
    return [Grade(division, players.get(division.pk, 0), teams[division.grade]) for division in event.divisions.all()]


def programme(event: Event) -> list[ProgrammeRound]:
    """The rounds of the event, with tiebreakers."""
    lost = counting_as_nothing(Keying.objects.filter(state=Keying.State.AGREED))
    agreed = Sheet.objects.filter(round__event=event, keyings__state=Keying.State.AGREED)
    agreed = agreed.annotate(is_lost=Exists(lost.filter(sheet=OuterRef("pk"))))
    counts = Counter({tuple(key): n for *key, n in agreed.values_list("round", "is_lost").annotate(Count("pk"))})
    return [ProgrammeRound(each, counts[each.pk, False], counts[each.pk, True]) for each in rounds_of(event)]


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
