"""Who is expected in a round where substitutes play: of those who play one after the other in the same place one writes a
sheet, never two (NT-ST-10)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from django.db.models import Exists, OuterRef, Q

from ..models import Entrant, Keying, Round, Sheet

Sharers = tuple[Entrant, ...]  # of one place, in the order in which they took it over


@dataclass(frozen=True)
class Instead:
    """Entrants by the round's id. `left_out` are present and not expected, as another of their place has played the
    round or is to play it; `stayed` have left and are expected, as it was they who played it."""

    left_out: dict[int, Sharers]
    stayed: dict[int, Sharers]

    def expected(self, entrant: str = "", round_: str = "") -> Q:
        """Who is expected: the present, but for these. `entrant` is the path to the entrant, such as "entrant__", and
        `round_` that to the round, where rows of several rounds are asked for."""
        found = Q(**{f"{entrant}status": Entrant.Status.PRESENT})
        for who in _each(self.left_out, entrant, round_):
            found &= ~who
        for who in _each(self.stayed, entrant, round_):
            found |= who
        return found

    def more(self, round_: Round, divisions: Collection[int] | None = None) -> int:
        """By how many those expected in a round are more than those present, of these divisions where they are given."""
        stayed, left_out = (
            sum(divisions is None or each.division_id in divisions for each in who.get(round_.pk, ()))
            for who in (self.stayed, self.left_out)
        )
        return stayed - left_out


def _each(who: dict[int, Sharers], entrant: str, round_: str) -> Iterator[Q]:
    for number, entrants in who.items():
        in_it = {round_: number} if round_ else {}
        yield Q(**{f"{entrant}pk__in": [each.pk for each in entrants]}, **in_it)


def shared(event_id: int) -> list[Sharers]:
    """Who plays one after the other in the same place, for every place with a substitute; one query."""
    passed_on = Q(player__replaces__isnull=False) | Q(player__substitute__isnull=False)
    held = Entrant.objects.filter(passed_on, event=event_id).select_related("player").order_by("pk")
    by_player = {each.player_id: each for each in held}
    follows = {each.player.replaces_id: each for each in by_player.values()}
    found = []
    for each in by_player.values():
        if each.player.replaces_id is None:
            sharers = [each]
            while (last := sharers[-1].player_id) in follows:
                sharers.append(follows[last])
            found.append(tuple(sharers))
    return found


def sharers_of(entrant: Entrant) -> Sharers:
    """Everybody who plays in the entrant's place, herself too; nobody where it has no substitute. One query."""
    return next((each for each in shared(entrant.event_id) if entrant in each), ())


def instead(rounds: Iterable[Round]) -> Instead:
    """For rounds of one event; one query where the event has no substitutes, else two. Teams have none, and the sides
    of a tiebreaker are who they are. Where nobody has played yet, the last of those present is expected."""
    of_players = [each for each in rounds if not (each.tiebreaker or each.rules.for_teams)]
    known = shared(of_players[0].event_id) if of_players else []
    played = _played(of_players, known) if known else set()
    left_out: dict[int, Sharers] = defaultdict(tuple)
    stayed: dict[int, Sharers] = defaultdict(tuple)
    for round_, sharers in product(of_players, known):
        hers = [each for each in sharers if (round_.pk, each.pk) in played]
        here = [each for each in sharers if each.status == Entrant.Status.PRESENT]
        kept = hers or here[-1:]
        left_out[round_.pk] += tuple(each for each in here if each not in kept)
        stayed[round_.pk] += tuple(each for each in hers if each.status == Entrant.Status.WITHDRAWN)
    return Instead(left_out, stayed)


def _played(rounds: Iterable[Round], known: Iterable[Sharers]) -> set[tuple[int, int]]:
    """(round, entrant) where a sheet of hers is back, or somebody has begun to type it."""
    begun = Keying.objects.filter(sheet=OuterRef("pk")).exclude(state=Keying.State.DROPPED)
    who = [each.pk for sharers in known for each in sharers]
    hers = Sheet.objects.filter(round__in=rounds, entrant__in=who)
    there = hers.filter(Q(returned_at__isnull=False) | Exists(begun), spoilt_at__isnull=True)
    return set(there.values_list("round_id", "entrant_id"))
