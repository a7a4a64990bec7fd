"""Rulings that too few judges have signed so far."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import F, Prefetch, QuerySet

from ..models import PairRuling, Ruling, Submission, User
from .rulings import applies, reach, signatures_of, with_overtaken

AnyRuling = TypeVar("AnyRuling", Ruling, PairRuling)


@dataclass(frozen=True)
class AnyProposal(Generic[AnyRuling]):
    """A ruling that waits for signatures, and who has signed it, in order."""

    ruling: AnyRuling
    signers: tuple[User, ...]

    @property
    def missing(self) -> int:
        return self.ruling.needs - len(self.signers)

    def is_signed_by(self, user: User) -> bool:
        return any(signer.pk == user.pk for signer in self.signers)


Proposal = AnyProposal[Ruling]


def waiting_among(rulings: QuerySet[Any]) -> QuerySet[Any]:
    """Those of rulings `with_overtaken` that wait for signatures, in the order given, with who gave and who signed them."""
    signed = Prefetch(
        "signatures", signatures_of(rulings.model).objects.select_related("judge").order_by("pk")
    )
    waiting = rulings.filter(signed__lt=F("needs"), is_overtaken=False).select_related("given_by")
    return waiting.prefetch_related(signed).order_by("pk")


def signers(ruling: Ruling | PairRuling) -> tuple[User, ...]:
    return tuple(each.judge for each in ruling.signatures.all())


def proposals_on(puzzle_ids: Iterable[int]) -> dict[int, tuple[Proposal, ...]]:
    """What waits for signatures on each of these puzzles, in the order given; two queries. A proposal waits until it has
    its signatures, or until another ruling of the same reach comes to hold."""
    found: dict[int, list[Proposal]] = defaultdict(list)
    waiting = waiting_among(with_overtaken(Ruling.objects.filter(puzzle__in=puzzle_ids)))
    related = ("submission__sheet__entrant__player", "submission__sheet__entrant__team")
    for ruling in waiting.select_related(*related):
        found[ruling.puzzle_id].append(Proposal(ruling, signers(ruling)))
    return {puzzle_id: tuple(proposals) for puzzle_id, proposals in found.items()}


def speaking_of(proposals: Iterable[Proposal], line: Submission) -> list[Proposal]:
    """Those that would hold for the line, in the order given."""
    return [each for each in proposals if applies(each.ruling, line)]


def standing_on(
    line: Submission, given: Iterable[Ruling], proposals: Iterable[Proposal]
) -> tuple[Ruling, ...]:
    """The latest ruling of each reach that speaks of the line, withdrawals included, and what waits for signatures, in
    the order given. `given` are the puzzle's rulings in the order in which they came to hold."""
    latest = {reach(each): each for each in given if applies(each, line)}
    waiting = [each.ruling for each in speaking_of(proposals, line)]
    return tuple(sorted([*latest.values(), *waiting], key=lambda ruling: ruling.pk))


def given_together(ruling: Ruling) -> list[Ruling]:
    """The rulings given by the same press, one for each way of writing the answer, itself among them, in order."""
    same = ("puzzle_id", "box", "given_by_id", "given_at", "counts_as", "method", "value", "reason")
    together = Ruling.objects.filter(**{field: getattr(ruling, field) for field in same})
    return list(together.select_related("submission").order_by("pk"))
