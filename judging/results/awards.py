"""Places to awards: who gets which, who shares one, and what a tiebreaker still has to decide (NT-AW-1 to NT-AW-4)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from judging.messages import Fact, Message, message, ordinal, points
from judging.results.brackets import Bracket, with_tiebreaks
from judging.results.standings import Ranked, Standing, rank
from judging.results.ties import AwardTie, has_tiebreak, ties_at

AwardState = Literal["given", "shared", "left_out", "open", "nobody"]


@dataclass(frozen=True)
class Award:
    """The award of one place. `winners` get it; where it is open they are those who can still come to it.

    `given` to one, `shared` by several, `left_out` because those above share a place, `open` until tiebreakers
    settle places `first` to `last`, or there is `nobody`. `to_play`: that the tiebreakers decide can be said now.
    """

    place: int
    state: AwardState
    winners: tuple[Ranked, ...]
    first: int
    last: int
    to_play: bool = True

    @property
    def message(self) -> Message:
        """The winners, or why nobody has it yet."""
        if self.state == "nobody":
            return message("award_nobody", nth=ordinal(self.place))
        names = in_a_row([each.row.called for each in self.winners])
        first, last, total = ordinal(self.first), ordinal(self.last), points(self.winners[0].total)
        facts: Mapping[AwardState, Mapping[str, Fact]] = {
            "given": {"name": names, "nth": ordinal(self.place), "more": total},
            "shared": {"names": names, "nth": ordinal(self.place), "more": total},
            "left_out": {"nth": ordinal(self.place), "sharing": len(self.winners), "first": first},
            "open": {"names": names, "first": first, "last": last, "more": total},
        }
        code = "award_tied" if self.state == "open" and not self.to_play else f"award_{self.state}"
        return Message(code, facts[self.state])


def awards(
    standing: Standing, places: int, brackets: Iterable[Bracket] = (), is_final: bool = True
) -> tuple[Award, ...]:
    """The awards of one standing for places 1 to `places`, each place once, in order.

    `brackets` are the tiebreakers as far as they are played. A tie that the chain leaves to tiebreakers is open until
    it has a champion; without tiebreakers in the chain all who share a place have its award. A tie of a standing that
    is not final may still end by itself. Raises ValueError if `places` is below 0.
    """
    if places < 0:
        raise ValueError("awards go to 0 places or more")
    ties = ties_at(standing, places) if has_tiebreak(standing.chain) else ()
    by_sides = {frozenset(each.sides): each for each in brackets}
    played = {tie.first: by_sides[tie.entrants] for tie in ties if tie.entrants in by_sides}
    rows = with_tiebreaks((each.row for each in standing.ranked), played.values())
    final = rank(rows, standing.chain).ranked
    undecided = {award.place: award for tie in ties for award in _open(tie, final, played.get(tie.first), is_final)}
    waiting = {each.entrant for award in undecided.values() for each in award.winners}
    decided = [each for each in final if each.entrant not in waiting]
    return tuple(undecided.get(place) or _settled(place, decided) for place in range(1, places + 1))


def _open(tie: AwardTie, final: Sequence[Ranked], bracket: Bracket | None, is_final: bool) -> Iterator[Award]:
    """The awards of the places that are still played for."""
    inside = set(bracket.inside) if bracket else tie.entrants
    if len(inside) < 2:
        return
    winners = tuple(each for each in final if each.entrant in inside)
    last = tie.first + len(inside) - 1
    for place in range(tie.first, last + 1):
        yield Award(place, "open", winners, tie.first, last, bool(bracket) or (is_final and winners[0].total > 0))


def _settled(place: int, decided: Sequence[Ranked]) -> Award:
    winners = tuple(each for each in decided if each.place == place)
    if winners:
        return Award(place, "shared" if len(winners) > 1 else "given", winners, place, place)
    above = [each for each in decided if each.place and each.place < place < each.place + each.shared]
    if above:
        return Award(place, "left_out", tuple(above), above[0].place or place, place)
    return Award(place, "nobody", (), place, place)


def in_a_row(names: Sequence[str]) -> str | Message:
    """`Ana`, `Ana and Ben`, `Ana, Ben and Cem`. At least one name."""
    *before, last = names
    return message("names_in_a_row", before=tuple(before), name=last) if before else last
