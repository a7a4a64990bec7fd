"""Who plays a round: its grades, and its players where substitutes play. A player and their substitutes share a place,
and one of them writes a sheet (NT-ST-10)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.db.models import Exists, OuterRef, Q

from ..models import Entrant, Keying, Player, Round, Sheet

Sharers = tuple[Entrant, ...]  # of one place, in the order in which they took it over


@dataclass(frozen=True)
class Substitutions:
    """Entrants by the round's id. `left_out` are present but not expected: somebody else of their place plays the
    round. `stayed` have left but are expected: they played the round before they left."""

    left_out: dict[int, Sharers]
    stayed: dict[int, Sharers]

    def expected(self, entrant: str = "", round_: str = "") -> Q:
        """The condition for expected entrants: the present, with these exceptions. `entrant` is the path to the
        entrant, such as "entrant__"; `round_` the path to the round, if the query has rows of several rounds."""
        condition = Q(**{f"{entrant}status": Entrant.Status.PRESENT})
        for who in _conditions(self.left_out, entrant, round_):
            condition &= ~who
        for who in _conditions(self.stayed, entrant, round_):
            condition |= who
        return condition

    def more(self, round_: Round, divisions: Collection[int] | None = None) -> int:
        """How many more are expected in a round than are present, counting only `divisions` if given."""
        stayed, left_out = (
            sum(divisions is None or each.division_id in divisions for each in who.get(round_.pk, ()))
            for who in (self.stayed, self.left_out)
        )
        return stayed - left_out


def _conditions(who: dict[int, Sharers], entrant: str, round_: str) -> Iterator[Q]:
    for number, entrants in who.items():
        in_it = {round_: number} if round_ else {}
        yield Q(**{f"{entrant}pk__in": [each.pk for each in entrants]}, **in_it)


def shared(event_id: int) -> list[Sharers]:
    """The players of every place with a substitute, in the order in which they played; mostly there is none."""
    if not Player.objects.filter(replaces__isnull=False, event=event_id).exists():
        return []
    passed_on = Q(replaces__isnull=False) | Q(substitute__isnull=False)
    held = Player.objects.filter(passed_on, event=event_id).select_related("entrant").order_by("entrant")
    follows = {each.replaces_id: each for each in held}
    groups = []
    for each in held:
        if each.replaces_id is None:
            sharers = [each]
            while (last := sharers[-1].pk) in follows:
                sharers.append(follows[last])
            groups.append(tuple(one.entrant for one in sharers))
    return groups


def sharers_of(entrant: Entrant) -> Sharers:
    """All who share the entrant's place, the entrant too; empty if it has no substitute."""
    return next((each for each in shared(entrant.event_id) if entrant in each), ())


def substitutions(rounds: Iterable[Round]) -> Substitutions:
    """The substitutions of rounds of one event; one query without substitutes, else three. Team rounds and tiebreakers
    have none. Where nobody of a place has played yet, the last one present is expected."""
    of_players = [each for each in rounds if not (each.tiebreaker or each.rules.for_teams)]
    known = shared(of_players[0].event_id) if of_players else []
    played = _played(of_players, known) if known else set()
    left_out: dict[int, Sharers] = defaultdict(tuple)
    stayed: dict[int, Sharers] = defaultdict(tuple)
    for round_, sharers in product(of_players, known):
        played_by = [each for each in sharers if (round_.pk, each.pk) in played]
        here = [each for each in sharers if each.status == Entrant.Status.PRESENT]
        playing = played_by or here[-1:]
        left_out[round_.pk] += tuple(each for each in here if each not in playing)
        stayed[round_.pk] += tuple(each for each in played_by if each.status == Entrant.Status.WITHDRAWN)
    return Substitutions(left_out, stayed)


def _played(rounds: Iterable[Round], known: Iterable[Sharers]) -> set[tuple[int, int]]:
    """(round id, entrant id) where a sheet of the entrant is back, or somebody has begun to type it."""
    begun = Keying.objects.filter(sheet=OuterRef("pk")).exclude(state=Keying.State.DROPPED)
    who = [each.pk for sharers in known for each in sharers]
    sheets = Sheet.objects.filter(round__in=rounds, entrant__in=who)
    begun_or_back = sheets.filter(Q(returned_at__isnull=False) | Exists(begun), spoilt_at__isnull=True)
    return set(begun_or_back.values_list("round_id", "entrant_id"))


# the grades that play


def playing(round_: Round, divisions: Iterable[Any], with_teams: Collection[int] | None = None) -> list[Any]:
    """Of these grades those that play the round: in a round for teams those with a team, once the event has one.
    `with_teams` are the ids of these grades, if they are known already."""
    divisions = list(divisions)
    if not round_.rules.for_teams or round_.tiebreaker:
        return divisions
    teams = grades_with_teams(round_.event_id) if with_teams is None else with_teams
    return [each for each in divisions if each.pk in teams] if teams else divisions


def grades_with_teams(event_id: int) -> set[int]:
    teams = Entrant.objects.filter(event=event_id, team__isnull=False, division__isnull=False)
    return set(teams.values_list("division", flat=True))
