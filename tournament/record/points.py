"""Results -> rows: what entrants have in some rounds, in a fixed number of queries."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from judging.results.brackets import with_tiebreaks
from judging.results.chains import METHODS
from judging.results.standings import DEFAULT_CHAIN, Chain, Ranked, Row, rank

from ..models import Entrant, Job, Keying, Result, Round, Sheet
from .tables import Cell, Contender, Entry, Table
from .tiebreakers import PlayedTie, holding

Generations = Mapping[int, int]  # a round's id -> which of its results are read
AS_THEY_HOLD: Generations = MappingProxyType({})
Supposed = Mapping[tuple[int, int], Result | None]  # (entrant id, round id) -> in place of what is stored
NOTHING: Supposed = MappingProxyType({})


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
        results = Result.objects.filter(round__in=self.rounds, entrant__in=ids).defer("lines")
        holds = {round_.pk: generations.get(round_.pk, round_.generation) for round_ in self.rounds}
        results = results.filter(generation__in=set(holds.values()))
        self.results = {
            (each.entrant_id, each.round_id): each
            for each in results
            if each.generation == holds[each.round_id]
        }
        kept = {place: each for place, each in self.results.items() if place not in supposed}
        self.results = kept | {place: each for place, each in supposed.items() if each}
        sheets = Sheet.objects.filter(
            round__in=self.rounds, entrant__in=ids, keyings__state=Keying.State.AGREED
        )
        undone = Job.objects.filter(kind="judge_sheet", subject__in=sheets.values("pk")).exclude(
            state=Job.State.DONE
        )
        jobs = set(undone.values_list("subject", flat=True))
        self.waiting = {
            (entrant, round_)
            for sheet, entrant, round_ in sheets.values_list("pk", "entrant_id", "round_id")
            if sheet in jobs or (entrant, round_) not in self.results
        }

    def has(self, entrant: Entrant, round_: Round) -> bool:
        return (entrant.pk, round_.pk) in self.results

    def provisional(self, entrant_id: int, round_: Round) -> bool:
        place = entrant_id, round_.pk
        return place in self.waiting or place in self.results and self.results[place].provisional

    def row(self, entrant: Entrant, name: str = "", display: tuple[int | str, ...] = ()) -> Row:
        mine = {
            round_: self.results[entrant.pk, round_.pk]
            for round_ in self.rounds
            if (entrant.pk, round_.pk) in self.results
        }
        return Row(
            entrant=entrant.pk,
            points={str(round_.position): result.points for round_, result in mine.items()},
            penalty=self.taken.get(entrant.pk, 0),
            measures={METHODS.slug: sum(result.methods for result in mine.values())},
            pending=sum(self.provisional(entrant.pk, round_) for round_ in self.rounds),
            status=entrant.status,
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
                each.row.points.get(str(round_.position)),
                any(self.provisional(entrant, round_) for entrant in each.entrants),
            )
            for round_ in self.rounds
        )
