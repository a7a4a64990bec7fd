"""Making the changes of a re-score, within the transaction of `rescores.apply`."""

from functools import singledispatch

from django.utils import timezone

from ..models import Event, Keying, Rescore, User
from ..scoring import signatures
from ..web.permissions import capabilities
from .changes import FieldChange, KeyingChange, PairChange, RescoreChange, RulingChange


@singledispatch
def perform(change: RescoreChange, event: Event, by: User, rescore: Rescore) -> None:
    """Make one change; `by` is the person who applies the re-score."""
    raise NotImplementedError(change.kind)


@perform.register
def _set_field(change: FieldChange, event: Event, by: User, rescore: Rescore) -> None:
    change.row(event).update(**{change.column: getattr(change, change.new_field)})


@perform.register
def _rule(change: RulingChange | PairChange, event: Event, by: User, rescore: Rescore) -> None:
    """Give the proposer's ruling, signed by each judge who signed or applies the re-score."""
    others = [each.signer for each in rescore.signatures.select_related("signer")] + [by]
    judges = {rescore.proposed_by, *(each for each in others if "rule" in capabilities(each, event))}
    ruling = change.ruling(event)
    ruling.given_by, ruling.given_at, ruling.needs = rescore.proposed_by, timezone.now(), len(judges)
    ruling.save()
    for judge in sorted(judges, key=lambda each: each.pk):
        signatures.add(judge, [ruling], ruling.given_at)


@perform.register
def _set_keying(change: KeyingChange, event: Event, by: User, rescore: Rescore) -> None:
    Keying.objects.filter(pk=change.before).update(state=Keying.State.SUPERSEDED)
    if change.keying:
        Keying.objects.filter(pk=change.keying).update(state=Keying.State.AGREED)
