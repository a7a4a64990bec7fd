"""Rulings on pairs of methods that too few judges have signed so far."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..common.line_text import digest
from ..models import Event, PairRuling, Verdict
from ..scoring.same_methods import MethodPair, pair, with_overtaken
from ..scoring.signatures import Unsigned, can_wait, signers, waiting_among


@dataclass(frozen=True)
class UnsignedPairRuling(Unsigned[PairRuling]):
    """An unsigned ruling on a pair, with a verdict on each method; None where the engine now reads the texts
    otherwise."""

    verdicts: tuple[int, int] | None = None

    @property
    def pair(self) -> MethodPair:
        return pair(self.ruling.first_key, self.ruling.second_key)


def unsigned_pair_rulings(event: Event) -> list[UnsignedPairRuling]:
    """The unsigned rulings on pairs of the event, in the order given. A ruling waits until it has its signatures, or
    until another ruling on the pair comes into force."""
    given = event.pair_rulings.all()
    rulings = list(waiting_among(with_overtaken(given))) if can_wait(given) else []
    known = _verdicts(event, rulings) if rulings else {}
    return [UnsignedPairRuling(each, signers(each), _both(each, known)) for each in rulings]


def _verdicts(event: Event, rulings: Iterable[PairRuling]) -> dict[tuple[str, str], int]:
    """(text, method key) -> the id of the latest verdict of the event with both."""
    texts = {digest(text) for each in rulings for text in (each.first_text, each.second_text)}
    verdicts = Verdict.objects.filter(puzzle_version__puzzle__round__event=event, digest__in=texts)
    rows = verdicts.order_by("pk").values_list("text", "method_key", "pk")
    return {(text, key): pk for text, key, pk in rows if key}


def _both(ruling: PairRuling, known: dict[tuple[str, str], int]) -> tuple[int, int] | None:
    first = known.get((ruling.first_text, ruling.first_key))
    second = known.get((ruling.second_text, ruling.second_key))
    return (first, second) if first and second else None
