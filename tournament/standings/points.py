"""From stored results to the rows that are ranked."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from judging.games.paper import Score
from judging.results.brackets import with_tiebreaks
from judging.results.criteria import METHODS
from judging.results.standings import DEFAULT_CHAIN, Chain, EntrantRow, Ranked, rank

from ..models import Entrant, Job, Keying, Result, Round, Sheet
from ..scoring.loader import EntrantInRound
from .brackets import PlayedTie, ties_in_force
from .standings_table import Contender, RoundPoints, StandingsEntry, StandingsTable

Generations = Mapping[int, int]  # a round's id -> which of its results are read
AS_THEY_HOLD: Generations = MappingProxyType({})
Supposed = Mapping[EntrantInRound, Score | None]  # in place of what is stored
NOTHING: Supposed = MappingProxyType({})


class Scored(NamedTuple):
    """The fields of a stored result that standings need. A tuple, since there is one per entrant and round."""

    generation: int
    points: int
    bonus: int
    methods: int
    provisional: bool


def _stored(
    rounds: tuple[Round, ...], ids: list[int], generations: set[int]
) -> Iterator[tuple[EntrantInRound, Scored]]:
    results = Result.objects.filter(round__in=rounds, entrant__in=ids, generation__in=generations)
    for round_, entrant, *rest in results.values_list("round_id", "entrant_id", *Scored._fields).iterator():
        yield EntrantInRound(round_, entrant), Scored(*rest)


class Points:
    """The points of some entrants in some rounds. No lines are loaded.

    `generations` {round id: generation} replace those in force, for the results that a re-score has prepared.
    `supposed` scores replace stored results. `taken` are the points taken by penalties, by entrant id.
    `is_final`: every round of the programme is.
    """

    def __init__(
        self,
        rounds: Iterable[Round],
        entrants: Iterable[Entrant],
        generations: Generations = AS_THEY_HOLD,
        supposed: Supposed = NOTHING,
        taken: Mapping[int, int] = MappingProxyType({}),
        is_final: bool = False,
    ):
        self.rounds, ids = tuple(rounds), [entrant.pk for entrant in entrants]
        self.taken, self.is_final = taken, is_final
        self._positions = [(round_.pk, str(round_.position)) for round_ in self.rounds]
        generation_of = {round_.pk: generations.get(round_.pk, round_.generation) for round_ in self.rounds}
        self.results: dict[EntrantInRound, Scored | Score] = {
            paper: scored
            for paper, scored in _stored(self.rounds, ids, set(generation_of.values()))
            if scored.generation == generation_of[paper.round_id] and paper not in supposed
        }
        self.results |= {paper: each for paper, each in supposed.items() if each}
        sheets = Sheet.objects.filter(round__in=self.rounds, entrant__in=ids, keyings__state=Keying.State.AGREED)
        jobs = set(Job.objects.undone(sheets).values_list("subject", flat=True))
        columns = sheets.values_list("pk", "round_id", "entrant_id")
        recorded = {sheet: EntrantInRound(round_, entrant) for sheet, round_, entrant in columns}
        self.waiting = {paper for sheet, paper in recorded.items() if paper not in self.results or sheet in jobs}
        self._unsettled = self.waiting | {paper for paper, each in self.results.items() if each.provisional}

    def has(self, entrant: Entrant, round_: Round) -> bool:
        return (round_.pk, entrant.pk) in self.results

    def row(self, entrant: Entrant, name: str = "", display: tuple[int | str, ...] = ()) -> EntrantRow:
        pk = entrant.pk
        by_round = ((at, self.results.get(EntrantInRound(round_, pk))) for round_, at in self._positions)
        results = {at: result for at, result in by_round if result is not None}
        return EntrantRow(
            entrant=pk,
            points={at: result.points for at, result in results.items()},
            penalty=self.taken.get(pk, 0),
            measures={METHODS.slug: sum(result.methods for result in results.values())},
            pending=sum((round_, pk) in self._unsettled for round_, _at in self._positions),
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
    ) -> StandingsTable:
        """The contenders ranked by the chain and by those of the `played` ties that are in force. The first `places`
        get an award."""
        known = {each.row.entrant: each for each in contenders}
        rows = [each.row for each in known.values()]
        ties = ties_in_force(played, rows, chain)
        standing = rank(with_tiebreaks(rows, (each.bracket for each in ties)), chain)

        def entries(all_ranked: Iterable[Ranked]) -> tuple[StandingsEntry, ...]:
            pairs = [(known[ranked.entrant], ranked) for ranked in all_ranked]
            return tuple(StandingsEntry(each.who, ranked, self._cells(each)) for each, ranked in pairs)

        ranked, unranked = entries(standing.ranked), entries(standing.unranked)
        return StandingsTable(self.rounds, ranked, unranked, tuple(chain), ties, places, self.is_final)

    def _cells(self, each: Contender) -> tuple[RoundPoints, ...]:
        return tuple(
            RoundPoints(
                each.row.points.get(at), any((round_, entrant) in self._unsettled for entrant in each.entrants), at
            )
            for round_, at in self._positions
        )
