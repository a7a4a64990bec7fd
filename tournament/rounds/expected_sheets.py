"""The entrants that should hand in a sheet in a round, and how many of the sheets are typed and missing.

Sheets are expected of players or teams that are present and have a puzzle; in a tiebreaker, of its two sides. Of a
player and a substitute, it is the one who plays the round (NT-ST-10)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, QuerySet

from ..models import Division, DivisionPuzzle, Entrant, Event, Keying, Mark, Round, Sheet
from ..roster.substitutes import Substitutions, substitutions

Present = Counter[tuple[bool, int]]  # (is a team, division id) -> how many are present


def entrants_of(round_: Round) -> QuerySet[Entrant]:
    """All entrants this round is for, present or not, in every grade."""
    if game := round_.tiebreaker:
        return Entrant.objects.filter(pk__in=[game.first_id, game.second_id])
    return Entrant.objects.filter(event=round_.event_id, player__isnull=round_.rules.for_teams)


def expected(round_: Round) -> QuerySet[Entrant]:
    """The entrants that are present and have a puzzle in this round. Of those who share a place, only the one who
    played it, even if they have left since (NT-ST-10)."""
    asked = Division.objects.filter(division_puzzles__round=round_)
    return entrants_of(round_).filter(substitutions([round_]).expected(), division__in=asked)


def present(event: Event) -> Present:
    """How many players and teams of each division are present; one query."""
    there = Entrant.objects.filter(event=event, status=Entrant.Status.PRESENT, division__isnull=False)
    there = there.annotate(is_team=ExpressionWrapper(Q(player__isnull=True), BooleanField()))
    counted = there.order_by().values_list("is_team", "division").annotate(Count("pk"))
    return Counter({(bool(is_team), division): count for is_team, division, count in counted})


def with_sides(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The rounds with what `how_many` needs of tiebreakers, in the same query."""
    return rounds.select_related("tie_game__tie", "tie_game__first", "tie_game__second")


def how_many(
    round_: Round, there: Present, substituted: Substitutions, divisions: Collection[int] | None = None
) -> int:
    """How many should hand in a sheet, in `divisions` only if given."""
    if game := round_.tiebreaker:
        return sum(side.status == Entrant.Status.PRESENT for side in (game.first, game.second))
    teams = round_.rules.for_teams
    here = sum(
        n for (team, division), n in there.items() if team == teams and (divisions is None or division in divisions)
    )
    return here + substituted.more(round_, divisions)


def counting_as_nothing(keyings: QuerySet[Keying]) -> QuerySet[Keying]:
    """Of some keyings those that say that a lost sheet counts as nothing."""
    return keyings.filter(state__in=Keying.DONE, submissions__mark=Mark.SHEET_LOST)


@dataclass(frozen=True)
class Pile:
    """A round with how many of its sheets are `typed` from paper, and how many there should be. `as_nothing` others are
    lost and count as nothing: no page counts them as typed or checked. `unconfirmed` wait to be confirmed; `unusable`
    is how many are expected and have nothing but sheets that are spoilt."""

    round: Round
    typed: int
    expected: int
    unconfirmed: int = 0
    unusable: int = 0
    as_nothing: int = 0

    @property
    def to_do(self) -> int:
        return self.expected - self.typed - self.as_nothing

    @property
    def not_agreed(self) -> int:
        """How many are still to type, to confirm or to replace. The round is typed when there are none."""
        return self.to_do + self.unusable + self.unconfirmed


def piles_of(event: Event, rounds: Sequence[Round]) -> list[Pile]:
    """The piles of these rounds, which come `with_sides`; four queries and, where the event has substitutes, one more.

    A pile counts sheets that are typed, being typed or recalled, and the sheet of everybody who is expected, made or
    not. The sheet of somebody who is not expected does not stand in for a missing one.
    """
    there, substituted, asked = present(event), substitutions(rounds), _asked(event)
    counted = _counted(event, substituted)
    planned = {each.pk for each in rounds if each.status == Round.Status.PLANNED}
    return [
        _pile(each, how_many(each, there, substituted, None if each.pk in planned else asked[each.pk]), counted)
        for each in rounds
    ]


def _asked(event: Event) -> dict[int, set[int]]:
    """Round -> the divisions that are asked something in it. For a planned round this is not known yet."""
    asked: dict[int, set[int]] = defaultdict(set)
    held = DivisionPuzzle.objects.filter(round__event=event)
    for round_id, division_id in held.values_list("round", "division"):
        asked[round_id].add(division_id)
    return asked


def _pile(round_: Round, expected: int, counted: dict[int, dict[str, int]]) -> Pile:
    of = counted.get(round_.pk) or dict.fromkeys(("done", "there", "unconfirmed", "have", "usable", "as_nothing"), 0)
    without = max(0, expected - of["have"])
    unusable = of["have"] - of["usable"]
    typed = of["done"] - of["as_nothing"]
    return Pile(round_, typed, of["there"] + without, of["unconfirmed"], unusable, of["as_nothing"])


def _counted(event: Event, substituted: Substitutions) -> dict[int, dict[str, int]]:
    """The sheets that somebody has, by round, in one query."""
    in_turn = Keying.objects.filter(sheet=OuterRef("pk"), turn=OuterRef("turn"))
    begun = in_turn.exclude(state=Keying.State.DROPPED)
    sheets = Sheet.objects.filter(round__event=event, entrant__isnull=False).alias(
        is_done=Exists(in_turn.filter(state__in=Keying.DONE)),
        is_nothing=Exists(counting_as_nothing(in_turn)),
        is_unconfirmed=Exists(in_turn.filter(state=Keying.State.PROPOSED)),
        is_begun=Exists(begun),
    )
    here, usable = substituted.expected("entrant__", "round"), Q(spoilt_at__isnull=True)
    awaited = here & (Q(lost_at__isnull=True) | ~Q(kind=Sheet.Kind.SPARE) | Q(number=1))
    counted: QuerySet[Any, Any] = (
        sheets.order_by()
        .values("round")
        .annotate(
            done=Count("pk", filter=usable & Q(is_done=True)),
            as_nothing=Count("pk", filter=usable & Q(is_nothing=True)),
            unconfirmed=Count("pk", filter=usable & Q(is_unconfirmed=True)),
            there=Count("pk", filter=usable & (Q(is_begun=True) | Q(turn__gt=1) | awaited)),
            have=Count("entrant", filter=here, distinct=True),
            usable=Count("entrant", filter=here & usable, distinct=True),
        )
    )
    return {each["round"]: each for each in counted}
