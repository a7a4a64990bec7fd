"""Signatures on rulings, on lines and on pairs: which rulings hold, which wait, and how a judge signs one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db.models import Count, Exists, F, Model, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..models import PairRuling, Rescore, Ruling, Signature, User

AnyRuling = TypeVar("AnyRuling", Ruling, PairRuling)


# the column of a signature that names the decision
COLUMNS: dict[type[Model], str] = {Ruling: "ruling", PairRuling: "pair_ruling", Rescore: "rescore"}


def with_signatures(rulings: QuerySet[Any]) -> QuerySet[Any]:
    """Add `signed`, the number of signatures, and `holds_since`, the id of the latest one. Once enough judges have
    signed, nobody can sign any more, so `holds_since` is the signature that completed the ruling."""
    column = COLUMNS[rulings.model]
    signatures = Signature.objects.filter(**{column: OuterRef("pk")}).order_by("-pk")
    counted = signatures.order_by().values(column).annotate(count=Count("pk")).values("count")
    return rulings.annotate(signed=Coalesce(Subquery(counted), 0), holds_since=Subquery(signatures.values("pk")[:1]))


def complete(rulings: QuerySet[Any]) -> QuerySet[Any]:
    """The rulings with all the signatures that they need. Order by `holds_since` for the order of completion."""
    return with_signatures(rulings).filter(signed__gte=F("needs"))


def with_overtaken_by(others: QuerySet[Any], rulings: QuerySet[Any]) -> QuerySet[Any]:
    """Add `signed`, `holds_since` and `is_overtaken`: whether one of the `others`, which concern the same thing as the
    outer ruling, came to hold later. An overtaken ruling no longer waits and is no longer in force."""
    later = complete(others).filter(holds_since__gt=OuterRef("holds_since"))
    return with_signatures(rulings).annotate(is_overtaken=Exists(later))


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
    return tuple(each.signer for each in ruling.signatures.all())


def missing(ruling: Ruling | PairRuling) -> int:
    """How many judges must sign before it holds."""
    return max(0, ruling.needs - ruling.signatures.count())


def waiting_among(rulings: QuerySet[Any]) -> QuerySet[Any]:
    """The rulings that wait for signatures, of a query `with_overtaken_by`, in the order given, with their judges and
    signers."""
    signed = Prefetch("signatures", Signature.objects.select_related("signer").order_by("pk"))
    waiting = rulings.filter(signed__lt=F("needs"), is_overtaken=False).select_related("given_by")
    return waiting.prefetch_related(signed).order_by("pk")


def can_wait(rulings: QuerySet[Any]) -> bool:
    """Whether one of them needs more signatures than its giver's. Ask it before `waiting_among`, whose query is
    expensive and finds nothing where each judge decides alone."""
    return rulings.filter(needs__gt=1).exists()


def add(signer: User, decisions: Iterable[Ruling | PairRuling | Rescore], at: datetime) -> None:
    Signature.objects.bulk_create(
        Signature(event_id=each.event_id, signer=signer, signed_at=at, **{COLUMNS[type(each)]: each})
        for each in decisions
    )


def may_sign(judge: User, ruling: Ruling | PairRuling) -> bool:
    """Whether this judge has not signed the ruling, of a query `with_overtaken_by`. Refused `complete` where enough
    have signed; `overtaken` where another ruling holds meanwhile: it is no longer the ruling that the judge read."""
    if ruling.signatures.filter(signer=judge).exists():
        return False
    if ruling.signed >= ruling.needs:
        raise Refused("complete", _("Enough judges have signed this ruling already."))
    if ruling.is_overtaken:
        raise Refused("overtaken", _("Another ruling is now in force here. Look at it first."))
    return True


def sign(judge: User, rulings: Sequence[Ruling | PairRuling], verb: str, facts: dict, about: Iterable[Model]) -> bool:
    """Sign rulings that were given together, with one entry in the audit trail; whether they hold now. The first is of
    a query `with_signatures`."""
    first = rulings[0]
    add(judge, rulings, timezone.now())
    signed = first.signed + 1
    before, after = {"signed": first.signed}, {**facts, "signed": signed, "of": first.needs}
    audit.record(first.event, judge, verb, first, before=before, after=after, why=first.reason, about=about)
    return signed == first.needs


def proposed_already(ruling: Ruling | PairRuling) -> Refused:
    """The refusal for a judge whose decision a colleague has already proposed."""
    return Refused("proposed", _("%(judge)s has already proposed this. Sign that ruling.") % {"judge": ruling.given_by})
