"""Rulings that too few judges have signed so far."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Prefetch

from ..models import Ruling, Signature, Submission, User
from .rulings import applies, reach, with_overtaken


@dataclass(frozen=True)
class Proposal:
    """A ruling that waits for signatures, and who has signed it, in order."""

    ruling: Ruling
    signers: tuple[User, ...]

    @property
    def missing(self) -> int:
        return self.ruling.needs - len(self.signers)

    def is_signed_by(self, user: User) -> bool:
        return any(signer.pk == user.pk for signer in self.signers)


def proposals_on(puzzle_ids: Iterable[int]) -> dict[int, tuple[Proposal, ...]]:
    """What waits for signatures on each of these puzzles, in the order given; two queries. A proposal waits until it has
    its signatures, or until another ruling of the same reach comes to hold."""
    found: dict[int, list[Proposal]] = defaultdict(list)
    signed = Prefetch("signatures", Signature.objects.select_related("judge").order_by("pk"))
    waiting = with_overtaken(Ruling.objects.filter(puzzle__in=puzzle_ids)).filter(
        signed__lt=F("needs"), is_overtaken=False
    )
    related = ("submission__sheet__entrant__player", "submission__sheet__entrant__team", "given_by")
    for ruling in waiting.select_related(*related).prefetch_related(signed).order_by("pk"):
        signers = tuple(each.judge for each in ruling.signatures.all())
        found[ruling.puzzle_id].append(Proposal(ruling, signers))
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
