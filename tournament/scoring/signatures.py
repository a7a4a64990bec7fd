"""Rulings that wait for more signatures, whatever they are about."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import F, Prefetch, QuerySet

from ..models import PairRuling, Ruling, User
from .rulings import signatures_of

AnyRuling = TypeVar("AnyRuling", Ruling, PairRuling)


@dataclass(frozen=True)
class Unsigned(Generic[AnyRuling]):
    """A ruling that waits for signatures, and who has signed it, in order."""

    ruling: AnyRuling
    signers: tuple[User, ...]

    @property
    def missing(self) -> int:
        return self.ruling.needs - len(self.signers)

    def is_signed_by(self, user: User) -> bool:
        return any(signer.pk == user.pk for signer in self.signers)


def signers(ruling: Ruling | PairRuling) -> tuple[User, ...]:
    return tuple(each.judge for each in ruling.signatures.all())


def waiting_among(rulings: QuerySet[Any]) -> QuerySet[Any]:
    """Those of rulings `with_overtaken` that wait for signatures, in the order given, with who gave and who signed
    them."""
    signed = Prefetch("signatures", signatures_of(rulings.model).objects.select_related("judge").order_by("pk"))
    waiting = rulings.filter(signed__lt=F("needs"), is_overtaken=False).select_related("given_by")
    return waiting.prefetch_related(signed).order_by("pk")
