"""Results -> rows: what entrants have in some rounds, in a fixed number of queries."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from judging.results.brackets import with_tiebreaks
from judging.results.chains import METHODS
from judging.results.standings import DEFAULT_CHAIN, Chain, Ranked, Row, rank

from ..models import Entrant, Job, Keying, Result, Round, Sheet
from .tables import Cell, Contender, Entry, Table
from .tiebreakers import PlayedTie, holding

Generations = Mapping[int, int]  # a round's id -> which of its results are read
AS_THEY_HOLD: Generations = MappingProxyType({})
Place = tuple[int, int]  # entrant id, round id
Supposed = Mapping[Place, Result | None]  # in place of what is stored
NOTHING: Supposed = MappingProxyType({})


class Scored(NamedTuple):
    """What of a stored result goes into a standing. There is one for each round of each entrant, so it is no model."""

    generation: int
    points: int
    bonus: int
    methods: int
    provisional: bool


def _stored(
    rounds: tuple[Round, ...], ids: list[int], generations: set[int]
) -> Iterator[tuple[Place, Scored]]:
    found = Result.objects.filter(round__in=rounds, entrant__in=ids, generation__in=generations)
    for entrant, round_, *rest in found.values_list("entrant_id", "round_id", *Scored._fields).iterator():
        yield (entrant, round_), Scored(*rest)


class Points:
    """What some entrants have in some rounds: three queries, whatever their number, and no line is loaded.

    `generations`, by round, are read in place of those that hold: a re-score looks at what it has prepared.
    `supposed` results stand in place of those that are read. `taken` is what penalties took, by entrant id.
    """

    def __init__(
        self,
        rounds: Iterable[Round],
        entrants: Iterable[Entrant],
        generations: Generations = AS_THEY_HOLD,
        supposed: Supposed = NOTHING,
        taken: Mapping[int, int] = MappingProxyType({}),
    ):
        self.rounds, ids = tuple(rounds), [entrant.pk for entrant in entrants]
        self.taken = taken
        self._positions = [(round_.pk, str(round_.position)) for round_ in self.rounds]
        holds = {round_.pk: generations.get(round_.pk, round_.generation) for round_ in self.rounds}
        self.results: dict[Place, Scored | Result] = {
            place: scored
            for place, scored in _stored(self.rounds, ids, set(holds.values()))
            if scored.generation == holds[place[1]] and place not in supposed
        }
        self.results |= {place: each for place, each in supposed.items() if each}
        sheets = Sheet.objects.filter(
            round__in=self.rounds, entrant__in=ids, keyings__state=Keying.State.AGREED
        )
        jobs = set(Job.objects.undone(sheets).values_list("subject", flat=True))
        self.waiting = {
            (entrant, round_)
            for sheet, entrant, round_ in sheets.values_list("pk", "entrant_id", "round_id")
            if sheet in jobs or (entrant, round_) not in self.results
        }
        self._unsettled = self.waiting | {place for place, each in self.results.items() if each.provisional}

    def has(self, entrant: Entrant, round_: Round) -> bool:
        return (entrant.pk, round_.pk) in self.results

    def row(self, entrant: Entrant, name: str = "", display: tuple[int | str, ...] = ()) -> Row:
        pk = entrant.pk
        found = ((at, self.results.get((pk, round_))) for round_, at in self._positions)
        mine = {at: result for at, result in found if result is not None}
        return Row(
            entrant=pk,
            points={at: result.points for at, result in mine.items()},
            penalty=self.taken.get(pk, 0),
            measures={METHODS.slug: sum(result.methods for result in mine.values())},
            pending=sum((pk, round_) in self._unsettled for round_, _at in self._positions),
            status=entrant.status,  # type: ignore[arg-type]  # the choices are the same words
            display=display,
            name=name,
        )

    def table(
        self,
        contenders: Iterable[Contender],
        chain: Chain = DEFAULT_CHAIN,
        played: Iterable[PlayedTie] = (),
        places: int = 0,
    ) -> Table:
        """Contenders ranked by the chain; of the ties `played` those that hold among them decide. So many `places` get
        an award."""
        known = {each.row.entrant: each for each in contenders}
        rows = [each.row for each in known.values()]
        ties = holding(played, rows, chain)
        standing = rank(with_tiebreaks(rows, (each.bracket for each in ties)), chain)

        def entries(all_ranked: Iterable[Ranked]) -> tuple[Entry, ...]:
            found = [(known[ranked.entrant], ranked) for ranked in all_ranked]
            return tuple(Entry(each.who, ranked, self._cells(each)) for each, ranked in found)

        return Table(
            self.rounds, entries(standing.ranked), entries(standing.apart), tuple(chain), ties, places
        )

    def _cells(self, each: Contender) -> tuple[Cell, ...]:
        return tuple(
            Cell(
                each.row.points.get(at),
                any((entrant, round_) in self._unsettled for entrant in each.entrants),
            )
            for round_, at in self._positions
        )
